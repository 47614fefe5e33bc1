/** A line of the live region. */
export interface Line {
  id: number;
  text: string;
  since: number;
}

/** So long a line stays, in case a screen reader is slow. */
const KEPT_MS = 10_000;

/** The page's only live region, which App draws. Each line is read when it is added, so that none is lost. */
export const live: { lines: Line[] } = $state({ lines: [] });
let added = 0;
let waiting: string[] = [];

/** Have a screen reader say `text` when it has time. What comes at the same moment is one line. */
export function announce(text: string): void {
  if (!text) return;
  if (!waiting.length) queueMicrotask(flush);
  waiting.push(text);
}

function flush(): void {
  added += 1;
  const now = Date.now();
  live.lines = [
    ...live.lines.filter(({ since }) => now - since < KEPT_MS),
    { id: added, text: waiting.join(' '), since: now },
  ];
  waiting = [];
}
