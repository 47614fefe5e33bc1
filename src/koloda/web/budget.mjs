// The build fails if the scripts of a first visit to a table, gzipped, are bigger than we promise.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MAX_BYTES = 90_000;
const folder = new URL('./dist/assets/', import.meta.url);
const index = readFileSync(new URL('./dist/index.html', import.meta.url), 'utf8');
const wanted = Array.from(index.matchAll(/src="\/assets\/([^"]+\.js)"/g), (found) => found[1]);
if (!wanted.length) throw new Error('dist has no entry');

for (const name of wanted) {
  const text = readFileSync(new URL(name, folder), 'utf8');
  for (const [, found] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    if (!wanted.includes(found)) wanted.push(found);
}
const total = wanted.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, folder))).length, 0);
console.log(
  `first visit: ${(total / 1000).toFixed(1)} KB of script, gzipped, of ${MAX_BYTES / 1000} (${wanted.join(', ')})`,
);
if (total > MAX_BYTES) process.exit(1);
