/** The keyboard at the table: arrows walk over what can be chosen, digits press buttons, Esc lets everything go. */
import type { Prompt } from './prompt.svelte';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function onKey(event: KeyboardEvent, board: HTMLElement, prompt: Prompt): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const step = STEPS[event.key];
  if (event.key === 'Escape') prompt.clear();
  else if (/^[1-9]$/.test(event.key)) press(board, Number(event.key) - 1, event);
  else if (step && inside(event.target, board)) walk(board, step, event);
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.getAttribute('role') === 'slider')
  );
}

const inside = (target: EventTarget | null, board: HTMLElement): boolean =>
  target === document.body || (target instanceof HTMLElement && (target.id === 'main' || board.contains(target)));

function press(board: HTMLElement, at: number, event: KeyboardEvent): void {
  const button = board.querySelectorAll<HTMLButtonElement>('.prompt button.act')[at];
  if (!button) return;
  event.preventDefault();
  button.click();
}

/** My own cards first, then the middle, then the others. */
function walk(board: HTMLElement, step: number, event: KeyboardEvent): void {
  const all = [...board.querySelectorAll<HTMLElement>('[data-lit]')];
  const mine = all.filter((el) => el.closest('[data-mine]'));
  const targets = [...mine, ...all.filter((el) => !mine.includes(el))];
  if (targets.length === 0) return;
  const at = targets.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length;
  event.preventDefault();
  targets[next]?.focus();
}
