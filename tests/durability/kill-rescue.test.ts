import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { seeded } from '../support/seeded.ts';
import { rangeOf } from '../support/store-work.ts';
import { times } from '../support/times.ts';
import { bundled, killedAfter } from './processes.ts';
import { clearFolders, copyFolder, dbOf, openIn, past, SetClock, START, tempFolder } from './support.ts';

const HOURS = 12;
const STEP = 10;
const ROWS = (HOURS * 3600) / STEP;
const FOLDERS = times(2);

let script: string;
let damaged: string;
beforeAll(async () => {
  script = await bundled('rescuer');
  damaged = past(HOURS * 3600, ({ labels }) =>
    labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true }),
  );
  const bytes = readFileSync(dbOf(damaged));
  bytes.fill(0xa5, 0, 1024); // the page that says where everything is
  writeFileSync(dbOf(damaged), bytes);
});
afterAll(clearFolders);

describe('kill -9 in the middle of a rescue, a backup, folding and their checkpoints', () => {
  it('costs nothing, and the damage is told once it is mended', async () => {
    const { uniform } = seeded(7);
    for (let i = 0; i < FOLDERS; i += 1) {
      const folder = tempFolder();
      copyFolder(damaged, folder);
      for (let kill = 0; kill < 5; kill += 1)
        await killedAfter(script, [folder, String(START + 60)], 'opening', 20 + 700 * uniform());
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
