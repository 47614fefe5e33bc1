/** Matches of mine that run, asked for now and then while somebody looks at the page. */
import type { MyTable } from '../net/protocol';
import { myRunningGames } from './person';

const LOOK_MS = 30_000;

export const running: { tables: MyTable[] } = $state({ tables: [] });

async function look(): Promise<void> {
  try {
    running.tables = (await myRunningGames()).running;
  } catch {
    // the next look may do better; whoever needs the server is told elsewhere
  }
}

/** Look now and from time to time; returns how to stop. */
export function watch(): () => void {
  const seen = (): void => {
    if (!document.hidden) void look();
  };
  seen();
  const timer = setInterval(seen, LOOK_MS);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}
