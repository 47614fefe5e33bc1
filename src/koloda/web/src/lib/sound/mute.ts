/** Sound on and off, by a button or a key. */
import { announce } from '../state/announce.svelte';
import { prefs } from '../state/prefs.svelte';
import { t } from '../words/fluent';

export const MUTE_KEY = 'q';

export function toggleSound(): void {
  prefs.sound = !prefs.sound;
  announce(t(prefs.sound ? 'sound-on' : 'sound-off'));
}
