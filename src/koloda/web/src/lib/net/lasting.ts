/** Parts of the page that come on demand are asked for until they are there: the line may be down for a while. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;

/** What `load` brings, however often it has to be called; `failed` hears of every time that it was in vain. */
export async function lasting<T>(load: () => Promise<T>, failed?: () => void): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      failed?.();
    }
    await lineOr(pause);
    await restyle();
  }
}

/** Until the browser says that the line is back, or for so long. */
function lineOr(pause: number): Promise<void> {
  return new Promise((done) => {
    const on = (): void => {
      clearTimeout(timer);
      removeEventListener('online', on);
      done();
    };
    const timer = setTimeout(on, pause);
    addEventListener('online', on);
  });
}

/** Styles that did not come and are not yet asked for again. */
const lost = new Set<HTMLLinkElement>();
/** Those that are on their way again; whoever needs a part waits for them, whoever else does, too. */
const onTheWay = new Set<Promise<void>>();

/** Begin to notice styles that do not come. A sheet that is still loading looks the same, so the event has to tell. */
export function noticeLostStyles(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && noticeLost(target), true);
}

/** Note that this sheet did not come. */
export function noticeLost(link: HTMLLinkElement): void {
  if (link.rel === 'stylesheet') lost.add(link);
}

/** The bundler asks for the styles of a part only once; those that did not come are asked for here. */
async function restyle(): Promise<void> {
  for (const link of lost) {
    const coming = replaced(link);
    onTheWay.add(coming);
    void coming.then(() => onTheWay.delete(coming));
  }
  lost.clear();
  await Promise.all(onTheWay);
}

function replaced(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((done) => {
    next.onload = next.onerror = () => done();
    link.replaceWith(next);
  });
}
