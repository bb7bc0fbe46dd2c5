import { HOUR_S } from '../../../base/durations.ts';
import type { EventRecord } from '../../../contract/events.ts';
import { isYes } from '../../../contract/label-value.ts';

/** Reported rain, as long as it counts. */
export interface Observed {
  id: number;
  isWet: boolean;
  /** Time of the first report of the unbroken row that says the same. */
  sinceS: number;
  saidS: number;
}

/** Time for which reported rain holds: as long as the chance of rain looks ahead. */
const OBSERVED_FOR_S = 3 * HOUR_S;

/** A label from this page counts until the log has it, and no longer than any other. */
export function withTold(known: Observed | null, told: Observed | null, nowS: number): Observed | null {
  if (!told || nowS - told.saidS > OBSERVED_FOR_S) return known;
  if (known && (known.id === told.id || known.saidS > told.saidS)) return known;
  return known && known.isWet === told.isWet ? { ...told, sinceS: known.sinceS } : told;
}

/**
 * Newest report of rain or none that was not taken back, from the station's log (newest first). `gone`: the report that this page took back,
 * which the log may not know yet.
 */
export function observedRain(events: readonly EventRecord[], nowS: number, gone: unknown): Observed | null {
  const takenBack = new Set([gone]);
  let found: Observed | null = null;
  for (const { ts, kind, data } of events) {
    if (kind !== 'label' || data === undefined) continue;
    if (data['kind'] === undefined) takenBack.add(data['id']);
    if (data['kind'] !== 'rain' || typeof data['value'] !== 'number' || takenBack.has(data['id'])) continue;
    const isWet = isYes(data['value']);
    if (found === null) {
      if (nowS - ts > OBSERVED_FOR_S) return null;
      found = { id: Number(data['id']), isWet, sinceS: ts, saidS: ts };
    } else if (isWet === found.isWet && found.sinceS - ts <= OBSERVED_FOR_S) found.sinceS = ts;
    else break;
  }
  return found;
}
