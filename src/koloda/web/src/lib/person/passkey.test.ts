import { expect, test } from 'vitest';
import { isDeclined, toBytes, toText } from './passkey';

test('bytes travel as text that stands in JSON and addresses', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
  for (const length of [0, 1, 2, 3, 32, 256]) {
    const part = bytes.slice(0, length);
    const text = toText(part.buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...toBytes(text)]).toEqual([...part]);
  }
  expect(toText(Uint8Array.from([251, 255]).buffer)).toBe('-_8');
});

test('who only thinks better of it has met no error', () => {
  expect(isDeclined(new DOMException('no', 'NotAllowedError'))).toBe(true);
  expect(isDeclined(new DOMException('no', 'SecurityError'))).toBe(false);
  expect(isDeclined(new Error('no'))).toBe(false);
});
