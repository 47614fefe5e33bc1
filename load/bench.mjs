// scripts/bench table [--json] [N M]...: workload W1 on a server of ours that is started for it, its journal on disk.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import koloda from './driver-koloda.mjs';
import { w1 } from './w1.mjs';

const USUAL = [50, 100, 200, 50, 500, 40];
const [python, ...words] = process.argv.slice(2);
const json = words.includes('--json');
const given = words.filter((word) => word !== '--json').map(Number);
const sizes = given.length ? given : USUAL;
if (sizes.some((size) => !(size > 0)) || sizes.length % 2) {
  console.error('koloda: scripts/bench table [--json] [MATCHES MOVES]...');
  process.exit(2);
}

const freePort = () =>
  new Promise((ok) => {
    const probe = net.createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => ok(port));
    });
  });

// The server gets a core of its own where there are two; the limits for one address are out of the way.
async function serve(port, data) {
  const command = [python, '-m', 'koloda', '--lang', 'en', 'serve', '--port', `${port}`, '--data', data];
  const pinned = os.availableParallelism() > 1 && fs.existsSync('/usr/bin/taskset');
  const limits = { FRAMES_PER_SECOND: 1e4, FRAMES_BURST: 1e4, ADDRESS_SOCKETS: 1e5, ADDRESS_KEEPS: 1e6, ADDRESS_TABLES: 1e6, ADDRESS_LINES: 1e9, ADDRESS_CPU: 100, REQUESTS_BURST: 1e6, BOT_PAUSE: 1e5, GRACE: 1e5 };
  const env = { ...process.env };
  for (const [name, value] of Object.entries(limits)) env[`KOLODA_${name}`] = `${value}`;
  const [first, ...rest] = pinned ? ['taskset', '-c', '0', ...command] : command;
  const server = spawn(first, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.on('exit', () => server.kill('SIGKILL')); // whatever goes wrong here, nothing is left running
  for await (const line of createInterface(server.stdout)) if (line.includes('The table is laid')) return server;
  throw new Error('the server did not start');
}

async function measure(matches, moves) {
  const watchdog = setTimeout(() => {
    console.error('koloda: no answer for too long');
    process.exit(3);
  }, 300_000);
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'koloda-bench-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let server;
  try {
    server = await serve(port, data);
    return await w1(koloda({ base, SEATS: 4 }), server.pid, matches, moves);
  } finally {
    clearTimeout(watchdog);
    if (server) {
      const ended = new Promise((ok) => server.on('exit', ok));
      server.kill();
      await ended;
    }
    fs.rmSync(data, { recursive: true });
  }
}

const TITLES = [
  ['matches', (r) => r.matches],
  ['moves/s', (r) => r.closed.movesPerSecond],
  ['CPU/move µs', (r) => r.closed.cpuPerMove],
  ['p50 ms', (r) => r.closed.p50],
  ['p99 ms', (r) => r.closed.p99],
  ['paced p50', (r) => r.paced.p50],
  ['paced p99', (r) => r.paced.p99],
  ['bytes/client+move', (r) => r.closed.bytes],
  ['reconnect bytes', (r) => r.reconnect],
  ['RSS/match KB', (r) => r.rssPerMatch],
  ['create ms', (r) => r.createMs],
];
if (!json) console.log(TITLES.map(([title]) => title).join('  '));
for (let i = 0; i < sizes.length; i += 2) {
  const found = await measure(sizes[i], sizes[i + 1]);
  console.log(json ? JSON.stringify(found) : TITLES.map(([title, of]) => `${of(found)}`.padStart(title.length)).join('  '));
}
process.exit(0);
