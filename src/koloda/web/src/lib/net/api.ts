import { decodeView, type View } from './decode';
import { followCards } from './follow';
import type {
  ArchivedMatch,
  BotAccount,
  Both,
  FullView,
  GameInfo,
  GameLine,
  Guest,
  HistoryItem,
  Lang,
  LobbyTable,
  MatchSaved,
  NewTable,
  PackInfo,
  Refusal,
  ReviewState,
  TableMade,
  TableMatch,
  TableSummary,
} from './protocol';

/** The server has refused; it says why in both languages. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly texts: Both,
  ) {
    super(texts.en);
  }
}

const OFFLINE: Both = { ru: 'Нет связи с сервером.', en: 'The server does not answer.' };

export async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init).catch(() => {
    throw new ApiError(0, 'offline', OFFLINE);
  });
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => ({}))) as Partial<Refusal>;
  const texts = { ru: told.ru ?? OFFLINE.ru, en: told.en ?? OFFLINE.en };
  throw new ApiError(answer.status, told.reason ?? String(answer.status), texts);
}

export async function get<T>(path: string): Promise<T> {
  return (await (await ask(path)).json()) as T;
}

export async function post<T>(path: string, body: string): Promise<T> {
  const answer = await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as T;
}

const remembered = new Map<string, Promise<unknown>>();

/** Ask once and remember the answer; a failure is not remembered. */
function once<T>(path: string, again = false): Promise<T> {
  const before = again ? undefined : remembered.get(path);
  if (before) return before as Promise<T>;
  const asked = get<T>(path);
  remembered.set(path, asked);
  asked.catch(() => remembered.delete(path));
  return asked;
}

const encoded = encodeURIComponent;

/** Who I am. The page itself came with a cookie, so hardly anything has to wait for this. */
export const me = (again = false): Promise<Guest> => once<Guest>('/api/me', again);

/** Ask a question that needs the guest's cookie; a browser that has lost it gets a new one and asks again. */
export async function withCookie<T>(question: () => Promise<T>): Promise<T> {
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
  remembered.set('/api/me', Promise.resolve(guest));
  return guest;
}

export const games = (): Promise<GameLine[]> => once<GameLine[]>('/api/games');
export const gameInfo = (id: string): Promise<GameInfo> => once<GameInfo>(`/api/games/${encoded(id)}`);
/** A game as it described itself when its rules had this version; 0: as it is. */
export const gameInfoOf = (id: string, version: number): Promise<GameInfo> =>
  version ? once<GameInfo>(`/api/games/${encoded(id)}?version=${version}`) : gameInfo(id);
/** A game as it described itself when a match was played: its rules and words may have changed since. */
export const gameInfoThen = ({ record }: ArchivedMatch): Promise<GameInfo> =>
  gameInfoOf(String(record.game), Number(record.version));

/** The cards of a game of these seats and options, and how its matches begin. */
export function pack(id: string, seats: number, options: unknown): Promise<PackInfo> {
  return once<PackInfo>(`/api/games/${encoded(id)}/pack?seats=${seats}&options=${encoded(JSON.stringify(options))}`);
}

/** A typical moment of a game, as seat 0 sees it. */
export const gamePicture = async (id: string): Promise<View> =>
  followCards(decodeView(await once<FullView>(`/api/games/${encoded(id)}/picture`)), null);

export async function rules(id: string, lang: Lang): Promise<string> {
  return (await ask(`/api/games/${encoded(id)}/rules?lang=${lang}`)).text();
}

export function makeTable(table: NewTable): Promise<TableMade> {
  return withCookie(() => post<TableMade>('/api/tables', JSON.stringify(table)));
}

export const tableSummary = (idOrCode: string): Promise<TableSummary> => get(`/api/tables/${encoded(idOrCode)}`);
/** The finished matches of a table, the last one first. */
export function tableMatches(id: string): Promise<TableMatch[]> {
  return withCookie(() => get(`/api/tables/${encoded(id)}/matches`));
}
export const lobby = (): Promise<LobbyTable[]> => get('/api/lobby');

export function history(): Promise<HistoryItem[]> {
  return withCookie(() => get('/api/history'));
}

export const match = (id: string): Promise<ArchivedMatch> => get(`/api/matches/${encoded(id)}`);
/** Every move of a match by these eyes, as it travels; the first is the deal. */
export const matchViews = (id: string, eyes: string): Promise<FullView[]> =>
  get(`/api/matches/${encoded(id)}/views?eyes=${encoded(eyes)}`);

export function uploadRecord(text: string): Promise<MatchSaved> {
  return withCookie(() => post('/api/matches', text));
}

const reviewPath = (id: string, seat: number): string => `/api/matches/${encoded(id)}/review?seat=${seat}`;

/** Have a seat of a match reviewed; if that is running or done already, the answer says so. */
export async function beginReview(id: string, seat: number): Promise<ReviewState> {
  await me();
  return post(reviewPath(id, seat), '');
}

/** The same where nobody has asked for it: without room for it the answer is that it was cancelled. */
export async function offerReview(id: string, seat: number): Promise<ReviewState> {
  await me();
  return post(`${reviewPath(id, seat)}&if_free=1`, '');
}

export const reviewState = (id: string, seat: number): Promise<ReviewState> => get(reviewPath(id, seat));

export async function cancelReview(id: string, seat: number): Promise<ReviewState> {
  return (await ask(reviewPath(id, seat), { method: 'DELETE' })).json() as Promise<ReviewState>;
}

/** Bot accounts that the host of a table can invite. */
export const botAccounts = (): Promise<BotAccount[]> => get('/api/bots');

/** The address of a QR code of `text`, for an <img>. */
export const qr = (text: string): string => `/api/qr?text=${encoded(text)}`;
