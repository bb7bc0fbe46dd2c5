import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** So many of 20,000 that two processes draw the same one sooner than not. */
const PORTS = 600;
const ASKS = `import { freePort } from ${JSON.stringify(join(import.meta.dirname, '../support/free-port.ts'))};
  const ports = [];
  while (ports.length < ${PORTS}) ports.push(await freePort());
  console.log(JSON.stringify(ports));
  setInterval(() => {}, 60_000);`;

/** What another process has been given, which lives until the test is over. */
async function portsOfAnother(): Promise<number[]> {
  const other = spawn(process.execPath, ['--input-type=module', '-e', ASKS], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill());
  const [said] = (await once(other.stdout, 'data')) as [Buffer];
  return JSON.parse(said.toString()) as number[];
}

it('a free port is given to one process alone: two workers of a run that start programs meet on none', async () => {
  const all = await Promise.all([portsOfAnother(), portsOfAnother()]);
  expect(new Set(all.flat()).size).toBe(2 * PORTS);
});
