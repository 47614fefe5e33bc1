/** Stories without cards, for tests. */
import { decodeView, type Note, type View } from '../net/decode';
import type { Story } from './pictures';

/** A bare table. */
export const bareView = (n: number, phase = ''): View =>
  decodeView({
    t: 'view',
    n,
    kind: 'one',
    turn: [],
    phase,
    zones: [],
    counters: [],
    legal: [],
    chosen: null,
    notes: [],
    log: [],
    chat: true,
  });
const note = (kind: string): Note => ({ kind, seat: null, other: null, cards: [], n: 0, word: '' });
/** A move with a picture of each of these effects; each has a note of its number and effect, and so has the end. */
export const tale = (n: number, ...effects: string[]): Story => ({
  pictures: effects.map((effect) => ({
    n,
    effect,
    view: bareView(n - 1, effect),
    notes: [note(`${n} ${effect}`)],
    lit: new Set(),
    gains: [],
  })),
  final: bareView(n),
  rest: [note(`${n} end`)],
});
