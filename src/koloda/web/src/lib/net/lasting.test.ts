import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lasting } from './lasting';

const heard = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('addEventListener', (name: string, act: () => void) => heard.set(name, act));
  vi.stubGlobal('removeEventListener', (name: string) => heard.delete(name));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again after a pause until it comes', async () => {
  let calls = 0;
  const failed = vi.fn();
  const load = (): Promise<string> => (++calls < 4 ? Promise.reject(new Error('no line')) : Promise.resolve('here'));
  const told = lasting(load, failed);
  await vi.advanceTimersByTimeAsync(499);
  expect(calls).toBe(1);
  await vi.advanceTimersByTimeAsync(500 + 1000 + 2000);
  expect(await told).toBe('here');
  expect(failed).toHaveBeenCalledTimes(3);
  expect(heard.size).toBe(0);
});

it('asks at once when the line is back', async () => {
  let calls = 0;
  const load = (): Promise<string> => (++calls < 2 ? Promise.reject(new Error('no line')) : Promise.resolve('here'));
  const told = lasting(load);
  await vi.advanceTimersByTimeAsync(1);
  heard.get('online')?.();
  expect(await told).toBe('here');
});
