import type { Config } from '../../config/config.ts';
import type { Target } from '../../contract/names.ts';
import { finite, finiteOrNull } from '../../maths/check.ts';
import { reductionHeightM } from '../air/physics/pressure.ts';
import { BOARD, compensate, movedSignals, otherSeries, type Scale, sameScale, type Truth } from '../air/scale/scale.ts';
import { Scaling } from '../air/scale/scaling.ts';
import type { Refusal } from '../api.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { PipelineParts } from '../sampling/pipeline-memory.ts';
import type { Store } from '../store/store.ts';
import { cpuExcess } from '../store/tiers/sample-row.ts';

/** 2: scales name their series. */
const VERSION = 2;

/**
 * Scales of saved state: that of the levels of the last days, that of climatology, and the altitude of the stored sea-level pressures.
 * Null: unknown, or mixed.
 */
interface Levels {
  recent: Scale | null;
  usual: Scale | null;
  altitudeM: number | null;
}

/** Change of scale. `from` is null when saved state does not name its scale. */
export interface ScaleChange {
  from: Scale | null;
  to: Scale;
  /** Signals of the board whose values are others. */
  moved: ('temperature' | 'humidity')[];
  /** Targets whose forecasts so far are of other values. */
  foretold: Target[];
  /** Those among them that are another series altogether. */
  anew: Target[];
}

function changeOf(from: Scale | null, to: Scale): ScaleChange {
  const moved = from === null ? [] : movedSignals(from, to);
  const anew = from === null ? [] : otherSeries(from, to);
  const ofBoard = to.air === null ? moved : [];
  return { from, to, moved, anew, foretold: [...new Set([...anew, ...ofBoard])] };
}

export interface ScaleParts {
  config: Config;
  nowS(): number;
  store: Store;
  compensators: Pick<PipelineParts, 'thermal' | 'humidity'>;
}

/** The scale that calibrations and settings make together, its log, and on which scale everything else stands. */
export class ScaleRoom {
  /** Whether a calibration before this start made the scale in force; it has its event already. */
  readonly isCalibrated: boolean;
  readonly scaling: Scaling;
  #levels: Levels;
  #truth: Truth;

  constructor(
    private readonly parts: ScaleParts,
    private readonly memory: Memory,
  ) {
    const last = parts.store.scales.all().at(-1) ?? null;
    this.#truth = last?.scale ?? BOARD;
    const now = this.#read();
    this.#levels = memory.revive('levels', VERSION, (saved: Levels | null): Levels => {
      const { recent, usual, altitudeM } = saved ?? { recent: null, usual: null, altitudeM: now.altitudeM };
      return { recent: checked(recent), usual: checked(usual), altitudeM: finiteOrNull(altitudeM, 'altitude') };
    });
    const known = last !== null && sameScale(last.scale, now);
    this.isCalibrated = known && parts.store.calibrations.all().at(-1)?.ts === last.ts;
    this.scaling = new Scaling(now, known ? last.epoch : (last?.epoch ?? 0) + 1);
    if (!known) parts.store.attempt(() => parts.store.scales.add(parts.nowS(), now));
    if (!this.seaLevelIsOld) return;
    // From its first sample on the history stands on two altitudes: a start after a power cut has to know, whatever it is set to.
    this.#levels.altitudeM = null;
    parts.store.attempt(() => memory.save(this.remembered(), parts.nowS()));
  }

  remembered(): Remembered[] {
    return [{ name: 'levels', version: VERSION, state: this.#levels }];
  }

  /** Difference between the saved scale and that of the present settings and compensators; null if none. */
  changedMeanwhile(): ScaleChange | null {
    const from = this.#levels.recent;
    const to = this.scaling.scale;
    return from !== null && sameScale(from, to) ? null : changeOf(from, to);
  }

  /** True until climatology has been learned on the scale in force. */
  get usualIsOld(): boolean {
    const { usual } = this.#levels;
    return usual === null || !sameScale(usual, this.scaling.scale);
  }

  /** True until the stored history has been reduced to sea level from the altitude in force. */
  get seaLevelIsOld(): boolean {
    return this.#levels.altitudeM !== this.scaling.scale.altitudeM;
  }

  reduced(): void {
    this.#levels = { ...this.#levels, altitudeM: this.scaling.scale.altitudeM };
  }

  /** Marks the last days as derived on the new scale. */
  levelled(): void {
    this.#levels = { ...this.#levels, recent: this.scaling.scale };
  }

  /** Marks learned state as learned at a wrong time, on disk first, so that a start after a power cut relearns it. */
  distrust(): boolean {
    this.#levels = { ...this.#levels, usual: null };
    const { store, nowS } = this.parts;
    return store.attempt(() => this.memory.save(this.remembered(), nowS()));
  }

  /** The scale of the learned state is unknown, so none of it can be trusted. */
  get isDistrusted(): boolean {
    return this.#levels.usual === null;
  }

  /** Called when climatology was relearned. */
  relearned(): void {
    this.#levels = { ...this.#levels, usual: this.scaling.scale };
  }

  /**
   * A compensator has learned: its state, its log entry and the scale that follows are written together or not at all. A change that
   * leaves the scale as it is (a second equal reference) answers null.
   */
  change(tS: number, write: () => void): ScaleChange | Refusal | null {
    const { store } = this.parts;
    const { scale: from, epoch } = this.scaling;
    const to = this.#read();
    const same = sameScale(from, to);
    const written = store.change(() => {
      write();
      return same ? epoch : store.scales.add(tS, to);
    });
    if (typeof written !== 'number') return written;
    this.scaling.enter(to, written);
    return same ? null : changeOf(from, to);
  }

  /**
   * Forecasts are for another series from now on. Learned state is of the one before, and the disk notes that in the same transaction: a
   * start after a power cut learns anew.
   */
  follow(tS: number, truth: Truth): ScaleChange | Refusal | null {
    const [before, levels] = [this.#truth, this.#levels];
    this.#truth = truth;
    this.#levels = { ...levels, usual: null };
    const change = this.change(tS, () => this.memory.save(this.remembered(), tS));
    if (change === null || 'error' in change) {
      this.#truth = before;
      this.#levels = levels;
    }
    return change;
  }

  /** By how much a change moves the newest sample, per signal: what its filters go along with. */
  step({ from, to }: ScaleChange) {
    const newest = this.parts.store.samples.latest();
    const nothing = { before: null, after: null };
    if (from === null || newest === null) return { temperature: nothing, humidity: nothing };
    const raw = {
      temperatureRawC: newest.temp_raw,
      cpuExcessC: cpuExcess(newest.temp_raw, newest.cpu_smooth),
      elementC: newest.temp_hum_chip,
      humidityRawPct: newest.hum_raw,
    };
    const [before, after] = [compensate(raw, from), compensate(raw, to)];
    return {
      temperature: { before: before.temperatureC, after: after.temperatureC },
      humidity: { before: before.humidityPct, after: after.humidityPct },
    };
  }

  #read(): Scale {
    return scaleOf(this.parts.config, this.parts.compensators, this.#truth);
  }
}

export const scaleOf = (
  { compensation, site }: Config,
  { thermal, humidity }: ScaleParts['compensators'],
  { air, barometer }: Truth = BOARD,
): Scale => ({
  k: thermal.k,
  humidityOffset: humidity.offset,
  psychrometric: compensation.psychrometric,
  altitudeM: reductionHeightM(site),
  air,
  barometer,
});

const checked = (saved: Scale | null): Scale | null =>
  saved && {
    k: finite(saved.k, 'k'),
    humidityOffset: finite(saved.humidityOffset, 'humidity offset'),
    psychrometric: saved.psychrometric === true,
    altitudeM: finite(saved.altitudeM, 'altitude'),
    air: finiteOrNull(saved.air, 'series of the air'),
    barometer: finiteOrNull(saved.barometer, 'series of the barometer'),
  };
