import type { Anomaly, SignalHealth } from '../../contract/conditions.ts';
import type { Health } from '../../contract/telemetry.ts';
import { DAY_S } from '../../durations.ts';
import type { FilterNoise } from '../filters/filter-bank.ts';
import { ExpMean } from '../learned/exp-mean.ts';
import type { Sample } from '../sensors/sample.ts';
import { HEALTH_SIGNALS, type SignalSpec } from './health-signals.ts';

type Status = SignalHealth['status'];

const MISSING_AFTER_S = 30;
/** Between two samples of a running board lie seconds; more is the clock's doing, or a time in which nobody asked. */
const NO_STEP_S = 600;
const LATCHED_AFTER_S = 600;
const LATCHED_READINGS = 60;
/** A complaint that has gone must stay gone for a minute, so that a limping signal tells one story and not twenty. */
const HEALED_AFTER_S = 60;
/** Two readings beyond the limits may be a glitch of the bus; three are not. */
const OUT_OF_RANGE_READINGS = 3;
const NOISY_RATIO = 25;
const QUIET_SD_RATIO = 0.2;
const QUIET_AFTER_S = 1800;
/**
 * NIS is 1 in still air and ten or more in moving air, whose gusts the filters smooth on purpose; so each signal has a norm of its
 * own, the mean of ln NIS over days, and only a factor of thirty for two hours is worth a word. Days and nights differ by ten.
 */
const NIS_MEMORY_S = 7200;
const NIS_NORM_S = 5 * DAY_S;
const NIS_NORM_AFTER_S = DAY_S;
const NIS_FACTOR = 30;
const NIS_LEAST = 0.01;
/** The norm of a signal's noise: a day of healthy readings. */
const NORM_MEMORY_S = DAY_S;
const NORM_FEWEST = 900;

/** A signal whose status changed: one event. */
export interface HealthChange {
  signal: string;
  from: Status;
  to: Status;
  severity: 'info' | 'warn' | 'error';
  detail: string;
}

interface Complaint {
  status: Status;
  detail: string;
}

const OK: Complaint = { status: 'ok', detail: 'as expected' };

/** The story of one signal. */
class SignalWatch {
  #seen = false;
  #firstS: number | null = null;
  #atS: number | null = null;
  /** How long nothing came, while it was asked. */
  #silentS = 0;
  #value: number | null = null;
  #sameSinceS: number | null = null;
  #sameReadings = 0;
  #outReadings = 0;
  #quietSinceS: number | null = null;
  #healedSinceS: number | null = null;
  #std: number | null = null;
  #weighedS: number | null = null;
  readonly #lnNis = new ExpMean(NIS_MEMORY_S);
  readonly #lnNisNorm = new ExpMean(NIS_NORM_S);
  readonly #norm = new ExpMean(NORM_MEMORY_S);
  #shown = OK;

  constructor(
    readonly spec: SignalSpec,
    /** False for a recorded file, whose steps are those of its logger. */
    private readonly live: boolean,
  ) {}

  get shown(): Complaint {
    return this.#shown;
  }

  /** A signal this board never had is no concern of anyone. */
  get concerns(): boolean {
    return this.#seen || this.spec.main;
  }

  /** A gap of some seconds changes no status and makes no event, but nobody is told that it is as expected. */
  wire(): SignalHealth {
    const told = this.#told();
    return { ...told, value: this.#value, std: this.#std };
  }

  #told(): Complaint {
    if (this.#shown.status !== 'ok' || (this.#seen && this.#silentS === 0)) return this.#shown;
    return { status: this.#seen ? 'ok' : 'missing', detail: this.#silence() };
  }

  #silence(): string {
    const since = this.#seen ? `no reading for ${Math.round(this.#silentS)} s` : 'no reading since the start';
    return `${this.spec.words}: ${since}`;
  }

  learn(value: number | null, tS: number, filter: FilterNoise | null): HealthChange | null {
    this.#firstS ??= tS;
    const stepS = tS - (this.#atS ?? tS);
    this.#atS = tS;
    if (value !== null) this.#silentS = 0;
    else if (stepS > 0 && (stepS < NO_STEP_S || !this.live)) this.#silentS += stepS;
    if (value !== null) this.#read(value, tS);
    else this.#sameSinceS = null;
    if (filter && value !== null) this.#weigh(filter, tS);
    return this.#settle(this.#complaint(value, tS, filter), tS);
  }

  #read(value: number, tS: number): void {
    const { min, max } = this.spec;
    const same = this.#seen && value === this.#value;
    this.#sameReadings = same ? this.#sameReadings + 1 : 0;
    if (!same || this.#sameSinceS === null) this.#sameSinceS = tS;
    this.#outReadings = value < min || value > max ? this.#outReadings + 1 : 0;
    this.#value = value;
    this.#seen = true;
  }

  #weigh({ r, innovation, innovationSd }: FilterNoise, tS: number): void {
    const stepS = Math.min(60, Math.max(0, tS - (this.#weighedS ?? tS)));
    this.#weighedS = tS;
    if (innovation !== null) {
      const lnNis = Math.log(Math.max(innovation ** 2, NIS_LEAST));
      this.#lnNis.add(lnNis, stepS);
      this.#lnNisNorm.add(lnNis, stepS);
    }
    this.#std = Math.sqrt(r);
    const norm = this.#norm.n >= NORM_FEWEST ? this.#norm.value : null;
    const quiet =
      norm !== null && innovationSd !== null && Math.sqrt(r) * innovationSd < QUIET_SD_RATIO * Math.sqrt(norm);
    this.#quietSinceS = quiet ? (this.#quietSinceS ?? tS) : null;
    if (!quiet) this.#norm.add(r, stepS);
  }

  #complaint(value: number | null, tS: number, filter: FilterNoise | null): Complaint {
    const { words, unit, min, max, latches } = this.spec;
    if (value === null) {
      return this.#silentS > MISSING_AFTER_S ? { status: 'missing', detail: this.#silence() } : this.#shown;
    }
    if (this.#outReadings >= OUT_OF_RANGE_READINGS) {
      return { status: 'fault', detail: `${words}: ${value.toFixed(1)} ${unit} is outside ${min} to ${max} ${unit}` };
    }
    const sameS = tS - (this.#sameSinceS ?? tS);
    if (this.live && latches && sameS >= LATCHED_AFTER_S && this.#sameReadings >= LATCHED_READINGS) {
      return { status: 'fault', detail: `${words}: bit for bit the same for ${Math.floor(sameS / 60)} minutes` };
    }
    if (filter === null || !this.live) return OK;
    if (this.#quietSinceS !== null && tS - this.#quietSinceS >= QUIET_AFTER_S) {
      return { status: 'warn', detail: `${words}: much quieter than its norm for half an hour: stuck or sheltered?` };
    }
    if (filter.r > NOISY_RATIO * filter.r0) {
      const times = Math.sqrt(filter.r / filter.r0).toFixed(0);
      return { status: 'warn', detail: `${words}: noise is ${times} times what the chip should show` };
    }
    const off =
      tS - (this.#firstS ?? tS) < NIS_NORM_AFTER_S ? 0 : (this.#lnNis.value ?? 0) - (this.#lnNisNorm.value ?? 0);
    if (Math.abs(off) > Math.log(NIS_FACTOR)) {
      const how = off > 0 ? 'wilder' : 'tamer';
      return { status: 'warn', detail: `${words}: readings have been far ${how} than their norm for hours` };
    }
    return OK;
  }

  /** A worse or different status is shown at once, a better one after a minute without complaint. */
  #settle(complaint: Complaint, tS: number): HealthChange | null {
    const before = this.#shown;
    if (complaint.status === before.status) {
      this.#healedSinceS = null;
      this.#shown = complaint;
      return null;
    }
    if (complaint.status === 'ok') {
      this.#healedSinceS ??= tS;
      if (tS - this.#healedSinceS < HEALED_AFTER_S) return null;
    }
    this.#healedSinceS = null;
    this.#shown = complaint;
    const healed = complaint.status === 'ok';
    if (!this.concerns) return null;
    return {
      signal: this.spec.name,
      from: before.status,
      to: complaint.status,
      severity: healed ? 'info' : this.spec.main && complaint.status !== 'warn' ? 'error' : 'warn',
      detail: healed ? `${this.spec.words} is back to normal` : complaint.detail,
    };
  }
}

/** Watches each signal for what weather cannot do. Knows no weather: drift and novelty are other rooms' work. */
export class HealthWatch {
  readonly #watches: readonly SignalWatch[];

  /** `live` is false when samples come from a recorded file: coarse steps and repeated values are then nobody's fault. */
  constructor(live: boolean) {
    this.#watches = HEALTH_SIGNALS.map((spec) => new SignalWatch(spec, live));
  }

  /** One sample, and what the filters of the main signals know after it. */
  learn(sample: Sample, tS: number, filters: Readonly<Partial<Record<string, FilterNoise>>>): HealthChange[] {
    return this.#watches.flatMap((watch) => {
      const change = watch.learn(watch.spec.of(sample), tS, filters[watch.spec.name] ?? null);
      return change ? [change] : [];
    });
  }

  /** The station's `health`: the worst of its signals. */
  get overall(): Health {
    const levels = this.#watches
      .filter((watch) => watch.concerns)
      .map(({ spec, shown }) => levelOf(shown.status, spec.main));
    return levels.includes('fault') ? 'fault' : levels.includes('warn') ? 'warn' : 'ok';
  }

  /** `health` of `/api/anomaly`; signals the board never had are left out. */
  bundle(): Anomaly['health'] {
    return Object.fromEntries(
      this.#watches.filter((watch) => watch.concerns).map((watch) => [watch.spec.name, watch.wire()]),
    );
  }
}

function levelOf(status: Status, main: boolean): Health {
  if (status === 'ok') return 'ok';
  return main && status !== 'warn' ? 'fault' : 'warn';
}
