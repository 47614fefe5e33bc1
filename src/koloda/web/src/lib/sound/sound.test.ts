import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { View } from '../net/decode';
import type { GameInfo } from '../net/protocol';
import { prefs } from '../state/prefs.svelte';
import { soundOf } from './table_sounds';

const made: string[] = [];
const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined, value: 0 };
class FakeNode {
  gain = param;
  frequency = param;
  Q = param;
  connect = (next: unknown): unknown => next;
  start = (): void => void made.push('tone');
  stop = (): void => undefined;
}
class FakeAudio {
  state = 'running';
  currentTime = 0;
  sampleRate = 8000;
  createGain = (): FakeNode => new FakeNode();
  createOscillator = (): FakeNode => new FakeNode();
}

describe('a sound', () => {
  let gesture: (() => void) | undefined;
  beforeEach(() => {
    vi.resetModules();
    made.length = 0;
    prefs.sound = true;
    vi.stubGlobal('document', { hidden: false });
    vi.stubGlobal('AudioContext', FakeAudio);
    vi.stubGlobal('BiquadFilterNode', class {});
    vi.stubGlobal('addEventListener', (_: string, heard: () => void) => (gesture = heard));
    vi.stubGlobal('removeEventListener', () => undefined);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('waits for a gesture, and is heard once', async () => {
    const { awaitGesture, play } = await import('./sound');
    awaitGesture();
    play('turn');
    expect(made).toEqual([]);
    gesture?.();
    await vi.dynamicImportSettled();
    play('turn');
    play('turn');
    expect(made).toEqual(['tone', 'tone']); // it has two tones
  });

  it('is not made for whoever wants none', async () => {
    const sound = await import('./sound');
    const { prefs: fresh } = await import('../state/prefs.svelte');
    fresh.sound = false;
    sound.awaitGesture();
    gesture?.();
    await vi.dynamicImportSettled();
    sound.play('win');
    expect(made).toEqual([]);
  });
});

describe('the sounds of a table', () => {
  const game = { counters: { coins: { show: 'score' }, round: { show: 'number' } } } as unknown as GameInfo;
  const view = (n: number, coins: number, round = 1): View =>
    ({
      n,
      counters: [
        { name: 'coins', owner: 0, value: coins },
        { name: 'round', owner: null, value: round },
      ],
    }) as unknown as View;

  it('are a shuffle at the beginning and a chip where chips move', () => {
    expect(soundOf(game, null, view(0, 5))).toBe('shuffle');
    expect(soundOf(game, null, view(7, 5))).toBeNull();
    expect(soundOf(game, view(7, 5), view(0, 5))).toBe('shuffle');
    expect(soundOf(game, view(3, 5), view(4, 6))).toBe('chip');
    expect(soundOf(game, view(3, 5), view(4, 5, 2))).toBeNull();
  });
});
