// Workload W1: base Pairs, 4 seats, N matches at once, real WebSockets on loopback, raw frames without compression.
// Create (16 at a time); open 4 sockets a match; 20 warm-up moves a match; closed loop: M moves a match, the next one
// goes when all four clients have the new state; 20 clients reconnect; paced: one move a match every 2 s.
// The seat to move folds if it holds three cards or more, else it hits. Latency: from the send to the last of four receipts.
import fs from 'node:fs';

const SEATS = 4;
const WARM = 20;
const TICKS = 100; // of /proc/PID/stat in a second

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const quantile = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))];

async function pool(count, wide, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: wide }, worker));
}

class Figures {
  constructor(pid) {
    this.pid = pid;
    this.clear();
  }
  clear() {
    this.latencies = [];
    this.bytes = 0;
    this.frames = 0;
    this.began = performance.now();
    this.cpuBegan = this.cpu();
  }
  cpu() {
    const fields = fs.readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (+fields[11] + +fields[12]) / TICKS;
  }
  rss() {
    return +fs.readFileSync(`/proc/${this.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1];
  }
  told() {
    const seconds = (performance.now() - this.began) / 1e3;
    const sorted = this.latencies.sort((a, b) => a - b);
    return {
      moves: sorted.length,
      movesPerSecond: Math.round(sorted.length / seconds),
      cpuPerMove: Math.round(((this.cpu() - this.cpuBegan) * 1e6) / sorted.length),
      p50: +quantile(sorted, 0.5).toFixed(2),
      p99: +quantile(sorted, 0.99).toFixed(2),
      bytes: Math.round(this.bytes / this.frames),
    };
  }
}

// One workload on a server of this process id; `driver` has create, open and view.
export async function w1(driver, pid, matches, moves, paceSeconds = 2, pacedSeconds = 10) {
  const figures = new Figures(pid);
  const rss = figures.rss();
  const all = [];
  const cpu = figures.cpu();
  await pool(matches, 16, async (i) => {
    all[i] = Object.assign(await driver.create(), { clients: [], moves: 0, waiting: false, next: null });
  });
  const createMs = +(((figures.cpu() - cpu) * 1e3) / matches).toFixed(2); // of CPU, with all requests that it takes
  await pool(matches * SEATS, 64, async (i) => {
    const match = all[i >> 2];
    match.clients[i & 3] = await driver.open(match, i & 3, (_, bytes) => received(match, bytes));
  });

  function received(match, bytes) {
    figures.bytes += bytes;
    figures.frames += 1;
    if (++match.got < SEATS) return;
    figures.latencies.push(performance.now() - match.sent);
    match.moves += 1;
    match.waiting = false;
    match.next?.();
  }
  function play(match) {
    const view = driver.view(match.clients[0]);
    Object.assign(match, { got: 0, waiting: true, sent: performance.now() });
    match.clients[view.turn].move(view.hand[view.turn].length >= 3 ? 'fold' : 'hit');
  }
  const closedLoop = (count) =>
    Promise.all(
      all.map(
        (match) =>
          new Promise((done) => {
            match.moves = 0;
            match.next = () => (match.moves >= count ? done((match.next = null)) : play(match));
            play(match);
          }),
      ),
    );

  await sleep(500);
  await closedLoop(WARM);
  figures.clear();
  await closedLoop(moves);
  const closed = figures.told();
  const reconnect = await reconnected(driver, all.slice(0, 20));
  await sleep(1500);
  figures.clear();
  const paced = await pacedLoop(all, play, figures, paceSeconds, pacedSeconds);
  return { matches, moves, createMs, closed, paced, reconnect, rssPerMatch: Math.round((figures.rss() - rss) / matches) };
}

async function reconnected(driver, matches) {
  let bytes = 0;
  for (const match of matches) {
    const client = await driver.open(match, 0, () => {});
    bytes += client.syncBytes;
    client.close();
  }
  return Math.round(bytes / matches.length);
}

async function pacedLoop(matches, play, figures, paceSeconds, seconds) {
  let over = false;
  for (const match of matches) {
    const tick = () => {
      if (over) return;
      if (!match.waiting) play(match);
      setTimeout(tick, paceSeconds * 1e3);
    };
    setTimeout(tick, Math.random() * paceSeconds * 1e3);
  }
  await sleep(seconds * 1e3);
  over = true;
  await sleep(1000);
  return figures.told();
}
