import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Speed, StoryPlayer } from './player.svelte';
import { bareView, tale } from './tales';

let speed: Speed;
let told: number[];
let heard: string[];
let player: StoryPlayer;
const stands = (): string => player.current?.effect ?? `rest ${player.view?.n}`;
const pass = (ms: number): string => {
  vi.advanceTimersByTime(ms);
  return stands();
};

beforeEach(() => {
  vi.useFakeTimers();
  [speed, told, heard] = ['normal', [], []];
  const holds = { land: 700, tally: 800, curtain: 1200 };
  player = new StoryPlayer({ holds: () => holds, speed: () => speed }, (n) => told.push(n));
  player.listen(({ notes }) => heard.push(...notes.map(({ kind }) => kind)));
  player.show(bareView(0));
});
afterEach(() => {
  player.stop();
  vi.useRealTimers();
});

describe('a story that is played', () => {
  it('is told faster if it is long, but no picture is too short to be seen', () => {
    player.queue(tale(1, ...Array<string>(10).fill('curtain')));
    expect(pass(5950)).toBe('curtain');
    expect(pass(100)).toBe('rest 1');
    player.queue(tale(2, ...Array<string>(20).fill('land')));
    expect(pass(7950)).toBe('land');
    expect(pass(100)).toBe('rest 2');
  });
  it('stands for its holds, then the view after the move is there', () => {
    player.queue(tale(1, 'land', 'curtain'));
    expect([stands(), player.telling, pass(690), pass(20), pass(1180), told]).toEqual([
      'land',
      true,
      'land',
      'curtain',
      'curtain',
      [],
    ]);
    expect([pass(20), player.telling, told]).toEqual(['rest 1', false, [1]]);
    expect(heard).toEqual(['1 land', '1 curtain', '1 end']);
  });
  it.each([
    ['calm', 1050],
    ['fast', 315],
  ] as const)('goes as fast as the reader likes: %s', (chosen, ms) => {
    speed = chosen;
    player.queue(tale(1, 'land'));
    expect([pass(ms - 5), pass(10)]).toEqual(['land', 'rest 1']);
  });
  it('may be off: then the end is there at once, and all is told', () => {
    speed = 'off';
    player.queue(tale(1, 'land', 'tally'));
    expect([stands(), told, heard.length]).toEqual(['rest 1', [1], 3]);
  });
  it('is skipped to its end', () => {
    player.queue(tale(1, 'land', 'tally', 'curtain'));
    player.skip();
    expect([stands(), player.previous, told, heard.length]).toEqual(['rest 1', null, [1], 4]);
    player.skip();
    expect([pass(5000), told]).toEqual(['rest 1', [1]]);
  });
  it('keeps what lay there before, so that cards can fly', () => {
    player.queue(tale(1, 'land'));
    expect(player.previous?.n).toBe(0);
    pass(700);
    expect(player.previous?.phase).toBe('land');
  });
});

describe('moves', () => {
  it('without a story are shown at once, and the server hears nothing', () => {
    player.queue(tale(1));
    player.queue(tale(2));
    expect([stands(), told, heard]).toEqual(['rest 2', [], ['1 end', '2 end']]);
  });
  it('that come during a story wait for it, and it is told quickly', () => {
    player.queue(tale(1, 'land', 'tally'));
    pass(100);
    player.queue(tale(2, 'land'));
    expect([pass(210), pass(10), pass(350), pass(10), player.view?.n]).toEqual(['land', 'tally', 'tally', 'land', 1]);
    expect([pass(690), pass(10), told]).toEqual(['land', 'rest 2', [1, 2]]);
  });
  it('never wait for more than three seconds', () => {
    player.queue(tale(1, ...Array<string>(20).fill('curtain')));
    player.queue(tale(2, 'land'));
    expect([pass(2990), pass(20)]).toEqual(['curtain', 'land']);
    for (let n = 3; n < 30; n++) player.queue(tale(n, 'tally', 'curtain'));
    pass(3010);
    expect(player.shown?.n).toBe(29);
  });
  it('are hurried once, not once for each move that waits', () => {
    player.queue(tale(1, 'land'));
    for (let n = 2; n < 6; n++) player.queue(tale(n));
    expect([pass(310), pass(10)]).toEqual(['land', 'rest 5']);
  });
});

describe('a table', () => {
  it('may be shown anew: nothing of the old story is left', () => {
    player.queue(tale(1, 'land', 'tally'));
    player.show(bareView(7));
    expect([stands(), player.previous, pass(5000), told]).toEqual(['rest 7', null, 'rest 7', []]);
  });
  it('may be left', () => {
    player.queue(tale(1, 'land'));
    player.stop();
    expect(pass(5000)).toBe('land');
  });
});
