// Speeds up a first visit in ways that the bundler cannot.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('./dist/', import.meta.url);
const assets = new URL('assets/', dist);

// All that is loaded runs at once, so the browser may compile it beside the main thread while the rest is loading.
for (const name of readdirSync(assets).filter((one) => one.endsWith('.js'))) {
  const file = new URL(name, assets);
  writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`);
}

// early.js goes before the bundle: a separate script that waits neither for it nor for the styles.
const early = readFileSync(new URL('./src/early.js', import.meta.url), 'utf8');
const name = `early-${createHash('sha256').update(early).digest('base64url').slice(0, 8)}.js`;
const index = new URL('index.html', dist);
const before = readFileSync(index, 'utf8');
const after = before.replace(
  '<script type="module"',
  `<script async fetchpriority="high" src="/assets/${name}"></script>\n    $&`,
);
if (after === before) throw new Error('index.html has no script');
writeFileSync(new URL(name, assets), early);
writeFileSync(index, after);
