import { ForecastEngine } from '../src/station/forecast/engine.ts';
import type { ForecastPorts } from '../src/station/forecast/waiting.ts';
import type { BenchRecord } from './_records.ts';

const NIGHT_S = 86_400;

/** An engine that has lived through so many days of a record as a station does: where a net is due it is taught at night. */
export function lived({ ticks, settings }: BenchRecord, days: number, ports: ForecastPorts = {}): ForecastEngine {
  const engine = new ForecastEngine(settings, ports);
  const untilS = ticks[0]!.tS + days * NIGHT_S;
  for (const row of ticks) {
    if (row.tS >= untilS) break;
    engine.tick(row);
    if (row.tS % NIGHT_S === 0) for (const _ of engine.adopting.night());
  }
  return engine;
}
