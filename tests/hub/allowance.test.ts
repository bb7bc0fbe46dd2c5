import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS, DAY_S } from '../../src/base/durations.ts';
import { ApiError } from '../../src/http/api-error.ts';
import { Allowances, KeptAllowances } from '../../src/hub/ingest/allowance.ts';
import type { FleetRow } from '../../src/hub/ingest/batch.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { silentLog } from '../support/hub-here.ts';
import { seeded } from '../support/seeded.ts';

const rows = (n: number, rev = 0): FleetRow[] =>
  Array.from({ length: n }, (_, i) => ({ measurement: 'wx', tags: { rev: String(rev) }, fields: [], tS: i }));
const forecasts = (n: number): FleetRow[] => rows(n).map((row) => ({ ...row, measurement: 'wx_fc', tags: {} }));

/** Seconds until it may come again; null for what was taken. */
function waitS(allowances: Allowances, login: string, batch: FleetRow[]): number | null {
  try {
    allowances.take(login, batch);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.status).toBe(429);
    return Number(error.headers['Retry-After']);
  }
}

it('a login has room for all that a station has, and each day for more than it measures', async () => {
  const clock = new FakeClock();
  const allowances = new Allowances(clock, { lines: 1000, linesADay: 100, revsADay: 9 });
  expect(waitS(allowances, 'hill', rows(990))).toBeNull();
  expect(waitS(allowances, 'hill', forecasts(20))).toBe(3600);
  expect(waitS(allowances, 'dale', rows(1000))).toBeNull();
  expect(waitS(allowances, 'hill', rows(10))).toBeNull(); // a batch that was refused took nothing
  expect(waitS(allowances, 'hill', rows(1))).toBe(864);
  await clock.advance(864_000);
  expect(waitS(allowances, 'hill', rows(1))).toBeNull();
  await clock.advance(100 * DAY_MS);
  expect(waitS(allowances, 'hill', rows(1000))).toBeNull();
  expect(waitS(allowances, 'hill', rows(1))).toBe(864);
});

it('a login numbers its rows in so many ways a day', async () => {
  const clock = new FakeClock();
  const allowances = new Allowances(clock, { lines: 1000, linesADay: 100, revsADay: 3 });
  for (const rev of [0, 4, 1000, 4]) expect(waitS(allowances, 'hill', rows(2, rev))).toBeNull();
  expect(waitS(allowances, 'hill', [...rows(1, 0), ...rows(1, 5)])).toBe(3600);
  expect(waitS(allowances, 'hill', rows(1, 1000))).toBeNull();
  expect(waitS(allowances, 'dale', rows(1, 5))).toBeNull();
  await clock.advance(DAY_MS);
  expect(waitS(allowances, 'hill', rows(1, 5))).toBeNull();
  await clock.advance(DAY_MS - 60_000);
  for (const rev of [6, 7]) expect(waitS(allowances, 'hill', rows(1, rev))).toBeNull();
  expect(waitS(allowances, 'hill', rows(1, 8))).toBe(60);
});

/** A machine whose program ends and begins: the time of day goes on, steady time begins anew. */
class Machine extends FakeClock {
  #begunS = this.nowS();
  override steadyMs = () => 1000 * (this.nowS() - this.#begunS);
  begin(): void {
    this.#begunS = this.nowS();
  }
}

it('restarted equals never stopped: every batch hears the same, whatever came before it', () => {
  const [clock, machine] = [new Machine(), new Machine()];
  const most = { lines: 600, linesADay: 86_400, revsADay: 3 };
  const stays = new Allowances(clock, most);
  let goes = new Allowances(machine, most);
  const { uniform } = seeded(20);
  const passes = (seconds: number) => [clock, machine].forEach((one) => void one.jumpWallS(seconds));
  const heard = new Map<string, number>();
  for (let i = 0; i < 4000; i++) {
    passes(uniform() < 0.03 ? Math.ceil(uniform() * DAY_S) : Math.floor(uniform() * 90));
    const login = `station-${Math.floor(uniform() * 3)}`;
    const batch = rows(Math.ceil(uniform() * 300), Math.floor(uniform() * 5));
    const answer = waitS(stays, login, batch);
    expect(waitS(goes, login, batch), `batch ${i}`).toBe(answer);
    const kind = answer === null ? 'taken' : 'refused';
    heard.set(kind, (heard.get(kind) ?? 0) + 1);
    if (uniform() > 0.2) continue;
    const saved: unknown = JSON.parse(JSON.stringify(goes));
    passes(Math.floor(uniform() * 600)); // while it is away
    machine.begin();
    goes = Allowances.fromJSON(saved, machine, most)!;
  }
  for (const kind of ['taken', 'refused']) expect(heard.get(kind)).toBeGreaterThan(500);
});

describe('a clock that is wrong', () => {
  const most = { lines: 1000, linesADay: 100, revsADay: 3 };
  const again = (allowances: Allowances, machine: Machine, byS: number): Allowances => {
    const saved: unknown = JSON.parse(JSON.stringify(allowances));
    machine.jumpWallS(byS);
    machine.begin();
    return Allowances.fromJSON(saved, machine, most)!;
  };
  const YEARS_S = 10 * 365 * DAY_S;

  it.each([
    ['said 1970 at a start', -1_750_000_000],
    ['ran years ahead at a start', YEARS_S],
  ])('that %s gives a login one day more at most, while it is wrong and when it is right again', (_what, byS) => {
    const machine = new Machine();
    let allowances = new Allowances(machine, most);
    for (const rev of [1, 2, 3]) expect(waitS(allowances, 'hill', rows(rev === 3 ? 998 : 1, rev))).toBeNull();
    for (const moveS of [byS, 0, -byS]) {
      allowances = again(allowances, machine, moveS);
      expect(waitS(allowances, 'hill', rows(101, 1))).not.toBeNull();
    }
  });

  it('that is set while the hub runs makes no new day', async () => {
    const clock = new FakeClock();
    const allowances = new Allowances(clock, most);
    for (const rev of [1, 2, 3]) expect(waitS(allowances, 'hill', rows(1, rev))).toBeNull();
    for (const byS of [-1_750_000_000, 1_750_000_000, YEARS_S, -YEARS_S]) {
      clock.jumpWallS(byS);
      expect(waitS(allowances, 'hill', rows(1, 4))).toBe(3600);
    }
    await clock.advance(DAY_MS);
    expect(waitS(allowances, 'hill', rows(1, 4))).toBeNull();
  });
});

describe('the file of what was used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-allowances-'));
  const path = join(folder, 'allowances.json');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const said: string[] = [];
  const log = { ...silentLog, error: (_: object, text?: string) => void said.push(text ?? '') };
  const kept = () => new KeptAllowances(folder, new FakeClock(), log);
  const numbered = (n: number): FleetRow[] => Array.from({ length: n }, (_, rev) => rows(1, rev)).flat();
  /** As many ways as there are in a day, none of which has been used. */
  const all = (): number | null => waitS(kept().allowances, 'hill', numbered(100));

  it('is there after a restart, and none is needed', () => {
    const first = kept();
    expect(waitS(first.allowances, 'hill', rows(1, 100))).toBeNull();
    first.save(() => true);
    expect(all()).toBe(3600);
    expect(said).toEqual([]);
  });

  it.each([
    ['half of it', () => writeFileSync(path, '{"version":2,"saved_ts":17')],
    ['nothing', () => writeFileSync(path, '')],
    ['something else', () => writeFileSync(path, '{"version":2,"saved_ts":1,"logins":{"hill":{"lines":-1}}}')],
    [
      'a folder',
      () => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('that holds %s is told of, and all begin anew', (_what, spoil) => {
    spoil();
    said.length = 0;
    expect(all()).toBeNull();
    expect(said).toEqual(['what logins have used cannot be read; all of them begin anew']);
  });

  it('that cannot be written keeps no hub from its start', () => {
    const one = kept(); // a folder stands in its place since the test before
    expect(() => one.save(() => true)).toThrow(/EISDIR|ENOTEMPTY|EEXIST/); // the upkeep tells, and tries again
  });
});
