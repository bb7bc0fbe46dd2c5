import { DAY_S } from '../../base/durations.ts';
import type { Anomaly, SignalHealth } from '../../contract/conditions.ts';
import type { Health } from '../../contract/telemetry.ts';
import { ExpMean } from '../../maths/exp-mean.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { FilterNoise } from '../air/filters/filter-bank.ts';
import type { Sample } from '../sensors/sample.ts';
import { HEALTH_SIGNALS, type SignalSpec } from './health-signals.ts';

type Status = SignalHealth['status'];

const MISSING_AFTER_S = 30;
/** Wait for the first report of a sender: consoles report each ten minutes at least. */
const FIRST_REPORT_S = 600;
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
export interface HealthChange extends Sentence {
  signal: string;
  from: Status;
  to: Status;
  severity: 'info' | 'warn' | 'error';
}

interface Complaint extends Sentence {
  status: Status;
}

const OK: Complaint = { status: 'ok', ...sentence('health.ok') };

/** The story of one signal. */
class SignalWatch {
  #seen = false;
  #firstS: number | null = null;
  #atS: number | null = null;
  /** Seconds without a reading while the sensor was read. */
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
  shown = OK;

  constructor(
    readonly spec: SignalSpec,
    /** False for senders and recordings, whose sampling is their own. */
    private readonly live: boolean,
    private readonly isExpected: boolean,
  ) {}

  /** Whether the signal counts: one that was never there does not. */
  get concerns(): boolean {
    return this.#seen || this.isExpected;
  }

  /** Health for the API. A gap of some seconds changes no status, but is not reported as expected either. */
  wire(speaker: Speaker): SignalHealth {
    const current = this.#current();
    return { status: current.status, detail: speaker.say(current), value: this.#value, std: this.#std };
  }

  #current(): Complaint {
    if (this.shown.status !== 'ok' || (this.#seen && this.#silentS === 0)) return this.shown;
    return { status: this.#seen ? 'ok' : 'missing', ...this.#silence() };
  }

  #silence(): Sentence {
    const { name: signal } = this.spec;
    return this.#seen
      ? sentence('health.silent', { signal, silentS: this.#silentS })
      : sentence('health.never', { signal });
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
    return this.#show(this.#complaint(value, tS, filter), tS);
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
    const { name: signal, unit, min, max, latches } = this.spec;
    if (value === null) {
      const afterS = this.#seen || this.live ? MISSING_AFTER_S : FIRST_REPORT_S;
      return this.#silentS > afterS ? { status: 'missing', ...this.#silence() } : this.shown;
    }
    if (this.#outReadings >= OUT_OF_RANGE_READINGS) {
      return { status: 'fault', ...sentence('health.outside', { signal, value, unit, min, max }) };
    }
    const sameS = tS - (this.#sameSinceS ?? tS);
    if (this.live && latches && sameS >= LATCHED_AFTER_S && this.#sameReadings >= LATCHED_READINGS) {
      return { status: 'fault', ...sentence('health.same', { signal, minutes: Math.floor(sameS / 60) }) };
    }
    if (filter === null || !this.live) return OK;
    if (this.#quietSinceS !== null && tS - this.#quietSinceS >= QUIET_AFTER_S) {
      return { status: 'warn', ...sentence('health.quiet', { signal }) };
    }
    if (filter.r > NOISY_RATIO * filter.r0) {
      const times = Math.round(Math.sqrt(filter.r / filter.r0));
      return { status: 'warn', ...sentence('health.noisy', { signal, times }) };
    }
    const off =
      tS - (this.#firstS ?? tS) < NIS_NORM_AFTER_S ? 0 : (this.#lnNis.value ?? 0) - (this.#lnNisNorm.value ?? 0);
    if (Math.abs(off) > Math.log(NIS_FACTOR)) {
      return { status: 'warn', ...sentence(off > 0 ? 'health.wilder' : 'health.tamer', { signal }) };
    }
    return OK;
  }

  /** A worse or different status is shown at once, a better one after a minute without complaint. */
  #show(complaint: Complaint, tS: number): HealthChange | null {
    if (!this.concerns) return null;
    const before = this.shown;
    if (complaint.status === before.status) {
      this.#healedSinceS = null;
      this.shown = complaint;
      return null;
    }
    if (complaint.status === 'ok') {
      this.#healedSinceS ??= tS;
      if (tS - this.#healedSinceS < HEALED_AFTER_S) return null;
    }
    this.#healedSinceS = null;
    this.shown = complaint;
    const healed = complaint.status === 'ok';
    return {
      signal: this.spec.name,
      from: before.status,
      to: complaint.status,
      severity: healed ? 'info' : this.spec.main && complaint.status !== 'warn' ? 'error' : 'warn',
      ...(healed ? sentence('health.healed', { signal: this.spec.name }) : complaint),
    };
  }
}

/** Watches each signal for what weather cannot do. Knows no weather: drift and novelty are other rooms' work. */
export class HealthWatch {
  readonly #watches: readonly SignalWatch[];

  /**
   * `live` is false when samples come from senders or a recorded file: coarse steps and repeated values are then nobody's fault. A board has
   * all main signals; of senders and recordings only a thermometer is sure, and `known` what they gave before this start.
   */
  constructor(live: boolean, known: readonly string[] = []) {
    this.#watches = HEALTH_SIGNALS.map((spec) => {
      const { main, name } = spec;
      return new SignalWatch(spec, live, main && (live || name === 'temperature' || known.includes(name)));
    });
  }

  /** Learns one sample, with the state of the main signals' filters after it. */
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
  bundle(speaker: Speaker = ENGLISH): Anomaly['health'] {
    return Object.fromEntries(
      this.#watches.filter((watch) => watch.concerns).map((watch) => [watch.spec.name, watch.wire(speaker)]),
    );
  }
}

function levelOf(status: Status, main: boolean): Health {
  if (status === 'ok') return 'ok';
  return main && status !== 'warn' ? 'fault' : 'warn';
}
