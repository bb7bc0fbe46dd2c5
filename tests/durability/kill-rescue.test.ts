import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { rangeOf } from '../support/store-work.ts';
import { times } from '../support/times.ts';
import { bundled, spawnNode } from './processes.ts';
import { clearFolders, copyFolder, dbOf, fill, openIn, SetClock, START, tempFolder } from './support.ts';

const HOURS = 12;
const STEP = 10;
const ROWS = (HOURS * 3600) / STEP;
const FOLDERS = times(2);

let script: string;
let damaged: string;
beforeAll(async () => {
  script = await bundled('rescuer');
  damaged = tempFolder();
  const store = openIn(damaged);
  fill(store, START - HOURS * 3600, START, STEP);
  store.labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true });
  store.close();
  const bytes = readFileSync(dbOf(damaged));
  bytes.fill(0xa5, 0, 1024); // the page that says where everything is
  writeFileSync(dbOf(damaged), bytes);
});
afterAll(clearFolders);

/** Runs until `afterMs`, and is killed wherever that finds it. */
async function killAfter(folder: string, nowS: number, afterMs: number): Promise<string> {
  const process = spawnNode(script, [folder, String(nowS)]);
  let said = '';
  process.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  let errors = '';
  process.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const gone = new Promise((resolve) => process.once('close', resolve));
  while (!said.includes('opening') && process.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  process.kill('SIGKILL');
  await gone;
  expect(errors).toBe('');
  return said;
}

describe('kill -9 in the middle of a rescue, a backup, folding and their checkpoints', () => {
  it('costs nothing, and the damage is told once it is mended', async () => {
    let seed = 7;
    const next = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    for (let i = 0; i < FOLDERS; i += 1) {
      const folder = tempFolder();
      copyFolder(damaged, folder);
      for (let kill = 0; kill < 5; kill += 1) await killAfter(folder, START + 60, 20 + 700 * next());
      const store = openIn(folder, new SetClock(START + 90));
      const { series } = rangeOf(store, START - HOURS * 3600, START + 1, 300);
      expect('n' in series && series.n.reduce((a, b) => a + b, 0)).toBe(ROWS);
      expect(store.labels.recent(5).map(({ note }) => note)).toEqual(['before']);
      const told = store.events.recentOf(['storage'], 50).filter(({ detail }) => detail.includes('rows rescued'));
      expect(told).toHaveLength(1);
      store.close();
      expect(damageOf(dbOf(folder))).toBeNull();
      rmSync(folder, { recursive: true });
    }
  });
});
