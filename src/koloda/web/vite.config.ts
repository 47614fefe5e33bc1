import { FluentResource } from '@fluent/bundle';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import * as breakpoints from './src/lib/ui/breakpoints.ts';

/** Parses words when the page is built, not in the browser: a file of words becomes its patterns by name. */
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

/** Named media queries: `@media (--narrow)` in any style is the condition of that name in lib/ui/breakpoints.ts. */
function namedMedia(): Plugin {
  const conditions = new Map(Object.entries(breakpoints).map(([name, condition]) => [name.toLowerCase(), condition]));
  return {
    name: 'named-media',
    enforce: 'pre',
    transform(text, file) {
      if (!/\.(svelte|css)$/.test(file)) return null;
      const code = text.replace(/(@media[^{]*)\(--([\w-]+)\)/g, (_, before: string, name: string) => {
        const condition = conditions.get(name);
        if (!condition) throw new Error(`${file}: no breakpoint is named ${name}`);
        return `${before}(${condition})`;
      });
      return code === text ? null : { code, map: null };
    },
  };
}

export default defineConfig(({ mode }) => {
  // `npm run dev` needs a running server: `python -m koloda serve`, or the one that KOLODA_SERVER names. Requests keep
  // their Host, because the server compares it with the Origin.
  const target = loadEnv(mode, '.', 'KOLODA_').KOLODA_SERVER ?? 'http://127.0.0.1:8000';
  return {
    plugins: [namedMedia(), svelte(), words()],
    server: { host: '127.0.0.1', proxy: { '/api': { target }, '/ws': { target, ws: true } } },
    build: { target: 'es2022', modulePreload: { polyfill: false } },
    test: { environment: 'node', include: ['src/**/*.test.ts'] },
  };
});
