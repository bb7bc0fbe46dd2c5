/**
 * npm run -s bench -- ends [TIMES] [TREE]: how many of so many short commands (a word that is none), three abreast, end by themselves
 * within ten seconds, and how long the slowest of those took. TREE is another built checkout, to compare with. Exits 1 when one stands.
 */
import { spawn } from 'node:child_process';
import { program } from './_program.ts';

const LONGEST_MS = 10_000;
const ABREAST = 3;

const times = Number(process.argv[2] ?? 300);
const tree = process.argv[3] ?? process.cwd();

const end = (): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const startMs = performance.now();
    const child = spawn(process.execPath, [program(tree), 'sreve'], {
      stdio: 'ignore',
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('exit', (_, signal) => resolve(signal ? null : performance.now() - startMs));
  });

const tookMs: (number | null)[] = [];
async function row(): Promise<void> {
  while (tookMs.length + ABREAST <= times) tookMs.push(await end());
}
await Promise.all(Array.from({ length: ABREAST }, row));

const ended = tookMs.filter((ms) => ms !== null);
console.log(`${ended.length} of ${tookMs.length} ended, the slowest after ${Math.max(...ended).toFixed(0)} ms`);
if (ended.length < tookMs.length) process.exitCode = 1;
