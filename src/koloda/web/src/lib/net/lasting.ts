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

/** The bundler asks for the styles of a part only once; those that did not come are asked for here. */
async function restyle(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  await Promise.all(Array.from(links).filter(isEmpty).map(replaced));
}

/** Browsers differ in what a sheet that did not come has: no object, no rules, or rules that must not be read. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

function replaced(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((done) => {
    next.onload = next.onerror = () => done();
    link.replaceWith(next);
  });
}
