import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../support/port-of.ts';
import { seeded } from '../support/seeded.ts';
import { times } from '../support/times.ts';
import { bundled, spawnNode } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-alarms-'));
let script: string;
beforeAll(async () => {
  script = await bundled('alarmer');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const A_TIME = 40;

it('alarms: a kill between sending and the note of it sends the same fingerprint again, and loses nothing', async () => {
  const random = seeded(3).uniform;
  /** By rule, the fingerprints that came, as often as they came. */
  const heard = new Map<string, string[]>();
  const queued = new Set<string>();
  let victim: ReturnType<typeof spawnNode> | null = null;
  let kills = 0;
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const piece of req) body += piece;
    const { alerts } = JSON.parse(body) as { alerts: { labels: { alertname: string }; fingerprint: string }[] };
    for (const { labels, fingerprint } of alerts)
      heard.set(labels.alertname, [...(heard.get(labels.alertname) ?? []), fingerprint]);
    const fate = victim === null ? 1 : random();
    const kill = () => {
      kills += Number(victim?.kill('SIGKILL') ?? false);
    };
    if (fate < 0.08) return kill(); // it has all of it, and its yes never comes
    res.writeHead(200).end(fate < 0.16 ? kill() : undefined);
    if (fate < 0.24) setTimeout(kill, 3 * random());
  });
  const url = `http://127.0.0.1:${await portOf(server)}/`;
  const run = async (round: number, mayDie: boolean) => {
    const child = spawnNode(script, [folder, url, String(round * A_TIME), String(mayDie ? A_TIME : 0)]);
    victim = mayDie ? child : null;
    const failures: string[] = [];
    child.stderr.on('data', (text: Buffer) => failures.push(text.toString()));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'empty') child.kill('SIGKILL');
      else queued.add(line);
    }
    await gone;
    expect(failures).toEqual([]);
  };
  const rounds = times(12);
  for (let round = 0; round < rounds; round += 1) await run(round, true);
  await run(rounds, false);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(kills).toBeGreaterThan(rounds / 4);
  expect([...queued].filter((id) => !heard.has(id))).toEqual([]);
  for (const [id, prints] of heard) expect(new Set(prints)).toEqual(new Set([`print-of-${id}`]));
  expect(Math.max(...[...heard.values()].map((prints) => prints.length))).toBeGreaterThan(1);
});
