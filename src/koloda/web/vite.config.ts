import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const SERVER = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  server: { host: '127.0.0.1', proxy: { '/api': SERVER, '/ws': { target: SERVER, ws: true } } },
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  test: { environment: 'node', include: ['src/**/*.test.ts'] },
});
