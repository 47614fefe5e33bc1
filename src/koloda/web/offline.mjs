// Writes dist/worker.js: the page's service worker with the list of the files that it keeps.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const dist = new URL('./dist/', import.meta.url);
const names = readdirSync(dist, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) =>
    /^assets\/[^/]+\.(js|css|svg|png|woff2)$|^(icon\.svg|icon-192\.png|manifest\.webmanifest)$/.test(name),
  )
  .sort();
const build = createHash('sha256');
for (const name of ['index.html', ...names]) build.update(name).update(readFileSync(new URL(name, dist)));
const text = readFileSync(new URL('./src/worker.js', import.meta.url), 'utf8')
  .replace('BUILD_NAME', build.digest('hex').slice(0, 16))
  .replace("['FILE_NAMES']", JSON.stringify(['/', ...names.map((name) => `/${name}`)]));
writeFileSync(new URL('worker.js', dist), text);
