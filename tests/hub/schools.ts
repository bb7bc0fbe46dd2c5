import { DAY_S } from '../../src/base/durations.ts';
import { type Kind, RealEngine } from '../support/engines.ts';
import { HubHere, type Key } from '../support/hub-here.ts';
import { realNowS } from '../support/real-now.ts';
import { hubClock } from '../support/running-clock.ts';

export const NOW_S = Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'));
const TODAY_S = Math.floor(NOW_S / DAY_S) * DAY_S;
/** A whole day that is over. */
export const dayBack = (days: number): number => TODAY_S - days * DAY_S;

/** A hub of three schools in front of a real engine. */
export async function schools(kind: Kind) {
  const engine = await RealEngine.start(kind);
  const names = ['North School', 'South School', 'Quiet'];
  const hub = await HubHere.start(engine.address, names, { clock: hubClock(10) });
  const [north, south] = hub.keys as [Key, Key];
  const end = async (): Promise<void> => {
    await hub.stop();
    await engine.remove();
  };
  return { engine, hub, north, south, end };
}
