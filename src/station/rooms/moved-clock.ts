import type { Slicer } from '../clock.ts';
import type { Config } from '../config.ts';
import { deriveQuantities } from '../live/derive.ts';
import type { PipelineParts } from '../live/pipeline.ts';
import type { TickBuilder } from '../live/tick-builder.ts';
import type { Moved, Sky } from '../store/clock-repair/moves.ts';
import type { Store } from '../store/store.ts';
import type { SampleRow } from '../store/tiers/sample-row.ts';
import { type RawTick, TICK_S } from '../tick.ts';

/** So much before the moved rows fills the first minute of the grid as it was. */
const LEAD_IN_S = TICK_S;
/** Skies that are written together: a millisecond. */
const AT_ONCE = 100;

export interface MovedClockPorts {
  config: Config;
  store: Store;
  parts: PipelineParts;
  slicer: Slicer;
  freshTicks(): TickBuilder;
  /** Holds back what was learned until `work` has brought back what lies there. */
  withheld<T>(work: () => Promise<T>): Promise<T>;
  /** What was learned by time of day goes back to before the moved rows; what is stored of earlier ticks is caught up with. */
  reload(beforeS: number): Promise<void>;
  /** As from a live sample, without telling of it again. People's words on the weather are heard again in their places. */
  tick(tick: RawTick): void;
  /** A calibration among the moved rows: forecasts that were issued before it are void. */
  rescaled(signal: 'temperature' | 'humidity', tS: number): void;
}

/**
 * A clock was wrong and everything stamped by it moves. Rows are moved by the store; whatever was *learned* by time of day, by the
 * grid or by the sun cannot be moved, for it was learned at the wrong hour. So it goes back to how it stood before the first of
 * these rows and lives through them once more, at their right times: ticks are made, forecasts issued, scored and learned from, and
 * labels and calibrations heard in their places. What only asks how much time has passed (filters, the CPU's heat, health) never
 * heard of the wrong clock (`live/even-time.ts`).
 */
export async function timeMoved(byS: number, ports: MovedClockPorts): Promise<MovedClock> {
  const { store, slicer } = ports;
  const moved = await ports.withheld(async () => {
    const rows = await store.moves.run(byS, slicer);
    await ports.reload(rows.fromS);
    return rows;
  });
  const calibrated = store.calibrations.byId(store.clock.said().calibrationIds);
  const starts = startsOf(store, moved);
  let ticks = ports.freshTicks();
  const skies: Sky[] = [];
  const keepSkies = () => store.moves.setCloudIndexes(skies.splice(0));
  for (const page of store.samples.pages(moved.fromS - LEAD_IN_S, moved.untilS)) {
    for (const row of page) {
      // A start knows nothing of the minute before it, and neither does whoever lives through it again.
      for (let next = starts[0]; next !== undefined && next <= row.ts; next = starts[0]) {
        ticks = ports.freshTicks();
        starts.shift();
      }
      const tick = ticks.addStored(row.ts < moved.fromS ? row : underItsSky(row, ports, skies));
      if (skies.length >= AT_ONCE) keepSkies();
      if (row.ts < moved.fromS || !tick) continue;
      for (let one = calibrated[0]; one && one.ts < tick.tS; one = calibrated[0]) {
        ports.rescaled(one.signal, one.ts);
        calibrated.shift();
      }
      ports.tick(tick);
      await slicer.breathe();
    }
    keepSkies();
    await slicer.breathe();
  }
  await store.moves.finish(slicer);
  return { byS: moved.byS, ticks, rescaled: store.clock.said().calibrationIds.length > 0 };
}

export interface MovedClock {
  byS: number;
  /** A calibration fell into the time that moved. */
  rescaled: boolean;
  /** Holds the running minute. */
  ticks: TickBuilder;
}

/** The sun stands elsewhere: how bright the sky should have been is another number, and so is how cloudy it was. */
function underItsSky(row: SampleRow, { config, parts }: MovedClockPorts, skies: Sky[]): SampleRow {
  if (row.lux === null) return row;
  const light = { lux: row.lux, saturated: false };
  const level = { temperatureC: row.temp_smooth, humidityPct: row.hum_smooth, stationHpa: row.press_smooth };
  const { cloudIndex } = deriveQuantities(level, light, row.ts, config.site, parts.sky);
  if (cloudIndex !== row.cloud_index) skies.push({ tS: row.ts, cloudIndex });
  return { ...row, cloud_index: cloudIndex };
}

const MOST_STARTS = 500;
const startsOf = (store: Store, { fromS, untilS }: Moved): number[] =>
  store.events
    .recentOf(['startup'], MOST_STARTS)
    .map(({ ts }) => ts)
    .filter((ts) => ts > fromS - LEAD_IN_S && ts <= untilS)
    .sort((a, b) => a - b);
