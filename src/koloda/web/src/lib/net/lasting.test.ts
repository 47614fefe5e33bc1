import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lasting, noticeLost } from './lasting';

const heard = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
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

/** A sheet in a page; `next` is the one that has taken its place. */
interface Sheet {
  rel: string;
  onload?: () => void;
  next?: Sheet;
}
function sheet(): Sheet {
  const one: Sheet & Record<string, unknown> = { rel: 'stylesheet' };
  one.cloneNode = sheet;
  one.replaceWith = (next: Sheet) => (one.next = next);
  return one;
}

it('asks once for a sheet that was lost, and two parts wait for it', async () => {
  const link = sheet();
  noticeLost(link as unknown as HTMLLinkElement);
  const calls = [0, 0];
  const told = calls.map((_, part) =>
    lasting(() => (++calls[part]! < 2 ? Promise.reject(new Error('no line')) : Promise.resolve(part))),
  );
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toEqual([1, 1]);
  expect(link.next?.next).toBeUndefined();
  link.next?.onload?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(told)).toEqual([0, 1]);
});
