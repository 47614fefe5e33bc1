/** Sounds, if the reader wants any: a browser lets a page sound only after a gesture, and only then they are loaded. */
import { prefs } from '../state/prefs.svelte';
import type { Sound } from './synth';

/** The same sound is not heard again so soon: twenty cards that are dealt are no machine gun. */
const SAME_MS = 60;
const GESTURES = ['pointerdown', 'keydown'] as const;

let make: ((sound: Sound) => void) | null = null;
const heard = new Map<Sound, number>();

/** Waits for the first gesture on the page. Call it once. */
export function awaitGesture(): void {
  const wake = (): void => {
    for (const gesture of GESTURES) removeEventListener(gesture, wake, true);
    import('./synth').then(
      (synth) => (make = synth.make),
      () => undefined, // a page that has lost its server is silent
    );
  };
  for (const gesture of GESTURES) addEventListener(gesture, wake, true);
}

/** Makes a sound, if the reader wants any and has touched the page. */
export function play(sound: Sound): void {
  const now = Date.now();
  if (!prefs.sound || !make || document.hidden || now - (heard.get(sound) ?? 0) < SAME_MS) return;
  heard.set(sound, now);
  make(sound);
}
