import { filterSettings } from '../../../src/station/air/filters/filter-bank.ts';
import { LevelRateFilter, type LevelRateState } from '../../../src/station/air/filters/level-rate.ts';
import { seaLevelHpa } from '../../../src/station/air/physics/pressure.ts';
import type { Deriver } from '../../../src/station/store/recompute/deriver.ts';
import type { SampleRow } from '../../../src/station/store/tiers/sample-row.ts';
import { emptyRow } from '../../support/empty-row.ts';

export interface Calibration {
  k: number;
  offset: number;
  altitudeM?: number;
}

const clip = (rh: number) => Math.min(100, Math.max(0, rh));
/** Magnus, good enough for a world of our own making. */
const dewPoint = (tempC: number | null, rhPct: number | null): number | null => {
  if (tempC === null || rhPct === null) return null;
  const gamma = Math.log(Math.max(rhPct, 1) / 100) + (17.62 * tempC) / (243.12 + tempC);
  return (243.12 * gamma) / (17.62 - gamma);
};

export const deriverOf = ({ k, offset, altitudeM = 0 }: Calibration, periodS: number): Deriver => ({
  scale: { k, humidityOffset: offset, psychrometric: false, altitudeM, air: null, barometer: null },
  seaLevel: (stationHpa) => seaLevelHpa(stationHpa, altitudeM),
  compensate: ({ temp_raw, cpu_excess, hum_raw }) => ({
    temp: temp_raw === null || cpu_excess === null ? null : temp_raw - k * cpu_excess,
    hum: hum_raw === null ? null : clip(hum_raw + offset),
  }),
  dewPoint,
  follower: (signal, saved) =>
    LevelRateFilter.fromJSON(saved as LevelRateState | null, filterSettings(periodS)[signal]),
});

/**
 * A station in a room: what its chips read does not depend on the calibration, what it stores does. `calibrate` does what the
 * real one does: the filters' levels jump with the scale.
 */
export class CalibratedStation {
  readonly #temperature: LevelRateFilter;
  readonly #humidity: LevelRateFilter;
  #last: SampleRow | null = null;

  constructor(
    private calibration: Calibration,
    private readonly periodS: number,
    private readonly humidity = 60,
  ) {
    const settings = filterSettings(periodS);
    this.#temperature = new LevelRateFilter(settings.temperature);
    this.#humidity = new LevelRateFilter(settings.humidity);
  }

  calibrate(calibration: Calibration): void {
    const before = this.#last;
    this.calibration = calibration;
    if (!before) return;
    const after = this.#compensate(before);
    this.#temperature.shift(after.temp! - before.temp!);
    this.#humidity.shift(after.hum! - before.hum!);
  }

  #compensate(row: SampleRow) {
    const cpu_excess = Math.max(row.cpu_smooth! - row.temp_raw!, 0);
    return deriverOf(this.calibration, this.periodS).compensate({ ...row, cpu_excess });
  }

  row(ts: number): SampleRow {
    const noise = (salt: number) => (Math.imul((ts * 10 + salt) | 0, 2_654_435_761) >>> 0) / 2 ** 32 - 0.5;
    const day = Math.sin((2 * Math.PI * ts) / 86_400);
    const row = emptyRow(ts);
    row.cpu_smooth = 55 + 4 * Math.sin(ts / 3000);
    row.cpu_temp = row.cpu_smooth + noise(1);
    row.temp_raw = 30 + 3 * day + 0.05 * noise(2);
    row.hum_raw = this.humidity - 8 * day + 0.2 * noise(3);
    row.press_raw = 1010 + 3 * Math.sin(ts / 50_000);
    Object.assign(row, this.#compensate(row));
    this.#temperature.learn(row.temp!, ts);
    this.#humidity.learn(row.hum!, ts);
    row.temp_smooth = this.#temperature.now!.level;
    row.temp_rate = this.#temperature.settled ? this.#temperature.now!.ratePerH : null;
    row.hum_smooth = clip(this.#humidity.now!.level);
    row.hum_rate = this.#humidity.settled ? this.#humidity.now!.ratePerH : null;
    row.press_smooth = row.press_raw;
    row.press_slp = seaLevelHpa(row.press_smooth, this.calibration.altitudeM ?? 0);
    row.dew = dewPoint(row.temp_smooth, row.hum_smooth);
    this.#last = row;
    return row;
  }
}
