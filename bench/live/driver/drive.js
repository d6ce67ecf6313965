// Loads one server: node drive.js '{"system", "port", "server", "database", "matches", "mode": "flat"|"paced"|"connect", "seconds",
// "warm", "stage"}'. Prints one line of JSON. `server` is a process; `database` another, whose children count.
'use strict';
const fs = require('fs');
const systems = require('./systems.js');

const asked = JSON.parse(process.argv[2]);
const { matches, mode, seconds, warm, server, database } = asked;
const EVERY_MS = 200;
const TICK_MS = 5;
const MOST_PENDING = 10;
const OPEN_AT_ONCE = 100;

const now = () => Number(process.hrtime.bigint()) / 1e6;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function stat(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: +fields[1], cpu: (+fields[11] + +fields[12]) / 100 };
  } catch {
    return { parent: null, cpu: 0 }; // it has ended
  }
}

const children = (parent) => (parent ? fs.readdirSync('/proc').filter((pid) => +pid && stat(pid).parent === parent) : []);

function residentMB(pid) {
  return +/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024;
}

const spent = () => ({
  server: stat(server).cpu,
  database: children(database).reduce((sum, pid) => sum + stat(pid).cpu, 0),
});
const quantile = (sorted, share) => (sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : null);
const round = (value, digits = 1) => (value === null ? null : +value.toFixed(digits));

const count = { messages: 0, bytes: 0, closed: 0, refused: 0 };
const latencies = [];
let measuring = false;

class Seat {
  constructor() {
    this.count = count;
    this.moved = 0;
    this.pending = new Map();
    this.next = null;
  }
  send() {
    const n = ++this.moved;
    this.pending.set(n, now());
    this.move(n);
  }
  ack(n) {
    const since = this.pending.get(n);
    if (since === undefined) return;
    this.pending.delete(n);
    if (measuring) latencies.push(now() - since);
    if (this.next) this.next();
  }
}

async function connect(system, pairs) {
  let next = 0;
  const open = async () => {
    while (next < pairs.length) {
      const number = next++;
      await system.prepare(pairs[number], number);
      await Promise.all(pairs[number].map((seat) => system.open(seat)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(OPEN_AT_ONCE, pairs.length) }, open));
}

function start(seats) {
  if (mode === 'flat') {
    for (const seat of seats) {
      seat.next = () => seat.send();
      seat.send();
    }
    return;
  }
  const slots = EVERY_MS / TICK_MS;
  const base = now();
  let tick = 0;
  const due = () => {
    for (const until = (now() - base) / TICK_MS; tick <= until; tick++)
      for (let at = tick % slots; at < seats.length; at += slots)
        if (seats[at].pending.size < MOST_PENDING) seats[at].send();
    setTimeout(due, Math.max(0, base + tick * TICK_MS - now()));
  };
  due();
}

async function main() {
  const stage = asked.stage ? JSON.parse(fs.readFileSync(asked.stage, 'utf8')) : {};
  const system = systems[asked.system]({ port: asked.port, ...stage });
  const pairs = Array.from({ length: matches }, () => [new Seat(), new Seat()]);
  const seats = pairs.flat();
  const idleMB = residentMB(server);
  const began = now();
  await connect(system, pairs);
  const told = {
    system: asked.system,
    mode,
    matches,
    connect_s: round((now() - began) / 1000, 2),
    kB_a_socket: round(((residentMB(server) - idleMB) * 1024) / seats.length),
  };
  if (mode !== 'connect') {
    start(seats);
    await sleep(warm * 1000);
    const before = spent();
    const since = now();
    const memory = [residentMB(server)];
    measuring = true;
    while (now() - since < seconds * 1000) {
      await sleep(Math.min(10_000, seconds * 1000 - (now() - since)));
      memory.push(residentMB(server));
    }
    measuring = false;
    const took = (now() - since) / 1000;
    const after = spent();
    const acks = latencies.length;
    const sorted = Float64Array.from(latencies).sort();
    Object.assign(told, {
      acks_a_s: Math.round(acks / took),
      p50_ms: round(quantile(sorted, 0.5)),
      p99_ms: round(quantile(sorted, 0.99)),
      server_us: round((1e6 * (after.server - before.server)) / acks),
      database_us: round((1e6 * (after.database - before.database)) / acks),
      memory_MB: memory.map(Math.round),
      ...count,
    });
  }
  console.log(JSON.stringify(told));
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
