/** The last replays that somebody has seen stay in their browser, for when there is no network. */
import type { ArchivedMatch, FullView, GameInfo } from './protocol';

const CACHE = 'koloda-replays';
export const MAX_REPLAYS = 20;
/** Of all kept views together. */
export const MAX_CHARS = 12_000_000;

/** A kept replay: the match, its game, and by whose eyes it was seen ("all", "watch" or a seat) in how many letters. */
export interface KeptReplay {
  match: ArchivedMatch;
  game: GameInfo;
  eyes: Record<string, number>;
}

const LIST = '/kept/';
const viewsPath = (id: string, eyes: string): string => `/kept/${encodeURIComponent(id)}/${encodeURIComponent(eyes)}`;

/** Where replays are kept; null in a browser that keeps nothing. */
async function cache(): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(CACHE).catch(() => null) : null;
}

async function read<T>(path: string): Promise<T | null> {
  const found = await (await cache())?.match(path);
  return found ? ((await found.json()) as T) : null;
}

/** All kept replays, the one seen last first. */
export const keptReplays = async (): Promise<KeptReplay[]> => (await read<KeptReplay[]>(LIST)) ?? [];

export const keptViews = (id: string, eyes: string): Promise<FullView[] | null> => read(viewsPath(id, eyes));

/** The list with this replay first, as long as it may be; and what is no longer on it. */
export function withReplay(list: KeptReplay[], seen: KeptReplay): { kept: KeptReplay[]; dropped: KeptReplay[] } {
  const before = list.find(({ match }) => match.id === seen.match.id);
  const all = [{ ...seen, eyes: { ...before?.eyes, ...seen.eyes } }, ...list.filter((one) => one !== before)];
  let left = MAX_CHARS;
  const fits = all.map(({ eyes }, i) => {
    left -= Object.values(eyes).reduce((sum, chars) => sum + chars, 0);
    return i < MAX_REPLAYS && left >= 0;
  });
  const end = fits.indexOf(false);
  return end < 0 ? { kept: all, dropped: [] } : { kept: all.slice(0, end), dropped: all.slice(end) };
}

let writing: Promise<void> = Promise.resolve();

/** Keeps a replay that is being seen by these eyes. Without room for it nothing is kept, and nobody has to know. */
export function keepReplay(match: ArchivedMatch, game: GameInfo, eyes: string, views: FullView[]): Promise<void> {
  writing = writing.then(() => write(match, game, eyes, JSON.stringify(views))).catch(() => {});
  return writing;
}

async function write(match: ArchivedMatch, game: GameInfo, eyes: string, text: string): Promise<void> {
  const store = await cache();
  if (!store) return;
  const { kept, dropped } = withReplay(await keptReplays(), { match, game, eyes: { [eyes]: text.length } });
  for (const old of dropped)
    for (const seen of Object.keys(old.eyes)) await store.delete(viewsPath(old.match.id, seen));
  if (kept.length) await store.put(viewsPath(match.id, eyes), new Response(text));
  await store.put(LIST, new Response(JSON.stringify(kept)));
}
