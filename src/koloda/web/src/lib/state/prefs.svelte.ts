import type { Lang } from '../net/protocol';
import type { Speed } from '../story/player.svelte';

/** How much somebody who listens is told: everything, what concerns them, or only answers. */
export type Speech = 'full' | 'brief' | 'off';

/** How a hand is sorted. */
export type HandOrder = 'rank' | 'suit';

/** The colours of the table. */
export const FELTS = ['green', 'blue', 'wine', 'slate'] as const;

export interface Prefs {
  lang: Lang;
  theme: 'auto' | 'light' | 'dark';
  felt: (typeof FELTS)[number];
  /** Two colours (red, black) or one for each suit. */
  colours: 2 | 4;
  bigIndices: boolean;
  /** Not the old `sounds`, which was off for everybody who had never chosen. */
  sound: boolean;
  /** auto: as the system says. */
  motion: 'auto' | 'on' | 'off';
  /** How fast the story of a move is told. */
  speed: Speed;
  speech: Speech;
  /** Keys that the reader has changed, by what they ask for; '': none. */
  keys: Record<string, string>;
  /** How my hand is sorted, by game; a game that is not named has its own way. */
  handOrders: Record<string, HandOrder>;
  tips: boolean;
  tipsSeen: string[];
}

const STORAGE_KEY = 'koloda';

function fresh(): Prefs {
  const russian = typeof navigator === 'undefined' || /^(ru|be|uk|kk)/i.test(navigator.language);
  return {
    lang: russian ? 'ru' : 'en',
    theme: 'auto',
    felt: 'green',
    colours: 2,
    bigIndices: false,
    sound: true,
    motion: 'auto',
    speed: 'normal',
    speech: 'full',
    keys: {},
    handOrders: {},
    tips: true,
    tipsSeen: [],
  };
}

function stored(): Partial<Prefs> {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Partial<Prefs>;
  } catch {
    return {};
  }
}

/** The preferences of this browser's player; a changed field is saved. */
export const prefs: Prefs = $state({ ...fresh(), ...stored() });

function apply(): void {
  const root = document.documentElement;
  root.lang = prefs.lang;
  if (prefs.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
  root.dataset.motion = reducedMotion() ? 'off' : 'on';
  root.dataset.felt = prefs.felt;
  root.dataset.colours = String(prefs.colours);
}

/** Applies the preferences before anything is drawn, and saves their changes; called once by App. */
export function keepPrefs(): void {
  apply();
  $effect(() => {
    apply();
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(prefs));
    } catch {
      // A browser without storage can still be played in.
    }
  });
}

/** Whether things should stand still. */
export function reducedMotion(): boolean {
  if (prefs.motion !== 'auto') return prefs.motion === 'off';
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
