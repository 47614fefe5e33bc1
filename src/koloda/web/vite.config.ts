import { FluentResource } from '@fluent/bundle';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const SERVER = 'http://127.0.0.1:8000';

/** Words are parsed when the page is built, not in the browser: a file of them becomes its patterns by name. */
function words(): Plugin {
  return {
    name: 'words',
    transform(text, file) {
      if (!file.endsWith('.ftl')) return null;
      const patterns = new FluentResource(text).body.map(({ id, value }) => [id, value]);
      return { code: `export default ${JSON.stringify(Object.fromEntries(patterns))}`, map: null };
    },
  };
}

export default defineConfig({
  plugins: [svelte(), words()],
  server: { host: '127.0.0.1', proxy: { '/api': SERVER, '/ws': { target: SERVER, ws: true } } },
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
});
