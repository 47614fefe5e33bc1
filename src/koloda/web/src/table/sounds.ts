/** Short ticks, made without sound files; off by default. */
import { prefs } from '../lib/state/prefs.svelte';

let context: AudioContext | null = null;
const PITCH = { card: 420, turn: 660, refused: 180 } as const;

export function tick(kind: keyof typeof PITCH): void {
  if (!prefs.sounds || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = kind === 'card' ? 'triangle' : 'sine';
  tone.frequency.setValueAtTime(PITCH[kind], now);
  loud.gain.setValueAtTime(0.06, now);
  loud.gain.exponentialRampToValueAtTime(0.0001, now + (kind === 'card' ? 0.06 : 0.22));
  tone.connect(loud).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.25);
}
