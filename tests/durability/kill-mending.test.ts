import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBackups } from '../../src/station/store/rescue/backups/backup.ts';
import { damageOf } from '../../src/station/store/rescue/integrity/check-database.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { Store } from '../../src/station/store/store.ts';
import { seeded } from '../support/seeded.ts';
import { times } from '../support/times.ts';
import { AHEAD_S, CHORES, type Chore, mend, runtimeOf, STEP_S } from './mender.ts';
import { bundled, killedAfter } from './processes.ts';
import { clearFolders, dbOf, fill, openIn, past, SetClock, START, tempFolder } from './support.ts';

/** Of each chore; in campaigns of hundreds from the environment. */
const KILLS = times(3);
const HOURS = 6;
const NOW_S = START + 4 * 3600;

let script: string;
beforeAll(async () => {
  script = await bundled('mender');
});
afterAll(clearFolders);

const cpAll = (from: string, to: string) => cpSync(from, to, { recursive: true });

const lived = (): string =>
  past(
    HOURS * 3600,
    ({ labels }) => labels.add({ ts: START, givenTs: START, kind: 'rain', value: 1, note: 'before', learned: true }),
    STEP_S,
  );

/** Three hours, with labels and events. */
function meanwhile(store: Store): void {
  fill(store, START + 60, START + 3 * 3600, STEP_S);
  const ts = START + 7200;
  for (const note of ['one', 'two'])
    store.labels.add({ ts, givenTs: ts, kind: 'rain', value: 1, note, learned: false });
  store.events.add({ ts, kind: 'storage', severity: 'warn', detail: 'told elsewhere' });
  store.events.add({ ts, kind: 'storage', severity: 'warn', detail: 'told elsewhere' });
  store.close();
}

function elsewhere(): string {
  const folder = tempFolder();
  meanwhile(openIn(folder, new SetClock(START + 60)));
  return dbOf(folder);
}

/** As a station leaves it that began on a full disk. */
function withoutDisk(runtimeFolder: string): void {
  mkdirSync(runtimeFolder, { mode: 0o700 });
  const options = { rawRetentionDays: 7, fiveMinRetentionDays: 90, timeZone: 'UTC' };
  meanwhile(
    new Store(
      { kind: 'simulator', trouble: 'is full' },
      { ...options, folder: tempFolder(), runtimeFolder, clock: new SetClock(START + 60) },
    ),
  );
}

const prepared: Record<Chore, () => string> = {
  recompute: past,
  backup: past,
  move() {
    const folder = lived();
    const fromS = START + AHEAD_S;
    const store = openIn(folder, new SetClock(fromS));
    store.clock.begin({ fromS, offsetS: fromS, wallOffsetS: fromS, boot: 'a', leapt: true, confirmed: false });
    fill(store, fromS, fromS + 3 * 3600, STEP_S);
    const ts = fromS + 600;
    store.labels.add({ ts, givenTs: ts, kind: 'rain', value: 1, note: 'in the future', learned: false });
    store.close();
    return folder;
  },
  home() {
    const folder = lived();
    renameSync(elsewhere(), join(folder, 'weatherglass.away.db'));
    return folder;
  },
  'without disk'() {
    const folder = lived();
    withoutDisk(runtimeOf(folder));
    return folder;
  },
};

const TABLES = ['sample', 'five_min', 'hourly', 'half_day', 'record', 'tick'];

/** Everything that is to be the same however often somebody was killed. */
function held(folder: string): unknown {
  const db = openReadOnly(dbOf(folder));
  const all = (sql: string) => db.prepare(sql).all();
  const told = {
    tables: Object.fromEntries(TABLES.map((table) => [table, all(`SELECT * FROM ${table} ORDER BY 1`)])),
    labels: all('SELECT ts, given_ts, note FROM label ORDER BY id'),
    events: all("SELECT ts, kind, detail FROM event WHERE detail LIKE 'told%' ORDER BY id"),
    unfinished: all("SELECT name FROM job WHERE name = 'recompute'"),
  };
  db.close();
  return told;
}

describe(`kill -9, ${KILLS} times in the middle of each`, () => {
  it.each(CHORES)('%s: as if nobody had been killed', async (chore) => {
    const template = prepared[chore]();
    const quiet = tempFolder();
    cpAll(template, quiet);
    const startMs = performance.now(); // now: how long an undisturbed run takes decides when it is killed
    await mend(chore, quiet, NOW_S);
    const tookMs = performance.now() - startMs; // now: how long an undisturbed run takes decides when it is killed
    const right = held(quiet);

    const { uniform } = seeded(11);
    let folder = tempFolder();
    cpAll(template, folder);
    for (let i = 0; i < KILLS; i += 1) {
      const said = await killedAfter(script, [chore, folder, String(NOW_S)], 'begun', 5 + 1.2 * tookMs * uniform());
      if (!said.includes('done')) continue;
      expect(held(folder)).toEqual(right);
      rmSync(folder, { recursive: true });
      folder = tempFolder();
      cpAll(template, folder);
    }
    await mend(chore, folder, NOW_S);
    expect(held(folder)).toEqual(right);
    expect(damageOf(dbOf(folder))).toBeNull();
    const copies = listBackups(join(folder, 'backups'));
    expect(copies).toHaveLength(chore === 'backup' ? 1 : 0);
    for (const copy of copies) expect(damageOf(copy)).toBeNull();
  });
});
