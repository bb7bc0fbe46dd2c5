import type { Clock } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { inTurns } from '../../base/steps.ts';
import type { Outbox } from '../../station/outbox/outbox.ts';
import type { HubClient } from './hub.ts';
import { rowLine } from './lines.ts';

const SLICE_MS = 2;

interface Parts {
  hub: HubClient;
  outbox: Outbox;
  clock: Clock;
  simulated: boolean;
}

/**
 * The hub holds less of a day than it once proved. A disk that was replaced has lost all days before, too, and a backup that was put
 * back those since it was made: so days before are looked at, in steps that double, until one is whole; ten years are a dozen
 * questions. The start of the first day it may lack; `dayS` where only that one is short, or where it does not say.
 */
export async function lostSince(
  { hub, outbox, clock, simulated }: Parts,
  dayS: number,
  signal: AbortSignal,
): Promise<number> {
  let lacksFromS = dayS;
  for (let days = 1; lacksFromS > 0 && !signal.aborted; days *= 2) {
    const fromS = Math.max(0, dayS - days * DAY_S);
    const found = await inTurns(outbox.firstDay(fromS, lacksFromS), clock, SLICE_MS);
    if (found !== null) {
      const expected = found.rows.reduce((sum, row) => sum + (rowLine(row, 0, simulated)?.values ?? 0), 0);
      const held = await hub.holds(found.dayS, { of: 'wx' }, 0, signal);
      // Any revision counts here: a hub that lost the day has none.
      if ('outcome' in held) break;
      // Between a day that is whole and the next that was looked at, any may be lacking.
      if (held.values >= expected) return Math.min(lacksFromS, found.dayS + DAY_S);
      lacksFromS = found.dayS;
    }
    if (fromS === 0) break;
  }
  return lacksFromS;
}
