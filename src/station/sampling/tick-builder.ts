import { type Flags, isBad, type SignalName } from '../quality/flags.ts';
import { cpuExcess, type SampleRow } from '../store/tiers/sample-row.ts';
import { type HeardTick, NO_RATES, type RawTick, TICK_S } from '../tick.ts';
import type { Reading } from './reading.ts';
import { heldCpuSmoothC } from './stored-row.ts';
import { trustedHeard } from './trusted.ts';

const WINDOW_S = 60;
/** A minute at 2 s holds 30 samples; with fewer than a third of them there is no value. */
const LEAST_SHARE = 1 / 3;
/** Fewest samples of a tick that is only shown, not learned: it need not wait so long after a start. */
const LEAST_SHOWN = 3;

/** Raw values of one moment; a tick is their mean over a minute. Raw, because the scale may change within it. */
type Part = RawTick;

/**
 * Makes rows of the five-minute grid from readings: a value is the mean of the valid ones in (t − 60 s, t]. The row of t is ready
 * with the first reading at or after t. Slower sources than one sample a minute get a window as long as their step.
 */
export class TickBuilder {
  readonly #windowS: number;
  readonly #least: number;
  #parts: Part[] = [];

  constructor(sampleIntervalS: number) {
    this.#windowS = Math.max(WINDOW_S, sampleIntervalS);
    this.#least = Math.max(1, Math.floor((this.#windowS / sampleIntervalS) * LEAST_SHARE));
  }

  /** Null while the current five minutes are still running, or when they passed in silence. */
  add(reading: Reading): RawTick | null {
    return this.#add(trustedPart(partOf(reading), reading.flags ?? {}));
  }

  /** The same from a stored row, when a stretch of them has to be gone through again. */
  addStored(row: SampleRow, heard: HeardTick | null = null): RawTick | null {
    return this.#add({ ...partOfRow(row), ...(heard && { heard }) });
  }

  /** Flags of a moment that are known now: its values count no more. What a sender told then was present until it told something else. */
  flag(tS: number, flags: Flags): void {
    this.#parts = this.#parts.map((part) => {
      if (part.tS === tS) return trustedPart(part, flags);
      return part.tS > tS && part.heard ? { ...part, heard: trustedHeard(part.heard, flags) } : part;
    });
  }

  #add(part: Part): RawTick | null {
    const lastS = this.#parts.at(-1)?.tS ?? null;
    if (lastS !== null && part.tS <= lastS) {
      if (part.tS === lastS) return null;
      this.#parts = []; // the clock was set back: what is ahead of it belongs to no window any more
    }
    const dueS = lastS === null ? Number.POSITIVE_INFINITY : (Math.floor(lastS / TICK_S) + 1) * TICK_S;
    const onGrid = part.tS % TICK_S === 0;
    if (onGrid && dueS === part.tS) this.#parts.push(part);
    const tick = part.tS >= dueS && this.#sawAnything(dueS) ? this.#tick(dueS) : null;
    if (!(onGrid && dueS === part.tS)) this.#parts.push(part);
    this.#parts = this.#parts.filter(({ tS }) => tS > part.tS - this.#windowS);
    return tick;
  }

  /** The row of this very moment, on or off the grid, for a forecast asked for out of turn. */
  now(tS: number): RawTick | null {
    return this.#parts.length === 0 ? null : this.#tick(tS, Math.min(LEAST_SHOWN, this.#least));
  }

  #sawAnything(tS: number): boolean {
    return this.#parts.some((part) => part.tS > tS - this.#windowS && part.tS <= tS);
  }

  #tick(tS: number, enough = this.#least): RawTick {
    const parts = this.#parts.filter((part) => part.tS > tS - this.#windowS && part.tS <= tS);
    const mean = (pick: (part: Part) => number | null, least = enough): number | null => {
      const values = parts.map(pick).filter((value) => value !== null);
      return values.length < least ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    return {
      tS,
      temperatureRawC: mean((part) => part.temperatureRawC),
      cpuExcessC: mean((part) => part.cpuExcessC),
      elementC: mean((part) => part.elementC),
      humidityRawPct: mean((part) => part.humidityRawPct),
      stationHpa: mean((part) => part.stationHpa),
      cloudIndex: mean((part) => part.cloudIndex, 1),
      rates: parts.at(-1)?.rates ?? NO_RATES,
      ...heardIn(parts, mean),
    };
  }
}

type Mean = (pick: (part: Part) => number | null) => number | null;

/** Air of bought stations: of the series that the newest sample has, and never a mean of two. */
function heardIn(parts: readonly Part[], mean: Mean): Pick<RawTick, 'heard'> {
  const newest = parts.at(-1)?.heard;
  if (newest === undefined) return {};
  const { air, barometer, rates } = newest;
  const of = (group: 'air' | 'barometer', name: 'temperatureC' | 'humidityPct' | 'stationHpa') =>
    newest[group] === null ? null : mean(({ heard }) => (heard?.[group] === newest[group] ? heard[name] : null));
  const levels = {
    temperatureC: of('air', 'temperatureC'),
    humidityPct: of('air', 'humidityPct'),
    stationHpa: of('barometer', 'stationHpa'),
  };
  return { heard: { air, barometer, ...levels, rates } };
}

const partOf = (reading: Reading): Part => ({
  tS: reading.tS,
  temperatureRawC: reading.temperatureRawC,
  cpuExcessC: cpuExcess(reading.temperatureRawC, heldCpuSmoothC(reading)),
  elementC: reading.sample.humidityChipC,
  humidityRawPct: reading.sample.humidityPct,
  stationHpa: reading.sample.pressureHpa,
  cloudIndex: reading.derived.cloudIndex,
  rates: reading.rates,
  ...(reading.heard && { heard: reading.heard }),
});

function trustedPart(part: Part, flags: Flags): Part {
  const bad = (name: SignalName): boolean => isBad(flags[name] ?? 0);
  return {
    ...part,
    ...(bad('temperature') && { temperatureRawC: null, cpuExcessC: null, elementC: null }),
    ...(bad('humidity') && { humidityRawPct: null }),
    ...(bad('pressure') && { stationHpa: null }),
    ...(bad('light') && { cloudIndex: null }),
    ...(part.heard && { heard: trustedHeard(part.heard, flags) }),
  };
}

const partOfRow = (row: SampleRow): Part => ({
  tS: row.ts,
  temperatureRawC: row.temp_raw,
  cpuExcessC: cpuExcess(row.temp_raw, row.cpu_smooth),
  elementC: row.temp_hum_chip,
  humidityRawPct: row.hum_raw,
  stationHpa: row.press_raw,
  cloudIndex: row.cloud_index,
  rates: { temperatureCPerH: row.temp_rate, humidityPctPerH: row.hum_rate, pressureHpaPerH: row.press_rate },
});
