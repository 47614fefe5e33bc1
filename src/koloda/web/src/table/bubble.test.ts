import { describe, expect, it } from 'vitest';
import { type Box, placeOf } from './bubble';

const SCREEN: Box = { left: 0, top: 0, width: 390, height: 800 };
const BUBBLE = { width: 300, height: 100 };
const touches = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

describe('a bubble', () => {
  it('stands beside the thing it means and covers neither it nor what is to be pressed', () => {
    const hand = { left: 20, top: 560, width: 350, height: 90 };
    const buttons = { left: 0, top: 700, width: 390, height: 100 };
    const place = placeOf(
      BUBBLE,
      hand,
      [
        { ...hand, weight: 9 },
        { ...buttons, weight: 9 },
      ],
      SCREEN,
    );
    expect([touches(place, hand), touches(place, buttons)]).toEqual([false, false]);
    expect(hand.top - (place.top + place.height)).toBeLessThan(20);
  });
  it('stays on the screen, wherever the thing is', () => {
    for (const thing of [
      { left: -50, top: -20, width: 40, height: 40 },
      { left: 380, top: 790, width: 60, height: 60 },
      { left: 0, top: 0, width: 390, height: 800 },
    ]) {
      const { left, top } = placeOf(BUBBLE, thing, [{ ...thing, weight: 9 }], SCREEN);
      expect(left >= 0 && top >= 0 && left + BUBBLE.width <= 390 && top + BUBBLE.height <= 800).toBe(true);
    }
  });
  it('covers what matters less where there is no free place', () => {
    const thing = { left: 0, top: 0, width: 390, height: 400 };
    const rest = { left: 0, top: 400, width: 390, height: 400 };
    const place = placeOf(
      BUBBLE,
      thing,
      [
        { ...thing, weight: 9 },
        { ...rest, weight: 1 },
      ],
      SCREEN,
    );
    expect(touches(place, thing)).toBe(false);
  });
});
