/**
 * Check the deal of a finished match, as src/koloda/verify.py does in the terminal: the seal against what this page has
 * seen, its hashes, the cards against the game's pack, every answer of chance. The page knows no rules: that the
 * requests of chance are those of the rules it sees from what was announced in play (docs/fairness.md).
 */

import type { PackInfo, SealRecord } from '../net/protocol';
import type { Line } from './lines';
import {
  lateSeats,
  lineDigest,
  nonceByRule,
  nonceCommitment,
  oldCommitment,
  oldSeed,
  resultDigest,
  secretCommitment,
  seedOf,
} from './arithmetic';
import type { Notes } from './notebook';
import { type Card, inDeckOrder, Stream } from './stream';

const OLD_WAY = 1;
const PRESENT_WAY = 2;
const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^[0-9a-f]{32}$/;

export type { Line };

/** Everything that is compared. What is not known is null: then that part is not checked. */
export interface Evidence {
  record: Record<string, unknown>;
  /** The different cards of the game's deck in order. */
  order: Card[];
  pack: PackInfo | null;
  seen: Notes | null;
  /** What the archive shows of the log with this page's eyes, and with those it had before (`seen.others`). */
  lines: Line[] | null;
  otherLines?: (Line[] | null)[];
  /** The same of what was taken back: for each take-back its lines. */
  undone?: Line[][] | null;
  otherUndone?: (Line[][] | null)[];
}

export type ProblemArgs = Record<string, string | number>;

export type Verdict =
  | {
      good: true;
      draws: number;
      old: boolean;
      /** The seats whose own numbers are in the deal, and those that were late. */
      own: number[];
      late: number[];
      seen: boolean;
      /** Whether the cards were compared with the game's pack. */
      pack: boolean;
      /** How many lines of the log were compared. */
      lines: number;
      /** Whether this page's own number is in the deal; null: it had no seat. */
      mine: boolean | null;
    }
  | { good: false; problem: string; args: ProblemArgs };

class Unfair extends Error {
  constructor(
    readonly problem: string,
    readonly args: ProblemArgs = {},
  ) {
    super(problem);
  }
}

/** What is to be said of a deal. */
export function checkDeal(evidence: Evidence): Verdict {
  try {
    return approved(evidence);
  } catch (error) {
    if (error instanceof Unfair) return { good: false, problem: error.problem, args: error.args };
    throw error;
  }
}

function approved(evidence: Evidence): Verdict {
  const { record, order, pack, seen, lines, otherLines = [], undone = null, otherUndone = [] } = evidence;
  const seats = Number(record.seats);
  const seal = checkedSeal(record.seal, seats);
  const requests = requestsOf(record);
  if (record.ended !== undefined && (record.ended !== true || record.result)) throw new Unfair('two-ends');
  if (seen) compareWithSeen(seen, record, seal);
  if (seen) compareEnds(seen, record);
  if (seen) compareRequests(seen, requests);
  checkNumbers(seal);
  if (pack) checkPack(pack, requests);
  checkChance(requests, new Stream(seedIn(record, seal)), order);
  const heard = seen ? [seen, ...(seen.others ?? [])] : [];
  const compared = heard.map((eyes, at) => compareLines(eyes.lines, at ? (otherLines[at - 1] ?? null) : lines));
  heard.forEach((eyes, at) => compareUndone(eyes.undone ?? [], at ? (otherUndone[at - 1] ?? null) : undone));
  if (seen?.result && resultDigest(record.result) !== seen.result) throw new Unfair('other-result');
  const late = lateSeats(dealOf(seal), seal.commits, seal.nonces);
  return {
    good: true,
    draws: requests.length,
    old: seal.way === OLD_WAY,
    own: seal.commits.flatMap((said, seat) => (said && !late.includes(seat) ? [seat] : [])),
    late,
    seen: seen !== null,
    pack: pack !== null,
    lines: compared.reduce((sum, count) => sum + count, 0),
    mine: seen?.you == null || seal.way === OLD_WAY ? null : seal.nonces[seen.you] === seen.nonce,
  };
}

// Shapes

type CheckedSeal = Required<SealRecord>;

const dealOf = ({ table, match }: CheckedSeal): { table: string; match: string } => ({ table, match });

function checkedSeal(value: unknown, seats: number): CheckedSeal {
  const seal = (value ?? {}) as Partial<SealRecord>;
  const must = (what: string, right: boolean): void => {
    if (!right) throw new Unfair('seal-shape', { what });
  };
  const texts = (list: unknown, pattern: RegExp): boolean =>
    Array.isArray(list) && list.length === seats && list.every((one) => typeof one === 'string' && pattern.test(one));
  const { way, commitment, secret, table = '', match = '', commits = [], nonces = [], words = [] } = seal;
  must('commitment', typeof commitment === 'string' && HASH.test(commitment));
  must('secret', typeof secret === 'string' && HASH.test(secret));
  must('way', way === OLD_WAY || way === PRESENT_WAY);
  if (way === PRESENT_WAY) {
    must('table', typeof table === 'string' && typeof match === 'string');
    must('commits', texts(commits, /^([0-9a-f]{64})?$/));
    must('nonces', texts(nonces, NONCE));
  } else must('words', Array.isArray(words) && words.length === seats);
  return { way, commitment, secret, table, match, commits, nonces, words } as CheckedSeal;
}

/** A request of chance and its answer, as the record has them. */
interface Request {
  kind: 'shuffle' | 'pick';
  cards: Card[];
  picked: number;
  outOf: number;
  /** As it was announced in play. */
  told: string;
}

function requestsOf(record: Record<string, unknown>): Request[] {
  const chance = Array.isArray(record.chance) ? (record.chance as unknown[]) : [];
  const picks = Array.isArray(record.picks) ? [...(record.picks as unknown[])] : [];
  return chance.map((entry, index) => {
    const { shuffle, pick } = (entry ?? {}) as { shuffle?: unknown; pick?: unknown };
    if (Array.isArray(shuffle)) {
      const cards = shuffle as Card[];
      return { kind: 'shuffle', cards, picked: 0, outOf: 0, told: `shuffle ${cards.length}` };
    }
    const outOf = picks.shift();
    if (typeof outOf !== 'number' || !Number.isInteger(outOf) || outOf < 1)
      throw new Unfair('pick-range', { n: index + 1 });
    return { kind: 'pick', cards: [], picked: Number(pick), outOf, told: `pick ${outOf}` };
  });
}

// Against what this page has seen

function compareWithSeen(seen: Notes, record: Record<string, unknown>, seal: CheckedSeal): void {
  if (seen.contradicted) throw new Unfair('contradicted');
  if (seen.way !== seal.way) throw new Unfair('other-way');
  if (seal.way === PRESENT_WAY && (seen.table !== seal.table || seen.match !== seal.match))
    throw new Unfair('other-match', { seen: `${seen.table}/${seen.match}`, told: `${seal.table}/${seal.match}` });
  for (const name of ['game', 'version', 'seats', 'options'] as const) {
    const [saw, told] = [JSON.stringify(sorted(seen[name])), JSON.stringify(sorted(record[name]))];
    if (seen[name] !== undefined && saw !== told) throw new Unfair('other-game', { what: name, seen: saw, told });
  }
  if (seen.commitment !== seal.commitment) throw new Unfair('other-commitment');
  compareNumbers(seen.commits, seal.commits, 'other-commit');
  compareNumbers(seen.nonces, seal.nonces, 'other-nonce');
  const { you, nonce } = seen;
  if (you === null || !nonce || !seal.commits[you]) return;
  if (lateSeats(dealOf(seal), seal.commits, seal.nonces).includes(you)) return;
  if (seal.nonces[you] !== nonce) throw new Unfair('my-nonce', { seat: you });
}

/** How the match ended, and how often moves were taken back: a page that saw the end knows all of that. */
function compareEnds({ ended, result, takes = 0 }: Notes, record: Record<string, unknown>): void {
  if (record.ended && result) throw new Unfair('other-result');
  if (ended && !record.ended) throw new Unfair('played-on');
  const told = Array.isArray(record.taken_back) ? record.taken_back.length : 0;
  if (told < takes || (told > takes && (ended || result))) throw new Unfair('take-backs', { seen: takes, told });
}

/** The same options in another order are the same. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** None seen: the page was not there at that moment. */
function compareNumbers(saw: string[], told: string[], problem: string): void {
  if (!saw.length) return;
  const seat = Array.from({ length: Math.max(saw.length, told.length) }, (_, at) => at).find(
    (at) => saw[at] !== told[at],
  );
  if (seat !== undefined) throw new Unfair(problem, { seat });
}

function compareRequests(seen: Notes, requests: Request[]): void {
  seen.chance.forEach((saw, index) => {
    const told = requests[index]?.told;
    if (told !== undefined && told !== saw) throw new Unfair('other-request', { n: index + 1, seen: saw, told });
  });
  if (seen.chance.length > requests.length || (seen.result && seen.chance.length !== requests.length))
    throw new Unfair('request-count', { told: requests.length, seen: seen.chance.length });
}

/** How many lines were compared. */
function compareLines(kept: [number, string][], lines: Line[] | null): number {
  if (!lines) return 0;
  const told = new Map(lines.map(([n, notes]) => [n, lineDigest(n, notes)]));
  for (const [n, digest] of kept) if (told.get(n) !== digest) throw new Unfair('other-line', { n });
  return kept.length;
}

/** What this page heard before it was taken back: the record must tell of it, too. */
function compareUndone(kept: [number, number, string][], undone: Line[][] | null): void {
  if (!undone) return;
  for (const [take, n, digest] of kept) {
    const told = undone[take]?.find(([at]) => at === n);
    if (!told || lineDigest(n, told[1]) !== digest) throw new Unfair('other-line', { n });
  }
}

// The seal itself

function checkNumbers(seal: CheckedSeal): void {
  const { secret, commitment } = seal;
  const deal = dealOf(seal);
  const computed = seal.way === OLD_WAY ? oldCommitment(secret) : secretCommitment(deal, secret);
  if (computed !== commitment) throw new Unfair('secret');
  seal.commits.forEach((said, seat) => {
    const nonce = seal.nonces[seat] ?? '';
    const byRule = nonce === nonceByRule(deal, seat, said);
    if (!said && !byRule) throw new Unfair('rule-nonce', { seat });
    if (said && !byRule && nonceCommitment(deal, seat, nonce) !== said) throw new Unfair('nonce', { seat });
  });
}

function seedIn(record: Record<string, unknown>, seal: CheckedSeal): string {
  if (seal.way === OLD_WAY) return oldSeed(seal.secret, seal.words);
  const { game, version, seats, options } = record;
  const dealt = {
    game: String(game),
    version: Number(version),
    seats: Number(seats),
    options: (options ?? {}) as Record<string, unknown>,
  };
  return seedOf(dealOf(seal), dealt, seal.secret, seal.commits, seal.nonces);
}

// Chance

/**
 * The match begins as every match of the game. The first shuffle is of its whole pack, later ones of parts of it; cards
 * with numbers are shuffled as parts of packs of their own.
 */
function checkPack({ pack, other_packs, opening }: PackInfo, requests: Request[]): void {
  opening.forEach((wanted, index) => {
    const told = requests[index]?.told ?? '—';
    if (told !== wanted) throw new Unfair('opening', { n: index + 1, want: wanted, told });
  });
  let first = true;
  requests.forEach(({ kind, cards }, index) => {
    if (kind === 'pick' || other_packs.some((one) => !compared(cards, one).extra.length)) return;
    const { extra, lacking } = compared(cards, pack);
    const missing = first ? lacking : [];
    first = false;
    if (!extra.length && !missing.length) return;
    throw new Unfair('pack', { n: index + 1, extra: extra.join(', ') || '—', lacking: missing.join(', ') || '—' });
  });
}

/** Which cards are there too many and too few times. */
function compared(cards: Card[], pack: Card[]): { extra: Card[]; lacking: Card[] } {
  const lacking = [...pack];
  const extra = cards.filter((card) => {
    const at = lacking.indexOf(card);
    if (at >= 0) lacking.splice(at, 1);
    return at < 0;
  });
  return { extra: extra.sort(), lacking: lacking.sort() };
}

function checkChance(requests: Request[], stream: Stream, order: Card[]): void {
  requests.forEach(({ kind, cards, picked, outOf }, index) => {
    if (kind === 'pick') {
      if (stream.below(outOf) !== picked) throw new Unfair('pick', { n: index + 1 });
      return;
    }
    const computed = stream.shuffle(inDeckOrder(cards, order));
    if (computed.some((card, at) => card !== cards[at])) throw new Unfair('shuffle', { n: index + 1 });
  });
}
