// The build fails if the scripts of a first visit to a table, or all pictures, gzipped, are bigger than we promise.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MAX_BYTES = 90_000;
const MAX_ART_BYTES = 120_000;
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

// The symbols of the cards are part of a script when they are built.
const pictures = ['./dist/', './src/table/'].flatMap((path) =>
  readdirSync(new URL(path, import.meta.url))
    .filter((name) => /\.(svg|png)$/.test(name))
    .map((name) => new URL(path + name, import.meta.url)),
);
const art = pictures.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
console.log(`art: ${(art / 1000).toFixed(1)} KB, gzipped, of ${MAX_ART_BYTES / 1000}`);
if (art > MAX_ART_BYTES) process.exit(1);
