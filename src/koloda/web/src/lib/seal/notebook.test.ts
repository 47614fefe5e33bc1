import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Commit, FullView, Reveal, Seal, TableInfo } from '../net/protocol';
import { lineDigest, nonceCommitment, resultDigest } from './arithmetic';
import { Notebook, notesOf, withNotes } from './notebook';

class FakeStorage {
  items = new Map<string, string>();
  room = Infinity;
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, text: string): void {
    const others = [...this.items].filter(([name]) => name !== key);
    const size = others.reduce((sum, [name, value]) => sum + name.length + value.length, key.length + text.length);
    if (size > this.room) throw new Error('QuotaExceededError');
    this.items.set(key, text);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

let storage: FakeStorage;
beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
});

const OPEN: Seal = { commitment: 'c'.repeat(64), stage: 'open', commits: ['', ''] };
const table = (seal: Partial<Seal>, other: Partial<TableInfo> = {}): TableInfo =>
  ({
    t: 'table',
    id: 'T',
    match: 'M',
    game: 'pairs',
    seats: 2,
    options: { target: 5 },
    you: 0,
    ...other,
    seal: { ...OPEN, ...seal },
  }) as TableInfo;
const view = (other: Partial<FullView>): FullView => ({ n: 0, log: [], chance: ['shuffle 55'], ...other }) as FullView;
const deal = { table: 'T', match: 'M' };
const NOTE = ['hit', 0, null, [4], 0, ''] as FullView['log'][number];

/** The page commits and is asked to reveal. */
function revealing(book: Notebook): { commit: Commit; reveal: Reveal | null; commits: string[] } {
  const commit = book.takeTable(table({})) as Commit;
  const commits = [commit.commitment, 'b'.repeat(64)];
  return { commit, reveal: book.takeTable(table({ stage: 'revealing', commits })) as Reveal | null, commits };
}

describe("a page's number", () => {
  it('is committed to, then shown when all commitments are final', () => {
    const { commit, reveal } = revealing(new Notebook());
    expect(commit).toMatchObject({ t: 'commit', match: 'M' });
    expect(reveal).toMatchObject({ t: 'reveal', match: 'M' });
    expect(reveal?.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(nonceCommitment(deal, 0, reveal?.nonce ?? '')).toBe(commit.commitment);
  });

  it('is not shown before, nor by a watcher, nor to a seal of the old way', () => {
    const book = new Notebook();
    const commit = book.takeTable(table({})) as Commit;
    expect(book.takeTable(table({ stage: 'sealing', commits: [commit.commitment, ''] }))).toBeNull();
    expect(new Notebook().takeTable(table({}, { you: null, match: 'W' }))).toBeNull();
    expect(new Notebook().takeTable(table({ stage: 'dealt', words: [null, null] }, { match: 'O' }))).toBeNull();
  });

  it('is the same after a reload and in another tab', () => {
    const first = revealing(new Notebook());
    const second = revealing(new Notebook());
    expect(second.commit).toEqual(first.commit);
    expect(second.reveal).toEqual(first.reveal);
  });

  it('is another one on another seat and in another match', () => {
    const book = new Notebook();
    const commits = [table({}), table({}, { you: 1 }), table({}, { match: 'N' })].map(
      (one) => book.takeTable(one) as Commit,
    );
    expect(new Set(commits.map((one) => one.commitment)).size).toBe(3);
  });

  it('is not shown for a commitment that is not its own', () => {
    const book = new Notebook();
    book.takeTable(table({}));
    expect(book.takeTable(table({ stage: 'revealing', commits: ['0'.repeat(64), ''] }))).toBeNull();
    expect(book.notes?.nonce).toBe('');
  });

  it('lives in memory where there is no storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(revealing(new Notebook()).reveal).not.toBeNull();
    expect(notesOf('M')).toBeNull();
  });
});

describe('a server that contradicts itself', () => {
  it('is noticed when it shows another fingerprint, and gets no number', () => {
    const book = new Notebook();
    const { commits } = revealing(book);
    expect(book.contradicted).toBe(false);
    expect(book.takeTable(table({ stage: 'revealing', commits, commitment: 'd'.repeat(64) }))).toBeNull();
    expect(book.contradicted).toBe(true);
    expect(book.notes?.commitment).toBe(OPEN.commitment);
  });

  it('is noticed when final commitments, numbers or draws change', () => {
    const book = new Notebook();
    const { commits } = revealing(book);
    const dealt = { stage: 'dealt' as const, commits, nonces: ['1', '2'] };
    book.takeTable(table(dealt));
    book.takeView(view({}));
    expect(book.contradicted).toBe(false);
    book.takeView(view({ n: 3, chance: ['shuffle 55', 'pick 2'] }));
    book.takeView(view({ n: 3, chance: [] }));
    expect(book.contradicted).toBe(false);
    book.takeView(view({ n: 3, chance: ['shuffle 54', 'pick 2'] }));
    expect(book.contradicted).toBe(true);
    for (const change of [{ commits: [commits[0] ?? '', ''] }, { nonces: ['1', '3'] }]) {
      const other = new Notebook();
      other.takeTable(table(dealt));
      other.takeTable(table({ ...dealt, ...change }));
      expect(other.contradicted).toBe(true);
    }
  });
});

describe('the notes', () => {
  it('keep what was seen of a match across a reload', () => {
    const book = new Notebook();
    const { commits, reveal } = revealing(book);
    book.takeTable(table({ stage: 'dealt', commits, nonces: ['1', '2'] }));
    book.takeVersion(7);
    book.takeView(view({ n: 0, log: [NOTE] }));
    book.takeChange({ n: 1, log: [NOTE], chance: ['pick 2'] });
    book.takeLog([
      [0, [NOTE]],
      [2, [NOTE]],
      [3, []],
    ]);
    book.takeChange({ n: 4, log: [], result: { winners: [0] } });
    expect(notesOf('M')).toEqual({
      way: 2,
      table: 'T',
      match: 'M',
      game: 'pairs',
      seats: 2,
      options: { target: 5 },
      version: 7,
      commitment: OPEN.commitment,
      commits,
      nonces: ['1', '2'],
      you: 0,
      nonce: reveal?.nonce,
      chance: ['shuffle 55', 'pick 2'],
      lines: [0, 1, 2].map((n) => [n, lineDigest(n, [NOTE])]),
      result: resultDigest({ winners: [0] }),
    });
  });

  it('begin anew for other eyes and forget nothing that was seen before', () => {
    const book = new Notebook();
    const { commits, reveal } = revealing(book);
    const dealt = { stage: 'dealt' as const, commits, nonces: ['1', '2'] };
    book.takeTable(table(dealt));
    book.takeView(view({ log: [NOTE] }));
    const mine = { you: 0, nonce: reveal?.nonce, lines: [[0, lineDigest(0, [NOTE])]] };
    book.takeTable(table({ stage: 'revealing', commits }, { you: null }));
    expect(book.notes).toMatchObject({ you: null, lines: [], nonce: '', others: [mine] });
    book.takeLog([[0, ['forged']]]);
    book.takeTable(table({ stage: 'revealing', commits }, { you: 0 }));
    book.takeLog([[0, ['forged']]]);
    expect(book.notes).toMatchObject({ ...mine, others: [{ you: null, lines: [[0, lineDigest(0, ['forged'])]] }] });
    expect(book.contradicted).toBe(false);
  });

  it('keep the first result, and that the server told another one later, across a reload', () => {
    const book = new Notebook();
    book.takeTable(table({ stage: 'dealt' }));
    book.takeView(view({ result: { winners: [0] } }));
    book.takeView(view({ result: { winners: [1] } }));
    expect(book.contradicted).toBe(true);
    expect(notesOf('M')).toMatchObject({ contradicted: true, result: resultDigest({ winners: [0] }) });
    const again = new Notebook();
    again.takeTable(table({ stage: 'dealt' }));
    expect(again.contradicted).toBe(true);
  });

  it('keep that all have agreed to end the match', () => {
    const book = new Notebook();
    book.takeTable(table({ stage: 'dealt' }));
    expect(notesOf('M')?.ended).toBeUndefined();
    book.takeTable(table({ stage: 'dealt' }, { ended: true }));
    expect(notesOf('M')?.ended).toBe(true);
  });

  it('are the only ones in a record that is downloaded', () => {
    expect(withNotes({ game: 'pairs', seen: 'forged', record: {} }, 'M')).toEqual({ game: 'pairs' });
    new Notebook().takeTable(table({}));
    expect(withNotes({ game: 'pairs', seen: 'forged' }, 'M')).toEqual({ game: 'pairs', seen: notesOf('M') });
  });

  it('are kept of the last matches only', () => {
    const book = new Notebook();
    for (let n = 0; n < 40; n++) book.takeTable(table({}, { match: `m${n}` }));
    expect([notesOf('m0'), notesOf('m15'), notesOf('m39')?.match]).toEqual([null, null, 'm39']);
    expect([...storage.items.keys()].filter((key) => key.startsWith('koloda-number:'))).toHaveLength(24);
  });

  it('make room where there is little, and do without where there is none', () => {
    const book = new Notebook();
    for (let n = 0; n < 10; n++) book.takeTable(table({}, { match: `m${n}` }));
    storage.room = [...storage.items].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
    for (let n = 10; n < 15; n++) book.takeTable(table({}, { match: `m${n}` }));
    expect([notesOf('m0'), notesOf('m14')?.match]).toEqual([null, 'm14']);
    storage.room = 0;
    expect(revealing(new Notebook()).reveal).not.toBeNull();
  });

  it('that are damaged are no notes', () => {
    storage.items.set('koloda-seal:M', '{');
    storage.items.set('koloda-seals', '{}');
    expect(notesOf('M')).toBeNull();
    expect(revealing(new Notebook()).reveal).not.toBeNull();
  });
});

describe('what was taken back', () => {
  it('is kept apart, with the take-back that made it void, and contradicts nothing', () => {
    const book = new Notebook();
    book.takeTable(table({}));
    book.takeView(view({ n: 0, log: [NOTE] }));
    book.takeView(view({ n: 1, log: [NOTE], chance: ['shuffle 55', 'pick 4'] }));
    book.takeView(view({ n: 2, log: [NOTE], chance: ['shuffle 55', 'pick 4'] }));
    book.takeLog([[0, [NOTE]]], [[0, 0, 1, []]]);
    book.takeView(view({ n: 0, log: [NOTE] }));
    book.takeView(view({ n: 1, log: [NOTE], chance: ['shuffle 55', 'pick 3'] }));
    expect(book.contradicted).toBe(false);
    expect(book.notes?.lines.map(([n]) => n)).toEqual([0, 1]);
    expect(book.notes?.undone).toEqual([1, 2].map((n) => [0, n, lineDigest(n, [NOTE])]));
    book.takeView(view({ n: 1, log: [NOTE], chance: ['shuffle 55', 'pick 4'] }));
    expect(book.contradicted).toBe(true); // without another take-back it is no other line
  });
});
