/**
 * What this page keeps of the matches that it takes part in or watches: the fingerprints it was shown, its own number,
 * and what it saw of the match, across reloads. Later the deal is checked against this, not against what is told then.
 */

import type { Commit, Reveal, TableInfo } from '../net/protocol';
import { lineDigest, newNonce, nonceCommitment, resultDigest } from './arithmetic';

const INDEX_KEY = 'koloda-seals';
const NOTES_KEY = 'koloda-seal:';
const NUMBER_KEY = 'koloda-number:';
const MAX_MATCHES = 24;
const MAX_LINES = 4000;
const SAVE_AFTER_MS = 400;

export interface Notes {
  way: number;
  table: string;
  match: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  version?: number;
  commitment: string;
  /** The final fingerprints of the seats' numbers, and the numbers; empty if the page was not there then. */
  commits: string[];
  nonces: string[];
  /** This page's seat; null for a watcher. */
  you: number | null;
  /** This page's own number, if it has committed to one. */
  nonce: string;
  /** The requests of chance that were announced, in order. */
  chance: string[];
  /** Lines of the log: the number of moves, and a digest. */
  lines: [number, string][];
  /** A digest of the result, once it was shown. */
  result: string;
  /** All have agreed to end the match. */
  ended?: boolean;
  /** What this page saw before, with the eyes of other seats. */
  others?: Eyes[];
  /** How many take-backs this page knows of, and the lines that they made void: which take-back, number, digest. */
  takes?: number;
  undone?: [number, number, string][];
  /** The server has contradicted itself about this deal: what it showed later is not what it showed before. */
  contradicted?: boolean;
}

/** What was seen with the eyes of one seat; a page that changes its seat begins anew and forgets nothing. */
type Eyes = Pick<Notes, 'you' | 'nonce' | 'lines' | 'undone'>;

/** What the notebook takes from a view or a change, as it travelled: of a view all requests, of a change the new ones. */
interface Told {
  n: number;
  log: unknown[];
  chance?: string[] | null;
  result?: unknown;
}

/** Lines of the log as they travelled; and of a take-back: its number, and after which move. */
type LogLines = [number, unknown[], ...unknown[]][];
type Cut = [number, number, ...unknown[]];

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage; a page without one remembers as long as it is open. */
function shelf(): Shelf | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What was kept of a match, if anything. */
export function notesOf(match: string): Notes | null {
  try {
    const text = shelf()?.getItem(NOTES_KEY + match);
    return text ? (JSON.parse(text) as Notes) : null;
  } catch {
    return null;
  }
}

/** A record as the server gives it, with this page's own notes: nothing in it may pass for them. */
export function withNotes(record: Record<string, unknown>, match: string): Record<string, unknown> {
  const own = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'seen' && name !== 'record'));
  const seen = notesOf(match);
  return seen ? { ...own, seen } : own;
}

/** The notes of one table's matches, while it is open. */
export class Notebook {
  notes: Notes | null = null;

  private numbers = new Map<string, string>();
  private known = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** A move was taken back: the next view tells which requests of chance are left. */
  private rewound = false;

  /** Whether the server has contradicted itself about this deal. */
  get contradicted(): boolean {
    return this.notes?.contradicted ?? false;
  }

  /** Takes in what the table tells of the seal; the page's own answer to it, if one is due. */
  takeTable(table: TableInfo): Commit | Reveal | null {
    const { seal, you, match } = table;
    const notes = this.open(table);
    if (notes.commitment !== seal.commitment) notes.contradicted = true;
    if (notes.you !== you) this.changeEyes(notes, you);
    if (table.ended) notes.ended = true;
    if (seal.stage === 'revealing' || seal.stage === 'dealt') this.keep(notes, 'commits', seal.commits ?? []);
    if (seal.stage === 'dealt') this.keep(notes, 'nonces', seal.nonces ?? []);
    const answer = notes.contradicted || you === null || notes.way !== 2 ? null : this.answer(table, you, notes);
    this.save();
    return answer ? { ...answer, match } : null;
  }

  takeVersion(version: number): void {
    if (this.notes) this.notes.version ??= version;
  }

  takeView({ n, log, chance, result }: Told): void {
    const { notes } = this;
    if (!notes) return;
    // every match asks for chance before its first view: where nothing is told, this page may not look
    const known = this.rewound && chance?.length ? [] : notes.chance;
    this.rewound = false;
    if (chance?.length && known.some((told, index) => told !== chance[index])) notes.contradicted = true;
    else if (chance?.length) notes.chance = chance;
    this.take(notes, n, log, result);
  }

  takeChange({ n, log, chance, result }: Told): void {
    const { notes } = this;
    if (!notes) return;
    if (chance) notes.chance = [...notes.chance, ...chance];
    this.take(notes, n, log, result);
  }

  takeLog(lines: LogLines, undone: Cut[] = []): void {
    const { notes } = this;
    if (!notes) return;
    this.rewind(notes, undone);
    for (const [n, log] of lines) this.takeLine(notes, n, log);
  }

  /** Lines that were taken back are kept with the take-back that made them void; what comes now has their numbers. */
  private rewind(notes: Notes, undone: Cut[]): void {
    const since = notes.takes ?? 0;
    if (undone.length <= since) return;
    const news = undone.slice(since);
    for (const eyes of [notes, ...(notes.others ?? [])]) {
      const cut = eyes.lines.flatMap(([n, digest]): [number, number, string][] => {
        const take = news.findIndex(([, after]) => after < n);
        return take < 0 ? [] : [[since + take, n, digest]];
      });
      eyes.undone = [...(eyes.undone ?? []), ...cut];
      eyes.lines = eyes.lines.filter(([n]) => news.every(([, after]) => after >= n));
    }
    notes.takes = undone.length;
    this.known = new Set(notes.lines.map(([n]) => n));
    this.rewound = true;
    this.save();
  }

  private take(notes: Notes, n: number, log: unknown[], result: unknown): void {
    this.takeLine(notes, n, log);
    if (result) {
      const digest = resultDigest(result);
      if (notes.result && notes.result !== digest) notes.contradicted = true;
      notes.result ||= digest;
      this.save();
    } else this.timer ??= setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  private takeLine(notes: Notes, n: number, log: unknown[]): void {
    if (!log.length || this.known.has(n) || notes.lines.length >= MAX_LINES) return;
    this.known.add(n);
    notes.lines.push([n, lineDigest(n, log)]);
  }

  private open(table: TableInfo): Notes {
    if (this.notes?.match === table.match) return this.notes;
    this.save();
    const { id, match, game, seats, options, seal, you } = table;
    const way = seal.words?.length ? 1 : 2;
    const fresh = { way, table: id, match, game, seats, options, commitment: seal.commitment, you };
    this.notes = notesOf(match) ?? { ...fresh, commits: [], nonces: [], nonce: '', chance: [], lines: [], result: '' };
    this.known = new Set(this.notes.lines.map(([n]) => n));
    return this.notes;
  }

  private changeEyes(notes: Notes, you: number | null): void {
    const { you: before, nonce, lines, undone = [], others = [] } = notes;
    const known = others.find((eyes) => eyes.you === you) ?? { you, nonce: '', lines: [] };
    notes.others = [...others.filter((eyes) => eyes.you !== you), { you: before, nonce, lines, undone }];
    Object.assign(notes, { undone: [] }, known);
    this.known = new Set(notes.lines.map(([n]) => n));
  }

  /** What is final is kept as it was shown first. */
  private keep(notes: Notes, name: 'commits' | 'nonces', shown: string[]): void {
    if (!notes[name].length) notes[name] = shown;
    else if (notes[name].join() !== shown.join()) notes.contradicted = true;
  }

  private answer(table: TableInfo, you: number, notes: Notes): Omit<Commit, 'match'> | Omit<Reveal, 'match'> | null {
    const { stage, commits = [] } = table.seal;
    const deal = { table: table.id, match: table.match };
    if (stage === 'dealt') return null;
    if (stage !== 'revealing') {
      if (commits[you]) return null;
      notes.nonce = this.number(table.match, you);
      return { t: 'commit', commitment: nonceCommitment(deal, you, notes.nonce) };
    }
    // another tab may have been quicker than this one
    const mine = [notes.nonce, this.number(table.match, you)].find(
      (nonce) => nonce && nonceCommitment(deal, you, nonce) === commits[you],
    );
    notes.nonce = mine ?? '';
    return mine ? { t: 'reveal', nonce: mine } : null;
  }

  /** This browser's number for a seat in a match; all its tabs have the same. */
  private number(match: string, seat: number): string {
    const key = `${NUMBER_KEY}${match}:${seat}`;
    const known = shelfItem(key) ?? this.numbers.get(key);
    if (known) return known;
    const made = newNonce();
    this.numbers.set(key, made);
    put(key, made);
    return shelfItem(key) ?? made;
  }

  /** Write the notes down; those of the oldest matches make room. */
  save(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { notes } = this;
    if (!notes) return;
    const others = index().filter((match) => match !== notes.match);
    for (const match of others.splice(0, others.length - MAX_MATCHES + 1)) forget(match);
    while (!put(NOTES_KEY + notes.match, JSON.stringify(notes))) {
      const oldest = others.shift();
      if (oldest === undefined) return;
      forget(oldest);
    }
    put(INDEX_KEY, JSON.stringify([...others, notes.match]));
  }
}

function shelfItem(key: string): string | null {
  try {
    return shelf()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Whether it could be written. */
function put(key: string, text: string): boolean {
  try {
    const place = shelf();
    place?.setItem(key, text);
    return place !== null;
  } catch {
    return false;
  }
}

/** The matches of which there are notes, the oldest first. */
function index(): string[] {
  try {
    const known: unknown = JSON.parse(shelfItem(INDEX_KEY) ?? '[]');
    return Array.isArray(known) ? known.filter((match) => typeof match === 'string') : [];
  } catch {
    return [];
  }
}

function forget(match: string): void {
  const place = shelf();
  const { seats = 0 } = notesOf(match) ?? {};
  place?.removeItem(NOTES_KEY + match);
  for (let seat = 0; seat < seats; seat++) place?.removeItem(`${NUMBER_KEY}${match}:${seat}`);
}
