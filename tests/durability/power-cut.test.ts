import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { LoopDisk } from '../support/loop-disk.ts';
import { seeded } from '../support/seeded.ts';
import { rangeOf } from '../support/store-work.ts';
import { times } from '../support/times.ts';
import { bundled, spawnNode } from './processes.ts';
import { dbOf, openIn, SetClock, START } from './support.ts';

const CUTS = times(3);
const INTERVAL_S = 20;
const STEP_S = 2;

let script: string;
let disk: LoopDisk | null = null;
beforeAll(async () => {
  script = await bundled('writer');
  disk = LoopDisk.make(96);
});
afterAll(() => disk?.remove());

/** Runs the writer until a moment after it said so much, or after its start, pulls the plug, and returns the last commit it told of before. */
async function cutOnce(
  on: LoopDisk,
  fromS: number,
  word: 'opened' | 'committed' | '',
  afterMs: number,
): Promise<{ committedS: number; opened: string | undefined }> {
  const writer = spawnNode(script, [join(on.folder, 'data'), String(fromS)]);
  let said = '';
  writer.stdout.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => writer.once('close', resolve));
  while (!said.includes(word) && writer.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const committed = said.split('\n').slice(0, -1);
  on.cut();
  writer.kill('SIGKILL');
  await ended;
  on.unplug();
  on.plugIn();
  const last = committed.findLast((line) => line.startsWith('committed '));
  return { committedS: last ? Number(last.split(' ')[1]) : fromS, opened: committed[0] };
}

describe(`a power cut on a file system of its own, ${CUTS} times under load`, () => {
  it('keeps every commit that was told, opens sound', async (context) => {
    if (disk === null) return context.skip();
    const folder = join(disk.folder, 'data');
    const { uniform } = seeded(20_260_101);
    let fromS = START;
    for (let i = 0; i < CUTS; i += 1) {
      // The first leaves something to count, however slow the machine; the others may come before any commit, and before a start is done.
      const word = i === 0 ? 'committed' : i % 2 === 0 ? 'opened' : '';
      const { committedS, opened } = await cutOnce(disk, fromS, word, 5 + 600 * uniform() ** 2);
      expect(opened ?? 'opened sound').toBe('opened sound');
      expect(damageOf(dbOf(folder))).toBeNull();
      const store = openIn(folder, new SetClock(committedS + INTERVAL_S));
      expect(store.finding).toBeNull();
      expect(store.events.recentOf(['storage'], 9)).toEqual([]);
      const newestS = store.samples.newestTs() ?? fromS;
      expect(newestS).toBeGreaterThanOrEqual(committedS);
      // Every run goes on where the one before had come to: not one sample is missing in between.
      const rows = [...store.samples.pages(0, newestS)].flat().length;
      const { series } = rangeOf(store, START, newestS + 1, 300);
      expect('n' in series && series.n.reduce((a, b) => a + b, 0)).toBe((newestS - START) / STEP_S);
      expect(rows).toBeGreaterThan(0);
      store.close();
      fromS = newestS;
    }
  });
});
