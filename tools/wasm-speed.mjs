// Nodes a second of the npm package (one thread, simd128) against the program, in one run: tools/wasm-speed.mjs PROGRAM [ROUNDS].
//
// Both search the same positions to the same number of nodes, in turn, with tables of the same size. What counts is the time of the
// processor, which a busy machine does not change much; the time on the wall is shown beside it. Needs Linux. Exit code 0: the
// package has at least a third of the program's speed; 1: less; 2: it could not be measured.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpuUsage, exit } from 'node:process';

const LEAST = 1 / 3;
const NODES = 1_000_000;
const HASH = 16;
const GAMES = [
  [],
  ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'b0c2', 'g6g5'],
  ['c3c4', 'b7c7', 'h2e2', 'c9e7', 'h0g2', 'h9g7', 'i0h0', 'i9h9', 'b0c2'],
];

const [program, rounds = '3'] = process.argv.slice(2);
if (program === undefined) {
  console.error('usage: wasm-speed.mjs PROGRAM [ROUNDS]');
  exit(2);
}

const seconds = ({ user, system }) => (user + system) / 1e6;

/** The processor's time of a process, on Linux: ticks of a hundredth of a second. */
function usedBy(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The program, spoken to by UCI. */
class Native {
  constructor() {
    this.child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.text = '';
    this.child.stdout.on('data', (data) => {
      this.text += data;
      this.wake?.();
    });
    this.child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      exit(2);
    });
  }

  async ask(lines, last) {
    this.text = '';
    this.child.stdin.write(`${lines.join('\n')}\n`);
    while (!last.test(this.text)) await new Promise((resolve) => (this.wake = resolve));
    return this.text;
  }

  async search(moves) {
    await this.ask(['ucinewgame', `position startpos moves ${moves.join(' ')}`, 'isready'], /readyok/);
    const [wall, used] = [performance.now(), usedBy(this.child.pid)];
    await this.ask([`go nodes ${NODES}`], /bestmove/);
    return { used: usedBy(this.child.pid) - used, wall: (performance.now() - wall) / 1000 };
  }
}

const native = new Native();
await native.ask(['uci', `setoption name Hash value ${HASH}`, 'setoption name Threads value 1', 'isready'], /readyok/);
const { open } = await import(new URL('../npm/dist/index.js', import.meta.url).href).catch((error) => {
  console.error(`${error.message}\nthe package is not built: make wasm`);
  exit(2);
});

/** A package that has just been opened, as the program has just forgotten all: its code is warm, its table empty. */
async function searchInPackage(moves) {
  const chuhe = await open({ threads: 1, hash: HASH, build: 'simd' });
  const go = (nodes, game) => chuhe.ask({ type: 'go', level: 10, infinite: true, nodes, moves: game });
  await go(300_000, ['a3a4', 'a6a5']);
  const [wall, used] = [performance.now(), cpuUsage()];
  await go(NODES, moves);
  const measured = { used: seconds(cpuUsage(used)), wall: (performance.now() - wall) / 1000 };
  chuhe.close();
  return measured;
}

const totals = { native: { used: 0, wall: 0 }, wasm: { used: 0, wall: 0 } };
const add = (total, { used, wall }) => {
  total.used += used;
  total.wall += wall;
};
for (let round = 0; round < Number(rounds); round++) {
  for (const moves of GAMES) {
    add(totals.native, await native.search(moves));
    add(totals.wasm, await searchInPackage(moves));
  }
}
native.child.kill();

const nodes = NODES * GAMES.length * Number(rounds);
const speed = (time) => `${Math.round(nodes / time / 1000)} kn/s`;
for (const [name, { used, wall }] of Object.entries(totals))
  console.log(`${name}: ${speed(used)} by the processor's time, ${speed(wall)} by the clock`);
const ratio = totals.native.used / totals.wasm.used;
console.log(`the package has ${ratio.toFixed(2)} of the program's speed, one thread each`);
exit(ratio >= LEAST ? 0 : 1);
