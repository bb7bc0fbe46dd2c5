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
import { Turnstile } from '../../src/station/store/sqlite/turnstile.ts';
import { workerStorePlan } from '../../src/station/store/worker-store.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStore } from '../support/open-store.ts';
import { type Snapshot, snapshotOf } from './clock-snapshot.ts';

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
