/** The keyboard at the table: arrows walk over what can be chosen, digits press buttons or choose, Enter plays, Esc lets
    everything go. Where several things can be done, each button has its digit. Where there is only one, digits choose
    its cards, players, words or numbers; on a slider they are always its number. */
import { tick } from 'svelte';
import { MUTE_KEY, toggleSound } from '../lib/sound/mute';
import type { BoardState } from './board.svelte';
import type { Prompt } from './prompt.svelte';
import { letterOf, onSpeechKey } from './speech_keys.svelte';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const CONTROLS = 'button, a[href], input:not([type=range]), select, textarea, summary, [role=slider]';
/** Digits that follow each other as quickly as this are one number. */
const TYPING_MS = 900;

let typed = '';
let typedAt = 0;

export function onBoardKey(event: KeyboardEvent, root: HTMLElement, board: BoardState): void {
  if (!isPlain(event) || onSpeechKey(event, board)) return;
  if (letterOf(event) === MUTE_KEY && !event.repeat) return toggleSound();
  if (!board.playable) return;
  const { prompt } = board;
  const step = STEPS[event.key];
  if (event.key === 'Escape') prompt.clear();
  else if (/^\d$/.test(event.key)) digit(event, root, prompt);
  else if (event.key === 'Enter' && !onControl(event.target)) press(event, buttonFor(event.target, root));
  else if (step && inside(event.target, root)) walk(event, root, step);
}

/** Whether a key is meant for the page: not for a text, the browser or a program that reads the page aloud. */
function isPlain(event: KeyboardEvent): boolean {
  return !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target));
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || Boolean(target.closest('dialog'));
}

const onControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null;

/** The button that Enter presses: that of the slider, or the one that stands out. */
function buttonFor(target: EventTarget | null, root: HTMLElement): HTMLElement | null {
  const value = isSlider(target) ? target.closest('.value') : null;
  return (value ?? root).querySelector<HTMLElement>(value ? '.act' : '.prompt .primary');
}

const isSlider = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'range';

const inside = (target: EventTarget | null, root: HTMLElement): boolean =>
  target === document.body || (target instanceof HTMLElement && (target.id === 'main' || root.contains(target)));

function digit(event: KeyboardEvent, root: HTMLElement, prompt: Prompt): void {
  if (prompt.type && isSlider(event.target)) return typeNumber(event, null, prompt.type);
  if (!prompt.single) return press(event, root.querySelector(`.prompt .act[aria-keyshortcuts='${event.key}']`));
  if (prompt.type) return typeNumber(event, root, prompt.type);
  const at = event.key === '0' ? 9 : Number(event.key) - 1;
  press(event, targets(root)[at] ?? null);
}

/** The focus goes to the button that plays the number; on a slider (no root) it stays. */
function typeNumber(event: KeyboardEvent, root: HTMLElement | null, type: (number: number) => boolean): void {
  const quick = event.timeStamp - typedAt < TYPING_MS;
  typed = quick && type(Number(typed + event.key)) ? typed + event.key : event.key;
  typedAt = event.timeStamp;
  event.preventDefault();
  const taken = typed.length > 1 || type(Number(typed));
  if (taken && root) void tick().then(() => focusOn(root.querySelector('.prompt .primary')));
}

function press(event: KeyboardEvent, button: HTMLElement | null): void {
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
  /** What cannot be done yet leads to what is to be chosen first. */
  if (button.ariaDisabled === 'true' || button.ariaPressed === 'true')
    void tick().then(() => focusOn(firstChoice(button)));
}

function firstChoice(button: HTMLElement): HTMLElement | null {
  const values = button.closest('.value');
  if (values) return values.querySelector<HTMLElement>('[aria-pressed], input');
  if (!button.closest('.prompt')) return null;
  const root = button.closest<HTMLElement>('[data-board]');
  return (root && targets(root)[0]) ?? null;
}

const focusOn = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** What can be chosen on the table: my own cards first, then the middle, then the others. */
export function targets(root: HTMLElement): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>('[data-lit]')];
  const mine = all.filter((element) => element.closest('[data-mine]'));
  return [...mine, ...all.filter((element) => !mine.includes(element))];
}

function walk(event: KeyboardEvent, root: HTMLElement, step: number): void {
  const all = targets(root);
  if (all.length === 0) return;
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  event.preventDefault();
  all[next]?.focus();
}
