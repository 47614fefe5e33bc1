// Writes a compressed copy beside every text of the built page: the server compresses nothing itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = new URL('./dist/', import.meta.url);
const texts = readdirSync(dist, { recursive: true }).filter((name) => /\.(js|css|html|svg)$/.test(name));
for (const name of texts) {
  const text = readFileSync(new URL(name, dist));
  for (const [ending, small] of [
    ['.gz', gzipSync(text, { level: 9 })],
    ['.br', brotliCompressSync(text)],
  ]) {
    if (small.length < text.length) writeFileSync(new URL(name + ending, dist), small);
  }
}
