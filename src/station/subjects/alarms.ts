import { rulesOf } from '../../config/alarm-rules.ts';
import { speakerOf } from '../../words/speakers.ts';
import { Alarms } from '../alarms/alarms.ts';
import { MachineConditions } from '../alarms/machine.ts';
import type { ForecastEngine } from '../forecast/engine.ts';
import type { Memory } from '../learned/memory.ts';
import type { Reading } from '../sampling/reading.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { OutdoorProbe } from '../sensors/periphery/probe.ts';
import type { Board } from '../sensors/sample.ts';
import { TICK_S } from '../tick.ts';
import type { Happenings } from './bus.ts';
import type { InputsRoom } from './inputs.ts';
import type { OutdoorsRoom } from './outdoors.ts';
import type { Shared } from './shared.ts';
import type { WatchRoom } from './watch.ts';

interface Parts extends Pick<Shared, 'config' | 'clock' | 'store' | 'zone' | 'nowS' | 'report' | 'bus'> {
  engine: ForecastEngine;
  watch: WatchRoom;
  inputs: InputsRoom;
  outdoors: OutdoorsRoom;
  probe: OutdoorProbe | null;
  board: Board;
  sampler: Sampler;
}

/** Alarms of a running station: their inputs, their turns, and the listeners of their changes. */
export class AlarmsRoom {
  readonly alarms: Alarms;
  readonly machine: MachineConditions;
  readonly isSouthern: boolean;
  /** Stamp of the first reading since the clock was last known. */
  #doubtfulFromS: number | null = null;

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    const { config, clock, store, zone, nowS, report, bus, engine, watch, probe, board, sampler } = parts;
    const { inputs, outdoors } = parts;
    this.isSouthern = (config.site.latitude ?? 0) < 0;
    this.machine = new MachineConditions({
      folder: store.folder,
      health: () => watch.overall,
      staleness: () => sampler.pulse.staleness,
      silentSender: () => inputs.adopted.some(({ silent }) => silent),
      lowBattery: () => lowBattery(sampler.reading, inputs),
      probeMissing: () => (probe === null ? null : probe.outdoorC === null),
      hasFirmware: board.kind === 'sense-hat',
    });
    this.alarms = new Alarms({
      rules: rulesOf(config.alarms.rules),
      clock,
      nowS,
      zone,
      stepS: TICK_S,
      isSouthern: this.isSouthern,
      isOutdoors: !config.site.indoors,
      units: config.site.units,
      machine: this.machine.values,
      workedOut: (reading) => {
        const { rain_today: rainTodayMm, lightning_count: strikesToday } = inputs.present(reading);
        return { ...outdoors.outside(reading).felt, rainTodayMm, strikesToday };
      },
      present: (name, reading) => inputs.value(name, reading),
      forecast: engine,
      reading: () => ({ reading: sampler.reading, count: sampler.count }),
      report,
      memory,
      attempt: (write) => store.attempt(write),
      tell: (what) => bus.tell('alarmed', what),
    });
  }

  /** Loads the language of notices. */
  async begin(): Promise<void> {
    const { config, zone } = this.parts;
    const { language } = config.site;
    this.alarms.speaker = await speakerOf(language === 'auto' ? 'en' : language, zone.name);
  }

  async turn(): Promise<void> {
    await this.machine.look(this.parts.clock.steadyMs() / 1000);
    this.alarms.turn();
  }

  /** A reading whose time is known, or one that waits for it. */
  noteTiming(reading: Reading, isTimed: boolean): void {
    this.#doubtfulFromS = isTimed ? null : (this.#doubtfulFromS ?? reading.tS);
  }

  /** Notices of the board tell of its supply. */
  reported({ kind, data }: Happenings['reported']): void {
    if (kind === 'throttled') this.machine.throttled(data?.['flags']);
  }

  /** The clock is known now: alarms stamped meanwhile get their time. Earlier stamps, which may lie ahead of it, stay. */
  stampsMoved(byS: number): void {
    if (this.#doubtfulFromS === null) return;
    this.alarms.timeMoved(byS, this.#doubtfulFromS, this.parts.nowS());
    this.#doubtfulFromS += byS;
  }
}

/** By the board's own report or that of any sender taken in; null where none tells. */
function lowBattery(reading: Reading | null, inputs: InputsRoom): boolean | null {
  const own = reading?.sample.narrow?.outdoorBattery;
  const reported = inputs.adopted.flatMap(({ battery }) => Object.values(battery).filter((one) => one !== null));
  if (own === undefined && reported.length === 0) return null;
  return own === 0 || reported.includes('low');
}
