import { SqliteError } from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { atOnce } from '../../../src/base/steps.ts';
import { Zone } from '../../../src/base/zone.ts';
import { Outbox } from '../../../src/station/outbox/outbox.ts';
import type { Portion, Terms } from '../../../src/station/outbox/portion.ts';
import type { Store } from '../../../src/station/store/store.ts';
import type { SampleRow } from '../../../src/station/store/tiers/sample-row.ts';
import { foreign } from '../../../src/words/sentence.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { NOON, sample, Workshop } from '../store/support.ts';

const workshop = new Workshop();

const TERMS: Terms = {
  staleS: null,
  catchUp: true,
  settleS: 0,
  mostRows: 1,
  corrects: false,
};

class World {
  readonly clock = new FakeClock(NOON);
  readonly store: Store;
  readonly outbox: Outbox;
  confirmed = true;
  moving = false;

  constructor(readonly folder = workshop.folder()) {
    this.store = workshop.open({ clock: this.clock, folder });
    this.outbox = new Outbox({
      zone: new Zone('UTC'),
      store: this.store,
      clock: this.clock,
      nowS: () => this.clock.nowS(),
      isConfirmed: () => this.confirmed,
      moving: () => this.moving,
      waitingS: () => 0,
    });
  }

  /** Samples every ten seconds, with a level that tells its minute. */
  async measure(seconds: number, more: Partial<SampleRow> = {}): Promise<void> {
    for (let s = 0; s < seconds; s += 10) {
      const tS = this.clock.nowS();
      this.store.samples.append(sample(tS, 20 + (tS - NOON) / 60_000, { press_slp: 1013, ...more }));
      await this.clock.advance(10_000);
    }
    this.store.flush();
  }

  next(name: string, terms: Partial<Terms> = {}): Portion | null {
    return atOnce(this.outbox.next(name, { ...TERMS, ...terms }));
  }

  /** Everything that is due, as a receiver would get it. */
  drain(name: string, terms: Partial<Terms> = {}): number[] {
    const starts: number[] = [];
    for (let portion = this.next(name, terms); portion; portion = this.next(name, terms)) {
      starts.push(...portion.rows.map(({ startS }) => startS));
      this.outbox.arrived(name, portion);
    }
    return starts;
  }

  begin(name: string, terms: Partial<Terms> = {}): void {
    this.outbox.begin(name, { ...TERMS, ...terms });
  }
}

const grid = (fromS: number, untilS: number, stepS = 300): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((untilS - fromS) / stepS)) }, (_, i) => fromS + i * stepS);

describe('the outbox', () => {
  it('sends each closed row once, in order, and nothing that is still open', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(1500);
    expect(world.drain('a')).toEqual(grid(NOON, NOON + 1200));
    await world.measure(300);
    expect(world.drain('a')).toEqual([NOON + 1200]);
    expect(world.drain('a')).toEqual([]);
  });

  it('notes nothing before it has arrived: what failed comes again', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(700);
    const first = world.next('a')!;
    world.outbox.failed('a', { status: null, ...foreign('no way') });
    expect(world.next('a')).toEqual(first);
    expect(world.outbox.facts('a', TERMS)).toMatchObject({
      lastError: { detail: 'no way' },
      lastSuccessS: null,
      waiting: 2,
    });
    world.outbox.arrived('a', first);
    expect(world.outbox.facts('a', TERMS)).toMatchObject({ lastError: null, waiting: 1, cursorS: NOON + 300 });
  });

  it('after a day away sends everything to whoever catches up, and only the newest to whoever does not', async () => {
    const world = new World();
    for (const name of ['all', 'newest', 'hour']) world.begin(name);
    await world.measure(86_400, {});
    const closedS = NOON + 86_400 - 300;
    expect(world.drain('all')).toEqual(grid(NOON, closedS));
    expect(world.drain('newest', { catchUp: false })).toEqual([closedS - 300]);
    expect(world.drain('hour', { staleS: 3600 })).toEqual(grid(closedS - 3600, closedS));
    expect(world.outbox.facts('newest', TERMS).waiting).toBe(0);
  });

  it('what is too old is passed by, and what follows is sent', async () => {
    const world = new World();
    world.begin('a', { staleS: 600 });
    await world.measure(1500);
    await world.clock.advance(86_400_000);
    expect(world.next('a', { staleS: 600 })).toBeNull();
    expect(world.outbox.facts('a', { ...TERMS, staleS: 600 }).waiting).toBe(0);
  });

  it('a row goes when it has settled', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(900);
    expect(world.drain('a', { settleS: 600 })).toEqual([NOON]);
  });

  it('a quantity that most of the samples lacked is missing, and so is one that all of them lacked', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(100, { hum_smooth: 50, lux: 3 });
    await world.measure(200, {});
    await world.measure(20, {});
    const [row] = world.next('a')!.rows;
    expect(row).toMatchObject({ humidityPct: null, lux: null, outdoorC: null, seaLevelHpa: 1013 });
    expect(row!.temperatureC).toBeCloseTo(20, 2);
  });

  it('a new receiver begins with now, or with all there is where it asks for that', async () => {
    const world = new World();
    await world.measure(3000);
    world.begin('now');
    world.begin('history', { corrects: true });
    expect(world.drain('now')).toEqual([]);
    expect(world.drain('history', { mostRows: 288 })).toEqual(grid(NOON, NOON + 2700));
  });

  it('sends nothing more while it cannot be written down what was sent: a full disk would have it sent again for ever', async () => {
    const world = new World();
    world.begin('a');
    world.begin('b');
    await world.measure(1800);
    const full = () => {
      throw new SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    const succeeded = vi.spyOn(world.store.outbox, 'succeeded').mockImplementation(full);
    const passed = vi.spyOn(world.store.outbox, 'passBy').mockImplementation(full);
    world.outbox.arrived('a', world.next('a')!);
    world.outbox.passBy('b', world.next('b')!);
    expect(world.next('a')).toBeNull();
    expect(world.next('b')).toBeNull();
    succeeded.mockRestore();
    passed.mockRestore();
    expect(world.next('a')!.rows[0]!.startS).toBe(NOON + 300);
    expect(world.next('b')!.rows[0]!.startS).toBe(NOON + 300);
  });

  it('has no name yet while the disk takes none, and one for ever afterwards', () => {
    const { outbox, store } = new World();
    const full = vi.spyOn(store.learned, 'saveAll').mockImplementation(() => {
      throw new SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    expect(outbox.id(Math.random)).toBeNull();
    full.mockRestore();
    const id = outbox.id(Math.random);
    expect(id).toMatch(/^wg_[0-9a-f]{12}$/);
    expect(outbox.id(Math.random)).toBe(id);
  });

  it('goes on after a restart where it was', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(900);
    world.outbox.arrived('a', world.next('a')!);
    world.store.close();
    const after = new World(world.folder);
    after.begin('a');
    await after.clock.advance(3_600_000);
    expect(after.next('a')!.rows[0]!.startS).toBe(NOON + 300);
  });

  it('sends nothing by a clock that network time has yet to set, nor while rows move', async () => {
    const world = new World();
    world.begin('a');
    await world.measure(900);
    Object.assign(world.clock, { synchronised: () => false });
    world.confirmed = false;
    expect(world.next('a')).toBeNull();
    world.confirmed = true;
    expect(world.next('a')).not.toBeNull();
    world.moving = true;
    expect(world.next('a')).toBeNull();
  });

  it('a cursor that a wrong clock left in the future comes back', async () => {
    const world = new World();
    world.begin('a');
    world.store.outbox.passBy('a', NOON + 30 * 86_400);
    await world.measure(600);
    world.next('a');
    await world.measure(600);
    expect(world.drain('a').length).toBeGreaterThanOrEqual(2);
  });
});

describe('what was corrected after it had gone', () => {
  const CORRECTS = { corrects: true, mostRows: 288 } as const;

  it('is sent again by the hour to whoever wants it, and to nobody else', async () => {
    const world = new World();
    world.begin('a', CORRECTS);
    world.begin('b');
    await world.measure(7200);
    world.drain('a', CORRECTS);
    world.drain('b');
    world.store.samples.append(sample(NOON + 3601, 50, {}));
    world.store.flush();
    expect(world.outbox.facts('a', { ...TERMS, ...CORRECTS }).waiting).toBe(12);
    const again = world.next('a', CORRECTS)!;
    expect(again.rows.map(({ startS }) => startS)).toEqual(grid(NOON + 3600, NOON + 7200 - 300));
    expect(again.rows[0]!.temperatureC).toBeGreaterThan(20.5);
    expect(world.next('b')).toBeNull();
    world.outbox.arrived('a', again);
    expect(world.next('a', CORRECTS)).toBeNull();
  });

  it('is not forgotten when it fails, when the program ends, or when it changes on its way', async () => {
    const world = new World();
    world.begin('a', CORRECTS);
    await world.measure(7200);
    world.drain('a', CORRECTS);
    const late = (s: number) => {
      world.store.samples.append(sample(NOON + s, 50, {}));
      world.store.flush();
    };
    late(11);
    const first = world.next('a', CORRECTS)!;
    late(12); // while it is on its way
    world.outbox.arrived('a', first);
    const second = world.next('a', CORRECTS)!;
    expect(second.hourS).toBe(first.hourS);
    expect(second.rows[0]!.temperatureC).toBeGreaterThan(first.rows[0]!.temperatureC!);
    world.begin('a', CORRECTS); // as the next start does
    expect(world.next('a', CORRECTS)).toMatchObject({ hourS: first.hourS });
    world.outbox.arrived('a', world.next('a', CORRECTS)!);
    expect(world.next('a', CORRECTS)).toBeNull();
  });
});
