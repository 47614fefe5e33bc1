/** What somebody does about who they are: devices, ways back in, tokens, their games and data. */
import { ask, get, post, withCookie } from '../net/api';
import type { Deleted, DeviceLink, Guest, MyGames, MyKeys, NewWords, Scope, TokenLine } from '../net/protocol';

const asked = <T>(path: string, body: unknown = null): Promise<T> =>
  withCookie(() => post<T>(`/api/${path}`, body === null ? '' : JSON.stringify(body)));

async function removed<T>(path: string): Promise<T> {
  return (await (await ask(`/api/person/${path}`, { method: 'DELETE' })).json()) as T;
}

export const myGames = (): Promise<MyGames> => withCookie(() => get('/api/person/games'));
export const myRunningGames = (): Promise<MyGames> => withCookie(() => get('/api/person/games?only=running'));
export const myKeys = (): Promise<MyKeys> => withCookie(() => get('/api/person'));

export const newLink = (): Promise<DeviceLink> => asked('person/links');
export const newWords = (): Promise<NewWords> => asked('person/words');
export const dropWords = (): Promise<MyKeys> => removed('words');
export const newToken = (label: string, scopes: Scope[]): Promise<TokenLine> =>
  asked('person/tokens', { label, scopes });

export const dropDevice = (id: string): Promise<MyKeys> => removed(`devices/${encodeURIComponent(id)}`);
export const dropPasskey = (id: string): Promise<MyKeys> => removed(`passkeys/${encodeURIComponent(id)}`);
export const dropToken = (id: string): Promise<MyKeys> => removed(`tokens/${encodeURIComponent(id)}`);
export const signOutAll = (): Promise<Guest> => asked('person/sign-out-all');
export const deleteMe = (): Promise<Deleted> => asked('person/delete', { sure: true });

export const byLink = (code: string): Promise<Guest> => asked('sign-in/link', { code });
export const byWords = (words: string): Promise<Guest> => asked('sign-in/words', { words });

/** Whoever has become somebody else begins anew: nothing that this page knows is theirs. */
export function beginAnew(path: string): void {
  location.assign(path);
}
