import type {
  ArchivedMatch, Both, FullView, GameInfo, GameLine, Guest, HistoryItem, Lang, LobbyTable, MatchSaved, NewTable, Refusal,
  ReviewState, TableMade, TableSummary,
} from './protocol';

export type { Both, GameInfo, GameLine, GameOption, OptionValue, TableSummary } from './protocol';

/** How a match ended. */
export interface Result {
  scores: number[];
  winners: number[];
  losers: number[];
  places: number[];
}

/** A no from the server, in both languages. */
export class ApiError extends Error {
  constructor(readonly status: number, readonly reason: string, readonly texts: Both) {
    super(texts.en);
  }
}

const OFFLINE: Both = { ru: 'Нет связи с сервером.', en: 'The server does not answer.' };

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch(() => { throw new ApiError(0, 'offline', OFFLINE); });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  const texts = { ru: told.ru ?? OFFLINE.ru, en: told.en ?? OFFLINE.en };
  throw new ApiError(answer.status, told.reason ?? String(answer.status), texts);
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

async function post<T>(path: string, body: string): Promise<T> {
  const answer = await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Ask once; a failure is not kept. */
function once<T>(path: string, again = false): Promise<T> {
  const before = again ? undefined : kept.get(path);
  if (before) return before as Promise<T>;
  const asked = get<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const part = encodeURIComponent;

/** Who I am. The page itself came with a cookie, so hardly anything has to wait for this. */
export const me = (again = false): Promise<Guest> => once<Guest>('/api/me', again);

/** Ask what only somebody with a cookie may; who has lost it gets one and asks again. */
async function known<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'no-cookie') throw error;
    await me(true);
    return question();
  }
}

export async function rename(name: string): Promise<Guest> {
  const guest = await post<Guest>('/api/me', JSON.stringify({ name }));
  kept.set('/api/me', Promise.resolve(guest));
  return guest;
}

export const games = (): Promise<GameLine[]> => once<GameLine[]>('/api/games');
export const gameInfo = (id: string): Promise<GameInfo> => once<GameInfo>(`/api/games/${part(id)}`);

export async function rules(id: string, lang: Lang): Promise<string> {
  return (await ask(`/api/games/${part(id)}/rules?lang=${lang}`)).text();
}

export function makeTable(table: NewTable): Promise<TableMade> {
  return known(() => post<TableMade>('/api/tables', JSON.stringify(table)));
}

export const tableSummary = (idOrCode: string): Promise<TableSummary> => get(`/api/tables/${part(idOrCode)}`);
export const lobby = (): Promise<LobbyTable[]> => get('/api/lobby');

export function history(): Promise<HistoryItem[]> {
  return known(() => get('/api/history'));
}

export const match = (id: string): Promise<ArchivedMatch> => get(`/api/matches/${part(id)}`);
export const matchViews = (id: string, eyes: string): Promise<FullView[]> =>
  get(`/api/matches/${part(id)}/views?eyes=${part(eyes)}`);

export function uploadRecord(text: string): Promise<MatchSaved> {
  return known(() => post('/api/matches', text));
}

const reviewPath = (id: string, seat: number): string => `/api/matches/${part(id)}/review?seat=${seat}`;

/** Have a seat of a match reviewed; one that is running or done already is told of. */
export async function beginReview(id: string, seat: number): Promise<ReviewState> {
  await me();
  return post(reviewPath(id, seat), '');
}

export const reviewState = (id: string, seat: number): Promise<ReviewState> => get(reviewPath(id, seat));

export async function cancelReview(id: string, seat: number): Promise<ReviewState> {
  return (await ask(reviewPath(id, seat), { method: 'DELETE' })).json() as Promise<ReviewState>;
}

/** The address of a QR code of `text`, for an <img>. */
export const qr = (text: string): string => `/api/qr?text=${part(text)}`;
