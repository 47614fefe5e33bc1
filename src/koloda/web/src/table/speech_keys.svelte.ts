/** Single keys that have the table read aloud. They can be changed, and switched off one by one. */
import { lasting } from '../lib/net/lasting';
import { announce } from '../lib/state/announce.svelte';
import { prefs } from '../lib/state/prefs.svelte';
import type * as Aloud from './aloud';
import type { Scene } from './aloud';

/** What can be asked, and the key for it unless the reader has chosen another. */
export const USUAL_KEYS = {
  'say-hand': 'h',
  'say-table': 't',
  'say-seat': 's',
  'say-last': 'l',
  'say-moves': 'm',
  'say-score': 'p',
} as const;
export type Question = keyof typeof USUAL_KEYS;
export const QUESTIONS = Object.keys(USUAL_KEYS) as Question[];

/** Whether the list of keys is open. */
export const keyList = $state({ open: false });

const ANSWERS = {
  'say-hand': 'handAloud',
  'say-table': 'tableAloud',
  'say-seat': 'seatsAloud',
  'say-last': 'lastAloud',
  'say-moves': 'movesAloud',
  'say-score': 'scoreAloud',
} as const satisfies Record<Question, keyof typeof Aloud>;
const SEAT_DIGIT_MS = 5000;
/** Two digits that follow each other as quickly as this are one number. */
const TYPING_MS = 700;

/** Since when a digit means a seat; 0: it does not. */
let seatAsked = 0;
let seatTyped = '';
let seatTimer: ReturnType<typeof setTimeout> | undefined;

/** The key of a question; '' if it has none. */
export const keyOf = (question: Question): string => prefs.keys[question] ?? USUAL_KEYS[question];

/** The Latin letter on a key, whatever language the keyboard writes. */
export function letterOf({ key, code }: KeyboardEvent): string {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  return /^Key[A-Z]$/.test(code) && key.length === 1 ? code.slice(3).toLowerCase() : '';
}

/** Give a question another key; the question that had it before has none any more. */
export function setKey(question: Question, letter: string): void {
  const keys: Record<string, string> = { ...prefs.keys, [question]: letter };
  for (const other of QUESTIONS) if (letter && other !== question && keyOf(other) === letter) keys[other] = '';
  prefs.keys = keys;
}

export function answer(question: Question, scene: Scene): void {
  if (question === 'say-seat') seatAsked = Date.now();
  void say((aloud) => aloud[ANSWERS[question]](scene));
}

/** Many never ask, so the sentences come with the first question. */
async function say(words: (aloud: typeof Aloud) => string): Promise<void> {
  announce(words(await lasting(() => import('./aloud'))));
}

/** Answer a key that asks for something; false: it does not. */
export function onSpeechKey(event: KeyboardEvent, scene: Scene): boolean {
  if (event.repeat) return false;
  if (event.key === '?') keyList.open = true;
  else if (/^\d$/.test(event.key) && Date.now() - seatAsked < SEAT_DIGIT_MS) typeSeat(event.key, scene);
  else {
    const letter = letterOf(event);
    const question = letter && QUESTIONS.find((one) => keyOf(one) === letter);
    if (!question || event.shiftKey) return false;
    answer(question, scene);
  }
  event.preventDefault();
  return true;
}

/** With ten seats or more a second digit may follow. */
function typeSeat(digit: string, scene: Scene): void {
  clearTimeout(seatTimer);
  seatTyped += digit;
  const told = (): void => {
    const seat = Number(seatTyped) - 1;
    seatTyped = '';
    seatAsked = 0;
    void say((aloud) => aloud.seatAloud(scene, seat));
  };
  if (Number(seatTyped) * 10 > scene.names.length) told();
  else seatTimer = setTimeout(told, TYPING_MS);
}
