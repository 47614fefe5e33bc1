import { get, post, withCookie } from '../net/api';
import type { HouseInfo } from '../net/protocol';

/** Whose house this is, what it has to say, and whether one may come in. */
export const house = (): Promise<HouseInfo> => get('/api/house');

/** Follow an invitation. */
export const useInvitation = (code: string): Promise<HouseInfo> =>
  withCookie(() => post('/api/invitation', JSON.stringify({ code })));
