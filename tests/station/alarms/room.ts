import { Zone } from '../../../src/base/zone.ts';
import { rulesOf } from '../../../src/config/alarm-rules.ts';
import type { AlarmEntry } from '../../../src/contract/alarm-rule.ts';
import type { Alarmed } from '../../../src/station/alarms/alarmed.ts';
import { Alarms } from '../../../src/station/alarms/alarms.ts';
import type { Machine } from '../../../src/station/alarms/values.ts';
import { Memory } from '../../../src/station/learned/memory.ts';
import type { Reading } from '../../../src/station/sampling/reading.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';

export const START_S = 1_767_225_600;
const EVERY_S = 2;

/** A disk for learned state. */
class Disk {
  readonly kept = new Map<string, string>();
  readonly told: string[] = [];
  isFull = false;
  /** Writes that another program's lock keeps out; null while there is none. */
  locked: (() => void)[] | null = null;
  writes = 0;
  readonly memory = new Memory(
    {
      load: (name) => {
        const text = this.kept.get(name);
        return text === undefined ? { found: false, reason: null } : { found: true, state: JSON.parse(text) };
      },
      putAll: () => {},
      saveLater: ({ name, state }) => {
        this.writes += 1;
        this.kept.set(name, JSON.stringify(state));
      },
    },
    (_kind, severity, { detail }) => this.told.push(`${severity}: ${detail}`),
  );

  attempt(write: () => void): void {
    if (this.locked) this.locked.push(write);
    else if (!this.isFull) write();
  }
}

interface Values {
  temperatureC?: number | null;
  seaLevelHpa?: number | null;
  windGustMs?: number;
  cpuC?: number;
  /** What is worked out for each answer. */
  feelsLikeC?: number | null;
  rainTodayMm?: number | null;
}

const reading = (values: Values): Reading =>
  ({
    smooth: { temperatureC: values.temperatureC ?? null, humidityPct: null, stationHpa: null },
    seaLevelHpa: values.seaLevelHpa ?? null,
    outdoorC: null,
    rates: { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null },
    derived: {},
    sample: {
      ...emptySample,
      cpuC: values.cpuC ?? null,
      ...(values.windGustMs === undefined ? {} : { narrow: { windGustMs: values.windGustMs } }),
    },
  }) as unknown as Reading;

/** Alarms that look at what a test says, and what they told. */
export class Room {
  readonly clock = new FakeClock(START_S);
  readonly told: Alarmed[] = [];
  readonly events: string[] = [];
  machine = { health: 0, sensor: 0, battery: null, disk: 40, undervoltage: 0, probe: null } as Record<
    string,
    number | null
  >;
  /** Values of senders that are present between two reports. */
  present: Record<string, number> = {};
  #now: Reading | null = null;
  #values: Values = {};
  #count = 0;
  alarms: Alarms;

  constructor(
    private entries: AlarmEntry[],
    readonly disk = new Disk(),
  ) {
    this.alarms = this.begin(entries);
  }

  begin(entries = this.entries): Alarms {
    this.entries = entries;
    const machine = Object.fromEntries(
      Object.keys(this.machine).map((name) => [name, () => this.machine[name] ?? null]),
    ) as unknown as Machine;
    this.alarms = new Alarms({
      rules: rulesOf(entries),
      clock: this.clock,
      nowS: () => this.clock.nowS(),
      zone: new Zone('UTC'),
      stepS: 300,
      isSouthern: false,
      isOutdoors: true,
      units: 'metric',
      machine,
      forecast: { paths: () => null },
      reading: () => ({ reading: this.#now, count: this.#count }),
      workedOut: () => ({
        ...{ windChillC: null, apparentC: null, feelsLikeC: this.#values.feelsLikeC ?? null },
        ...{ rainTodayMm: this.#values.rainTodayMm ?? null, strikesToday: null },
      }),
      present: (name) => this.present[name] ?? null,
      report: (kind, severity, { detail }) => this.events.push(`${kind} ${severity}: ${detail}`),
      memory: this.disk.memory,
      attempt: (write) => this.disk.attempt(write),
      tell: (what) => this.told.push(what),
    });
    return this.alarms;
  }

  /** Turns for so many seconds with these values; without any, the board is silent. */
  async pass(forS: number, values: Values | null, everyS = EVERY_S): Promise<void> {
    for (let s = 0; s < forS; s += everyS) {
      await this.clock.advance(everyS * 1000);
      if (values) {
        this.#now = reading(values);
        this.#values = values;
        this.#count += 1;
      }
      this.alarms.turn();
    }
  }

  /** Writes down what a stop would. */
  save(): void {
    for (const { name, version, state } of this.alarms.remembered())
      this.disk.memory.saveLater({ name, version, state }, this.clock.nowS());
  }

  /** What was written down of each alarm. */
  get saved() {
    return JSON.parse(this.disk.kept.get('alarms') ?? '{}');
  }

  get changes(): string[] {
    return this.told.map(({ change, alarm }) => `${alarm.id} ${change}`);
  }
}

export const loud = { quiet: null, enabled: true };

/** A rule of the owner's own, which fires and ends at once. */
export const OWN = {
  ...{ id: 'own', title: 'Mine', quantity: 'temperatureC', when: 'below' as const },
  ...{ on: 2, off: 3, for_s: 0, clear_for_s: 0 },
};
