/** The arithmetic of the sealed deal, as docs/fairness.md specifies it; src/koloda/seal.py is the same in Python. */

import { hex, sha256 } from './sha256';

const NONCE_BYTES = 16;
const LENGTH_BYTES = 8;
const LINE_DIGITS = 16;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** SHA-256 over the purpose and the fields: each as UTF-8, preceded by its length in bytes as 8 bytes. */
export function digest(purpose: string, ...fields: string[]): string {
  const parts = [`koloda seal 2: ${purpose}`, ...fields].map(utf8);
  const data = new Uint8Array(parts.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0));
  const view = new DataView(data.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at + 4, part.length);
    data.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return hex(sha256(data));
}

/** A random number of a page's own. */
export const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));

/** Which deal it is: the same number is worth nothing at another table or in another match. */
export interface DealId {
  table: string;
  match: string;
}

/** What the server shows of its secret before the deal. */
export const secretCommitment = ({ table, match }: DealId, secret: string): string =>
  digest('secret', table, match, secret);

/** What a page shows of its number before all numbers are shown. */
export const nonceCommitment = ({ table, match }: DealId, seat: number, nonce: string): string =>
  digest('nonce', table, match, String(seat), nonce);

/** The number of a seat whose page has none, or has committed to one and not shown it in time. */
export const nonceByRule = ({ table, match }: DealId, seat: number, commitment: string): string =>
  digest('nonce by rule', table, match, String(seat), commitment).slice(0, 2 * NONCE_BYTES);

/** The seats that have committed to a number and have the one by rule. */
export const lateSeats = (deal: DealId, commits: string[], nonces: string[]): number[] =>
  commits.flatMap((said, seat) => (said && nonces[seat] === nonceByRule(deal, seat, said) ? [seat] : []));

/** What is dealt. */
export interface Dealt {
  game: string;
  version: number;
  seats: number;
  options: Record<string, unknown>;
}

/** The seed of the match, from which all its chance comes. */
export function seedOf(deal: DealId, what: Dealt, secret: string, commits: string[], nonces: string[]): string {
  const dealt = [what.game, String(what.version), String(what.seats), canonical(what.options)];
  const numbers = commits.flatMap((said, seat) => [said, nonces[seat] ?? '']);
  return digest('seed', deal.table, deal.match, ...dealt, secret, ...numbers);
}

/** What a note holds where it ends earlier: kind, seat, other, cards, n, word. */
const NOTE_DEFAULTS = ['', null, null, [], 0, ''];

/** What a page keeps of a line of the log, whose notes count as whole ones: enough to recognise it. */
export function lineDigest(n: number, notes: unknown[]): string {
  const whole = notes.map((note) => (Array.isArray(note) ? [...note, ...NOTE_DEFAULTS.slice(note.length)] : note));
  return digest('line', String(n), canonical(whole)).slice(0, LINE_DIGITS);
}

/** What a page keeps of the result. */
export const resultDigest = (result: unknown): string => digest('result', canonical(result)).slice(0, LINE_DIGITS);

/** JSON in one way only: no blanks, names in the order of their UTF-16 units, no needless escapes (RFC 8785). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`;
}

/** The old way: SHA-256 of the secret's text. */
export const oldCommitment = (secret: string): string => hex(sha256(utf8(secret)));

/** The old way: the secret and every seat's own words, one a line. */
export const oldSeed = (secret: string, words: (string | null)[]): string =>
  [secret, ...words.map((word) => word ?? '')].join('\n');
