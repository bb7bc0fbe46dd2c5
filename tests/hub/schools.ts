import { afterAll, beforeAll } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { type Kind, RealEngine } from '../support/engines.ts';
import { HubHere, type Key } from '../support/hub-here.ts';
import { realNowS } from '../support/real-now.ts';
import { hubClock } from '../support/running-clock.ts';

export const NOW_S = Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'));
const TODAY_S = Math.floor(NOW_S / DAY_S) * DAY_S;
/** A whole day that is over. */
export const dayBack = (days: number): number => TODAY_S - days * DAY_S;

export interface Schools {
  engine: RealEngine;
  hub: HubHere;
  north: Key;
  south: Key;
}

/** A hub of three schools in front of a real engine, for as long as the tests of a `describe` are played. */
export function withSchools(kind: Kind, take: (here: Schools) => void): void {
  let [engine, hub]: [RealEngine | null, HubHere | null] = [null, null];
  beforeAll(async () => {
    engine = await RealEngine.start(kind);
    hub = await HubHere.start(engine.address, ['North School', 'South School', 'Quiet'], { clock: hubClock(10) });
    const [north, south] = hub.keys as [Key, Key];
    take({ engine, hub, north, south });
  });
  afterAll(async () => {
    await hub?.stop();
    await engine?.remove();
  });
}
