import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '../../src/config/config.ts';
import type { NarrowValues } from '../../src/quantities/names.ts';
import { Station } from '../../src/station/app/station.ts';
import { InThread } from '../../src/station/jobs/in-thread.ts';
import { seedHistory } from '../../src/station/seed.ts';
import { SimulatorBoard } from '../../src/station/sensors/boards/simulator.ts';
import type { Board } from '../../src/station/sensors/sample.ts';
import { openReadOnly } from '../../src/station/store/sqlite/database.ts';
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { DATABASE_FILE } from '../../src/station/store/store.ts';
import { workerStorePlan } from '../../src/station/store/worker-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStore } from '../support/open-store.ts';

export const MINUTE_S = 60;
const INTERVAL_S = 10;
/** The nights in which Copenhagen's clocks go forward and back at 01:00 UTC. */
export const SPRING_S = Date.parse('2026-03-29T00:20:00Z') / 1000;
export const AUTUMN_S = Date.parse('2026-10-25T00:20:00Z') / 1000;
/** Eleven minutes in, a station asks itself what temperatures are likely, as it does every thirteen hours. */
export const ASKING_S = 37_940 * 13 * 3600 - 11 * 60 - 7 * 60;
/** A station begins on an empty record. */
export const NEW_S = Date.parse('2026-06-05T09:40:00Z') / 1000;
const ZONE = 'Europe/Copenhagen';

const CONFIG = Config.parse({
  site: { latitude: 55.77, longitude: 12.51, altitude_m: 40, timezone: ZONE },
  sensors: { sample_interval_s: INTERVAL_S },
  storage: { backups_kept: 0 },
});

/** A machine's clock beside the true time: steady time is true, the wall is as wrong as a script makes it. */
export class MachineClock extends FakeClock {
  boot = 'first';
  /** Whether network time is there to vouch for the clock: in the life before a script it was. */
  online = false;
  #wrongS = 0;

  synchronised = (): boolean | null => (this.online ? true : null);
  get trueS(): number {
    return this.nowS() - this.#wrongS;
  }
  /** The clock is now so much ahead of the truth. */
  setWrong(byS: number): void {
    this.jumpWallS(byS - this.#wrongS);
    this.#wrongS = byS;
  }
}

/** What happens, at minutes of true time. */
export interface Act {
  atMin: number;
  /** From now on the clock is ahead of the truth by so much; negative is behind. */
  wrongS?: number;
  /** The program is stopped, or killed, and started after 20 s; with the machine, steady time counts from another start. */
  restart?: 'program' | 'machine' | 'program killed' | 'machine killed';
  /** A person says that it rains, or brings a thermometer. */
  label?: 0 | 1;
  calibrateBy?: number;
}

const acted: (keyof Act)[] = ['restart', 'label', 'calibrateBy'];
const inOrder = (script: readonly Act[]) => [...script].sort((a, b) => a.atMin - b.atMin);

/** The same life under a clock that is right. */
export const withoutFaults = (script: readonly Act[]): Act[] =>
  script.filter((act) => acted.some((name) => act[name] !== undefined)).map(({ wrongS: _, ...act }) => act);

/** A history of a day, learned from, unless the station is a new one, and a few minutes lived: where every script begins. Made once. */
export class ClockWorld {
  readonly #folders: string[] = [];
  #template: { folder: string; steadyMs: number } | null = null;

  constructor(private readonly trueStartS = SPRING_S) {}

  clear(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }

  async #begun(): Promise<{ folder: string; steadyMs: number }> {
    if (this.#template) return this.#template;
    const folder = this.#folder();
    const clock = new MachineClock(this.trueStartS);
    const store = openStore(optionsFor(folder, clock));
    const plan = { startS: this.trueStartS - 86_400, endS: this.trueStartS - 20, stepS: 60 };
    if (this.trueStartS !== NEW_S) for (const _ of seedHistory(store, simulator(), CONFIG, plan));
    store.close();
    clock.online = true;
    const station = stationIn(folder, clock);
    await station.start();
    for (let i = 0; i < 300 && station.status().jobs.length > 0; i += 1) await clock.advance(100);
    await clock.advance(7 * 60_000 - clock.steadyMs());
    await station.stop();
    this.#template = { folder, steadyMs: clock.steadyMs() };
    return this.#template;
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-clock-'));
    this.#folders.push(folder);
    return folder;
  }

  /** What a killed program leaves: the files at this moment, without what only its memory held. */
  #asItLies(folder: string): string {
    const left = this.#folder();
    cpSync(folder, left, { recursive: true });
    return left;
  }

  /** Lives through a script and hands over what the database holds at the end. */
  async live(script: readonly Act[], untilMin: number): Promise<Snapshot> {
    const begun = await this.#begun();
    let folder = this.#folder();
    cpSync(begun.folder, folder, { recursive: true });
    const clock = new MachineClock(this.trueStartS);
    await clock.advance(begun.steadyMs + 20_000);
    const beganS = clock.trueS;
    const acts = inOrder(script);
    const early = acts.filter(({ atMin }) => atMin <= 0);
    for (const act of early) {
      if (act.wrongS !== undefined) clock.setWrong(act.wrongS);
      if (act.restart === 'machine') clock.boot = 'second';
    }
    let station = stationIn(folder, clock);
    await station.start();
    let boots = 2;
    for (const act of acts.filter(({ atMin }) => atMin > 0)) {
      await clock.advance(Math.max(0, (beganS + act.atMin * MINUTE_S - clock.trueS) * 1000));
      if (act.restart) {
        if (act.restart.endsWith('killed')) folder = this.#asItLies(folder);
        await station.stop();
        await clock.advance(20_000);
        if (act.restart.startsWith('machine')) {
          boots += 1;
          clock.boot = `boot ${boots}`;
        }
      }
      if (act.wrongS !== undefined) clock.setWrong(act.wrongS);
      if (act.label !== undefined) station.rain.label({ kind: 'rain', value: act.label, tS: station.nowS(), note: '' });
      if (act.calibrateBy !== undefined) {
        const shown = (await station.telemetry()).temperature ?? 20;
        station.calibration.calibrate(shown + act.calibrateBy);
      }
      if (act.restart) {
        station = stationIn(folder, clock);
        await station.start();
      }
    }
    await clock.advance(Math.max(0, (beganS + untilMin * MINUTE_S - clock.trueS) * 1000));
    const live = station.forecasts.forecast(false);
    await station.stop();
    return { ...snapshotOf(folder), issuedTs: live.issued_ts };
  }
}

const simulator = (): SimulatorBoard => {
  const { site, sensors } = CONFIG;
  return new SimulatorBoard({ seed: sensors.simulator_seed, place: site, altitudeM: site.altitude_m });
};

const optionsFor = (folder: string, clock: FakeClock) => ({
  folder,
  clock,
  rawRetentionDays: 7,
  fiveMinRetentionDays: 90,
  timeZone: ZONE,
});

/** A rain gauge, a vane and a battery, as a bought station would report them. */
const reportAt = (tS: number): NarrowValues => ({
  rainMm: Math.round(tS) % 7 === 0 ? 0.4 : 0.2,
  windDirectionDeg: Math.round(tS / 10) % 360,
  outdoorBattery: Math.round(tS / 600) % 2,
});

/** A station whose board lives in true time, whatever the wall says. */
function stationIn(folder: string, clock: MachineClock): Station {
  const inner = simulator();
  const board: Board = Object.assign(Object.create(inner) as Board, {
    open: () => inner.open(),
    close: () => inner.close(),
    takeNotices: () => inner.takeNotices(),
    read: async () => ({ ...inner.sample(clock.trueS), narrow: reportAt(clock.trueS) }),
  });
  const options = optionsFor(folder, clock);
  return new Station({
    config: CONFIG,
    version: '1.0.0',
    clock,
    timeZone: ZONE,
    store: openStore(options),
    heavy: new InThread(workerStorePlan(options, new Turnstile()), clock),
    board,
    files: null,
    notices: [],
    log: () => {},
  });
}

export interface Snapshot {
  tables: Record<string, Record<string, unknown>[]>;
  learned: Record<string, unknown>;
  clockEvents: string[];
  issuedTs: number | null;
}

const TABLES: Record<string, string> = {
  sample: 'SELECT * FROM sample ORDER BY ts_ms',
  five_min: 'SELECT * FROM five_min ORDER BY ts',
  hourly: 'SELECT * FROM hourly ORDER BY ts',
  half_day: 'SELECT * FROM half_day ORDER BY ts',
  narrow_sample: 'SELECT * FROM narrow_sample ORDER BY ts_ms, quantity',
  narrow_five_min: 'SELECT * FROM narrow_five_min ORDER BY ts, quantity',
  narrow_hourly: 'SELECT * FROM narrow_hourly ORDER BY ts, quantity',
  narrow_half_day: 'SELECT * FROM narrow_half_day ORDER BY ts, quantity',
  tick: 'SELECT * FROM tick ORDER BY ts',
  record: 'SELECT * FROM record ORDER BY name',
  pending:
    'SELECT due_ts, target, horizon_s, issue_ts, anchor, forecast, halfwidth, scale, ratio FROM pending ORDER BY 1, 2, 3',
  score: 'SELECT * FROM score ORDER BY 1, 2, 3',
  label: 'SELECT ts, given_ts, kind, value, learned FROM label ORDER BY id',
  calibration: 'SELECT ts, signal, reference, before, after FROM calibration ORDER BY id',
  scale: 'SELECT epoch, ts, k, humidity_offset FROM scale ORDER BY epoch',
  issued: 'SELECT ts, said FROM issued ORDER BY ts',
  event: "SELECT ts, kind, detail FROM event WHERE kind <> 'clock' ORDER BY id",
};
/** What is learned by time of day, by the grid or by the sun; the rest of the learned state asks only how much time passes. */
const LEARNED = [
  'forecast.recent',
  'forecast.climatology',
  'forecast.outlook',
  'forecast.chance',
  'rain',
  'sky',
  'novelty',
  'filters',
];

function snapshotOf(folder: string): Omit<Snapshot, 'issuedTs'> {
  const db = openReadOnly(join(folder, DATABASE_FILE));
  try {
    const tables = Object.fromEntries(
      Object.entries(TABLES).map(([name, sql]) => [name, db.prepare<[], Record<string, unknown>>(sql).all()]),
    );
    const learned = Object.fromEntries(
      LEARNED.map((name) => {
        const text = db.prepare<[string], string>('SELECT state FROM learned WHERE name = ?').pluck().get(name);
        return [name, text === undefined ? null : (JSON.parse(text) as unknown)];
      }),
    );
    const clockEvents = db
      .prepare<[], string>("SELECT detail FROM event WHERE kind = 'clock' ORDER BY id")
      .pluck()
      .all();
    return { tables, learned, clockEvents };
  } finally {
    db.close();
  }
}

/** All tables but those of forecasts, which the wrong clock issued or missed. */
export function recorded({ tables }: Snapshot): Snapshot['tables'] {
  const { pending: _, score: _score, issued: _issued, ...rest } = tables;
  return rest;
}

/** What is usual, and what looks back on the last days. */
export function relearned({ learned }: Snapshot): Snapshot['learned'] {
  const {
    'forecast.recent': recent,
    'forecast.chance': _,
    rain,
    ...rest
  } = learned as Record<string, Record<string, unknown>>;
  const { history, running, hourly, epochs } = recent!;
  const { climate, rows } = rain!;
  return { ...rest, recent: { history, running, hourly, epochs }, rain: { climate, rows } };
}

/** What came from the chips, in its order: with the stamps where `stamped`. */
export function measured({ tables }: Snapshot, stamped: boolean): unknown[] {
  return tables['sample']!.map(({ ts_ms, temp_hum_chip, temp_press_chip, hum_raw, press_raw, cpu_temp, lux }) => ({
    ts_ms: stamped ? Math.round((ts_ms as number) / 10) * 10 : null, // one out of turn stands a millisecond behind another
    temp_hum_chip,
    temp_press_chip,
    hum_raw,
    press_raw,
    cpu_temp,
    lux,
  }));
}

/** What people and the station said, each with its time. */
export function said({ tables }: Snapshot): unknown {
  const times = (table: string, ...names: string[]) =>
    tables[table]!.map((row) =>
      names.map((name) => (typeof row[name] === 'number' ? Math.round(row[name]) : row[name])),
    );
  return {
    label: times('label', 'ts', 'given_ts', 'kind', 'value'),
    calibration: times('calibration', 'ts', 'signal'),
    scale: times('scale', 'ts'),
    event: times('event', 'ts', 'kind', 'detail').filter(([, kind]) => kind === 'startup' || kind === 'label'),
  };
}

/** Where two lives differ, by path; numbers may by rounding. */
export function differences(a: unknown, b: unknown, path = '', found: string[] = []): string[] {
  if (found.length >= 12 || isSame(a, b)) return found;
  if (typeof a === 'number' && typeof b === 'number') {
    found.push(`${path}: ${a} is not ${b}`);
    return found;
  }
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
      found.push(`${path}: ${a.length} are not ${b.length}`);
    const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
    const keys = [...Object.keys(left), ...Object.keys(right).filter((key) => !(key in left))];
    // A path is written down where it is told: millions of values are the same.
    for (const key of keys)
      if (!isSame(left[key], right[key]))
        differences(left[key], right[key], path === '' ? key : `${path}.${key}`, found);
    return found;
  }
  found.push(`${path}: ${JSON.stringify(a)?.slice(0, 80)} is not ${JSON.stringify(b)?.slice(0, 80)}`);
  return found;
}

const isSame = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b) / 1e9));
