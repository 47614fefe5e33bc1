import { describe, expect, it } from 'vitest';
import told from '../../../../../../tests/forgeries.json?raw';
import type { PackInfo } from '../net/protocol';
import { oldCommitment, oldSeed } from './arithmetic';
import { checkDeal, type Evidence, type Line, type Verdict } from './check';
import type { Notes } from './notebook';
import { type Card, Stream } from './stream';

interface Honest {
  record: Record<string, unknown>;
  seen: Notes;
  lines: Line[];
  pack: PackInfo;
  order: Card[];
}
interface Forgery {
  name: string;
  game: string;
  problem: string;
  changes: Record<string, unknown>;
  lines?: Line[];
  saw?: Partial<Notes>;
}

const { honest, forgeries } = JSON.parse(told) as { honest: Record<string, Honest>; forgeries: Forgery[] };
const base = (game = 'old-maid'): Honest => structuredClone(honest[game] as Honest);
const problem = (verdict: Verdict): string => (verdict.good ? 'none' : verdict.problem);

function forged({ game, changes, lines, saw }: Forgery): Evidence {
  const true_ = base(game);
  const seen = { ...true_.seen, ...saw };
  return { ...true_, seen, record: { ...true_.record, ...structuredClone(changes) }, lines: lines ?? true_.lines };
}

describe('an honest deal', () => {
  it.each(Object.keys(honest))('of %s is approved', (game) => {
    const { seen, record, ...rest } = base(game);
    const draws = (record.chance as unknown[]).length;
    const good = { good: true, draws, old: false, own: [0, 1], late: [], seen: true, pack: true, mine: true };
    expect(checkDeal({ ...rest, record, seen })).toEqual({ ...good, lines: seen.lines.length });
    expect(checkDeal({ ...rest, record, seen: null })).toEqual({ ...good, lines: 0, seen: false, mine: null });
  });

  it('is approved though the page was away for parts of it', () => {
    const { seen, ...rest } = base();
    const away = { ...seen, commits: [], nonces: [], result: '', chance: seen.chance.slice(0, 4), lines: [] };
    expect(checkDeal({ ...rest, seen: away }).good).toBe(true);
    expect(checkDeal({ ...rest, seen: { ...seen, you: null, nonce: '' } })).toMatchObject({ good: true, mine: null });
    expect(checkDeal({ ...rest, seen, lines: null, pack: null })).toMatchObject({ good: true, pack: false, lines: 0 });
  });
});

describe('a forgery', () => {
  it('comes in more than fourteen kinds', () => expect(forgeries.length).toBeGreaterThanOrEqual(14));

  it.each(forgeries)('is refused: $name', (forgery) => {
    expect(problem(checkDeal(forged(forgery)))).toBe(forgery.problem);
  });

  const WITHOUT_NOTES: Record<string, string> = {
    'twos turned into aces': 'pack',
    'another secret': 'secret',
    'two cards exchanged': 'shuffle',
    'another pick': 'pick',
    'every pick out of one': 'opening',
    'a draw before the deal': 'opening',
    'a card missing': 'opening',
    'a number that does not fit': 'nonce',
    "a bot's number chosen": 'rule-nonce',
    'numbers left out': 'seal-shape',
  };
  const some = forgeries.filter(({ name }) => name in WITHOUT_NOTES);

  it.each(some)('is refused though this page was not there: $name', (forgery) => {
    const verdict = checkDeal({ ...forged(forgery), seen: null, lines: null });
    expect(problem(verdict)).toBe(WITHOUT_NOTES[forgery.name]);
  });

  it('says which cards are wrong', () => {
    const aces = forgeries.find(({ name }) => name === 'twos turned into aces') as Forgery;
    expect(checkDeal(forged(aces))).toMatchObject({ args: { n: 2, extra: 'Ac, Ad, Ah, As' } });
  });

  it('is refused where only a part of the pack is shuffled again', () => {
    const { record, ...rest } = base('sweep');
    const chance = [...(record.chance as { shuffle: Card[] }[])];
    chance.splice(1, 0, { shuffle: [1, 1, 2] });
    const verdict = checkDeal({ ...rest, record: { ...record, chance }, seen: null, lines: null });
    expect(verdict).toMatchObject({ problem: 'pack', args: { n: 2, extra: '1' } });
  });

  it('is refused if the page has other notes of the log, the end or its own number', () => {
    const { seen, ...rest } = base();
    const lines = seen.lines.map(([n]): [number, string] => [n, '0'.repeat(16)]);
    expect(problem(checkDeal({ ...rest, seen: { ...seen, lines } }))).toBe('other-line');
    const others = [{ you: null, nonce: '', lines: seen.lines }];
    expect(problem(checkDeal({ ...rest, seen: { ...seen, others }, otherLines: [[]] }))).toBe('other-line');
    expect(checkDeal({ ...rest, seen: { ...seen, others }, otherLines: [rest.lines] })).toMatchObject({
      lines: 2 * seen.lines.length,
    });
    expect(problem(checkDeal({ ...rest, seen: { ...seen, contradicted: true } }))).toBe('contradicted');
    expect(problem(checkDeal({ ...rest, seen: { ...seen, result: '0'.repeat(16) } }))).toBe('other-result');
    const absent = { ...seen, commits: [], nonces: [], nonce: '00'.repeat(16) };
    expect(problem(checkDeal({ ...rest, seen: absent }))).toBe('my-nonce');
  });

  it('is refused if nobody can tell out of how many was picked, or the seal is no seal', () => {
    const { record, ...rest } = base();
    const check = (changes: object): string => problem(checkDeal({ ...rest, record: { ...record, ...changes } }));
    expect(check({ picks: [] })).toBe('pick-range');
    for (const seal of [null, {}, [], { ...(record.seal as object), way: 3 }])
      expect(check({ seal })).toBe('seal-shape');
  });
});

describe('a deal that was sealed in the old way', () => {
  const secret = 'ab'.repeat(32);
  const words = ['мои слова', null];

  function sealed(): Evidence {
    const stream = new Stream(oldSeed(secret, words));
    const shuffle = stream.shuffle([1, 2, 2, 3, 3, 3]);
    const pick = stream.below(4);
    const seal = { way: 1, secret, words, commitment: oldCommitment(secret) };
    const record = { seats: 2, chance: [{ shuffle }, { pick }], picks: [4], seal };
    return { record, order: [1, 2, 3], pack: null, seen: null, lines: null };
  }
  const changed = (changes: object): Evidence => {
    const evidence = sealed();
    return { ...evidence, record: { ...evidence.record, seal: { ...(evidence.record.seal as object), ...changes } } };
  };

  it('is checked in the old way, and says so', () => {
    expect(checkDeal(sealed())).toMatchObject({ good: true, old: true, draws: 2, mine: null });
  });

  it('is refused with another secret or other words', () => {
    expect(problem(checkDeal(changed({ secret: 'cd'.repeat(32) })))).toBe('secret');
    expect(problem(checkDeal(changed({ words: ['чужие', null] })))).toBe('shuffle');
    expect(problem(checkDeal(changed({ words: [] })))).toBe('seal-shape');
  });
});
