const TICK_MS = 500;

/** The seconds until a deadline; null if there is none. Create it while a component is being set up. */
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
