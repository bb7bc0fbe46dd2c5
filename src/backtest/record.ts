import { HOUR_S } from '../base/durations.ts';
import { perTarget, TARGETS, type Target } from '../contract/names.ts';
import { filterSettings } from '../station/air/filters/filter-bank.ts';
import { LevelRateFilter } from '../station/air/filters/level-rate.ts';
import { clearSkyWm2 } from '../station/air/physics/clear-sky.ts';
import { cloudIndex } from '../station/air/physics/cloud.ts';
import { dewPointC } from '../station/air/physics/humidity.ts';
import { inPressureRange, inTemperatureRange, plausibleRh } from '../station/air/physics/limits.ts';
import { seaLevelRatio } from '../station/air/physics/pressure.ts';
import { type Place, solarPosition } from '../station/air/physics/sun.ts';
import { NumberTable } from '../station/number-table.ts';
import type { TickRow } from '../station/tick.ts';

/** A line of a recorded file: means over the step that ends at `tS`. */
export interface RecordRow {
  tS: number;
  temperatureC: number | null;
  humidityPct: number | null;
  /** At station level. */
  pressureHpa: number | null;
  solarWm2: number | null;
  rainMm: number | null;
}

/** Columns of what is forecast: a record that has none of them has other names for them. */
const FORECAST = ['temperature_c', 'humidity_pct', 'pressure_hpa'] as const;

/** Reads a header of known names in any order; unknown columns are skipped and absent ones are missing everywhere. */
export function parseRecord(text: string): RecordRow[] {
  const table = NumberTable.parse(text);
  const times = table.column('ts');
  if (times === null) throw new Error(`the record has no column "ts"; its header is ${table.header.join(',')}`);
  if (!FORECAST.some((name) => table.header.includes(name)))
    throw new Error(`the record has none of ${FORECAST.join(', ')}; its header is ${table.header.join(',')}`);
  const column = (name: string) => {
    const values = table.column(name);
    return (i: number): number | null => (values === null || Number.isNaN(values[i]) ? null : values[i]!);
  };
  const [temperatureC, humidityPct] = [column('temperature_c'), column('humidity_pct')];
  const [pressureHpa, solarWm2, rainMm] = [column('pressure_hpa'), column('solar_wm2'), column('rain_mm')];
  const rows = Array.from(times, (tS, i) => ({
    tS,
    temperatureC: temperatureC(i),
    humidityPct: humidityPct(i),
    pressureHpa: pressureHpa(i),
    solarWm2: solarWm2(i),
    rainMm: rainMm(i),
  }));
  return rows.filter(({ tS }) => !Number.isNaN(tS)).sort((a, b) => a.tS - b.tS);
}

/** The most frequent of some numbers, of equals the first; undefined of none. */
function commonest(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** The step of a record: the commonest distance between neighbours. */
export function stepOf(rows: readonly RecordRow[]): number {
  const gaps = rows.slice(1).map(({ tS }, i) => tS - rows[i]!.tS);
  const step = commonest(gaps.filter((gap) => gap > 0));
  if (step === undefined || step < 60 || step > HOUR_S) {
    throw new Error(`the record's step is ${step ?? 'unknown'} s, expected 60 to ${HOUR_S} s`);
  }
  return step;
}

/**
 * Phase of a record: the commonest distance of its stamps from the grid, within half a step to either side. A record made at ten to every
 * hour is one of full hours, ten minutes off.
 */
export function phaseOf(rows: readonly RecordRow[], stepS: number): number {
  const offset = commonest(rows.map(({ tS }) => ((tS % stepS) + stepS) % stepS)) ?? 0;
  return offset > stepS / 2 ? offset - stepS : offset;
}

/**
 * A level-and-rate filter at the step of a record instead of 2 s: it must look back over a few steps to see a rate at all. Of steps beyond ten
 * minutes, which it takes for gaps, there is no rate.
 */
const FEWEST_STEPS = 3;

/**
 * Makes tick rows of a record's lines, as the station makes them of its samples. What is not physically possible is missing. Solar
 * radiation is a calibrated light: the sky's response is 1 by definition.
 */
export class RecordTicks {
  readonly #filters: Record<Target, LevelRateFilter>;

  constructor(
    private readonly stepS: number,
    private readonly place: Place,
    private readonly altitudeM: number,
    /** Phase of the record against the grid: ticks are stamped on the grid, the sun stands at its true time. */
    private readonly phaseS = 0,
  ) {
    const settings = filterSettings(stepS);
    this.#filters = perTarget((target) => {
      const memoryS = Math.max(settings[target].memoryS, FEWEST_STEPS * stepS);
      return new LevelRateFilter({ ...settings[target], memoryS });
    });
  }

  tick(row: RecordRow): TickRow {
    const temperatureC = inTemperatureRange(row.temperatureC) ? row.temperatureC : null;
    const humidityPct = plausibleRh(row.humidityPct);
    const stationHpa = inPressureRange(row.pressureHpa) ? row.pressureHpa : null;
    const values = { temperature: temperatureC, humidity: humidityPct, pressure: stationHpa };
    for (const target of TARGETS) {
      const value = values[target];
      if (value !== null) this.#filters[target].learn(value, row.tS);
    }
    const rate = (target: Target) => {
      const filter = this.#filters[target];
      return filter.settled && filter.lastS === row.tS ? (filter.now?.ratePerH ?? null) : null;
    };
    return {
      tS: row.tS - this.phaseS,
      temperatureC,
      humidityPct,
      stationHpa,
      dewPointC: dewPointC(temperatureC, humidityPct),
      cloudIndex: this.#cloudIndex(row),
      rates: {
        temperatureCPerH: rate('temperature'),
        humidityPctPerH: rate('humidity'),
        pressureHpaPerH: rate('pressure'),
      },
      seaLevelRatio: seaLevelRatio(stationHpa, this.altitudeM),
    };
  }

  /** The sun of the middle of the averaging interval. */
  #cloudIndex(row: RecordRow): number | null {
    const elevationDeg = solarPosition(row.tS - this.stepS / 2, this.place)?.elevationDeg ?? null;
    return cloudIndex({
      light: row.solarWm2,
      clearSkyWm2: clearSkyWm2(elevationDeg),
      elevationDeg,
      response: 1,
      saturated: false,
    });
  }
}
