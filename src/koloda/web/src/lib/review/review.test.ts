import { describe, expect, it } from 'vitest';
import type { MatchReview, ReviewedChoice } from '../net/protocol';
import { chartOf, costliest, hintsOf, percent, scaleTop, signed, within } from './review';

const choice = (n: number, value: number, cost: number): ReviewedChoice => ({
  n,
  phase: '',
  move: 'hit',
  value,
  value_error: 0.01,
  after: value - cost,
  cost,
  error: 0.01,
  luck: 0,
  options: [],
  hints: [],
  hurried: false,
  counts: true,
});

const review = (decisions: ReviewedChoice[], end: number, mistakes: number[] = []): MatchReview => ({
  game: 'pairs',
  seats: 4,
  seat: 0,
  seed: 'review',
  total: decisions.length,
  legs: [{ total: decisions.length, result: end }],
  start: 0.25,
  end,
  result: end,
  cost: 0,
  luck: 0,
  error: 0,
  last_luck: 0,
  mistakes,
  decisions,
});

const SIZE = { width: 120, height: 110, left: 10, right: 10, top: 5, bottom: 5 };

describe('the chart of a review', () => {
  it('goes from the fair share through every choice to the end', () => {
    const chart = chartOf(review([choice(5, 0.5, 0.25), choice(10, 0.75, 0)], 1, [0]), 20, SIZE);
    expect(chart.line).toBe('10,80 35,55 35,80 60,30 60,30 110,5');
    expect(chart.fair).toBe(80);
    expect(chart.dots.map((dot) => [dot.x, dot.y, dot.index, dot.mistake])).toEqual([
      [35, 55, 0, true],
      [60, 30, 1, false],
    ]);
    expect(chart.drops).toEqual([{ x: 35, from: 55, to: 80 }]);
    expect(chart.ticks.map((tick) => tick.percent)).toEqual([0, 25, 50, 75, 100]);
  });

  it('uses a short scale where nothing is high, and never leaves it', () => {
    expect(scaleTop(review([choice(1, 0.2, 0)], 0))).toBe(0.25);
    expect(scaleTop(review([choice(1, 0.26, 0)], 0))).toBe(0.5);
    expect(scaleTop(review([choice(1, 1, 0)], 1))).toBe(1);
    const chart = chartOf(review([choice(1, 0.2, 0.4)], 0), 4, SIZE);
    expect(chart.ticks.map((tick) => tick.percent)).toEqual([0, 25]);
    expect(chart.drops[0]?.to).toBe(105);
  });

  it('does not draw the end of a review that is not done', () => {
    const part = { ...review([choice(2, 0.5, 0)], 0.5), total: 3, legs: [{ total: 3, result: 1 }] };
    expect(chartOf(part, 4, SIZE).line.split(' ')).toHaveLength(3);
  });

  it('ends every leg at its own result', () => {
    const legs = [
      { total: 1, result: 1 },
      { total: 1, result: null },
    ];
    const chart = chartOf({ ...review([choice(5, 0.5, 0.25), choice(10, 0.75, 0)], 0.5), legs }, 20, SIZE);
    expect(chart.line).toBe('10,80 35,55 35,80 60,5 60,30 60,30 110,30');
  });

  it('gives a good choice that chance makes look even better no drop', () => {
    expect(chartOf(review([choice(2, 0.5, -0.01)], 0.5), 4, SIZE).drops).toEqual([]);
  });
});

describe('what the review tells', () => {
  it('names the costliest choices in their order', () => {
    const told = costliest(review([choice(1, 0.5, 0.1), choice(2, 0.5, 0.3)], 0, [1, 0]));
    expect(told.map((one) => one.choice.cost)).toEqual([0.3, 0.1]);
  });

  it('finds the hints of a move', () => {
    const hints = [
      { kind: 'a', args: {}, move: 'fold' },
      { kind: 'b', args: {}, move: 'hit' },
      { kind: 'c', args: {} },
    ];
    expect(hintsOf(hints, 'fold 9 1').map((hint) => hint.kind)).toEqual(['a']);
    expect(hintsOf(hints, 'folder')).toEqual([]);
  });

  it('writes percentages in the reader’s way', () => {
    expect(percent(0.2731, 'en')).toBe('27.3');
    expect(percent(0.2731, 'ru')).toBe('27,3');
    expect([signed(0.047, 'en'), signed(-0.072, 'en'), signed(-0.0001, 'en')]).toEqual(['+4.7', '−7.2', '+0.0']);
    expect([within(0.5, 0.011, 'en'), within(0.5, 0, 'en')]).toEqual(['50.0 ±\u00a01.1', '50.0']);
  });
});
