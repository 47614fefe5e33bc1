import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tale } from '../story/tales';
import { Playback } from './playback.svelte';

let playback: Playback;
let told: string[];
const stands = (): string => playback.player.current?.effect ?? `rest ${playback.player.view?.n}`;
const after = (act: () => void): string => {
  act();
  return stands();
};
const pass = (ms: number): string => after(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  const pace = { holds: () => ({ land: 700, curtain: 1200 }), speed: () => 'normal' as const };
  playback = new Playback(pace, ({ n, picture }) => told.push(`${n} ${picture?.effect ?? 'end'}`));
  playback.load([tale(0), tale(1, 'land', 'curtain'), tale(2), tale(3, 'land')]);
});
afterEach(() => {
  playback.stop();
  vi.useRealTimers();
});

describe('a match that is told again', () => {
  it('tells the next move with its story', () => {
    expect(after(() => playback.on())).toBe('land');
    expect(playback.move).toBe(1);
    expect(pass(700)).toBe('curtain');
    expect(pass(1200)).toBe('rest 1');
    expect(pass(5000)).toBe('rest 1');
    expect(told).toEqual(['1 land', '1 curtain', '1 end']);
  });

  it('skips what is left of a move when the next one is asked for', () => {
    after(() => playback.on());
    expect(after(() => playback.on())).toBe('rest 2');
    expect(after(() => playback.on())).toBe('land');
    expect(playback.atEnd).toBe(false);
    expect(after(() => playback.on())).toBe('rest 3');
    expect(playback.atEnd).toBe(true);
  });

  it('goes on and back by one moment, each of which stands', () => {
    expect(after(() => playback.onPicture())).toBe('land');
    expect(pass(9000)).toBe('land');
    expect(after(() => playback.onPicture())).toBe('curtain');
    expect(after(() => playback.backPicture())).toBe('land');
    expect(after(() => playback.backPicture())).toBe('rest 0');
    after(() => playback.jump(1));
    expect(after(() => playback.backPicture())).toBe('curtain');
    expect(playback.picture).toBe(1);
    expect(after(() => playback.onPicture())).toBe('rest 1');
    expect(after(() => playback.onPicture())).toBe('rest 2');
  });

  it('plays by itself to the end, and stands while it pauses', () => {
    expect(after(() => playback.toggle())).toBe('rest 0');
    expect(pass(900)).toBe('land');
    after(() => playback.toggle());
    expect(pass(9000)).toBe('land');
    after(() => playback.toggle());
    expect(pass(700)).toBe('curtain');
    expect(pass(1200)).toBe('rest 1');
    expect(pass(900)).toBe('rest 2');
    expect(pass(900)).toBe('land');
    expect(pass(700)).toBe('rest 3');
    expect(playback.playing).toBe(false);
    expect(after(() => playback.toggle())).toBe('rest 0');
    expect(playback.playing).toBe(true);
  });

  it('is shown at the same move by other eyes, and jumps without a story', () => {
    after(() => playback.jump(2));
    playback.load([tale(0), tale(1, 'land'), tale(2, 'land')]);
    expect(stands()).toBe('rest 2');
    expect(after(() => playback.back())).toBe('rest 1');
    expect(told).toEqual(['2 end', '1 end']);
  });
});
