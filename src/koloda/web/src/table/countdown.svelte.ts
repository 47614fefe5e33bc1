const TICK_MS = 500;

/** Seconds until a deadline, for the eye; null where there is none. Made while a component is set up. */
export class Countdown {
  secondsLeft: number | null = $state(null);

  /** `ahead`: how far the clock of the deadline is ahead of ours, in milliseconds. */
  constructor(source: { readonly deadline: number; readonly ahead: number }) {
    $effect(() => {
      const { deadline, ahead } = source;
      if (!deadline) {
        this.secondsLeft = null;
        return;
      }
      const count = (): void => {
        this.secondsLeft = Math.max(0, Math.ceil((deadline - Date.now() - ahead) / 1000));
      };
      count();
      const timer = setInterval(count, TICK_MS);
      return () => clearInterval(timer);
    });
  }
}
