import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Alarms as AlarmList, AlarmScores } from '../../../src/contract/alarms.ts';
import { Bench } from '../../support/station.ts';

const made: Bench[] = [];
const bench = (...args: ConstructorParameters<typeof Bench>): Bench => {
  const one = new Bench(...args);
  made.push(one);
  return one;
};
afterEach(() => {
  for (const one of made.splice(0)) one.discard();
});

const MINUTE = 60_000;
const always = { quantity: 'temperatureC', when: 'above', on: -50, off: -60, for_s: 120, enabled: true, quiet: null };
const settings = {
  alarms: {
    rules: [
      { id: 'always', title: 'Warmer than ever', ...always },
      { id: 'heat', enabled: true },
    ],
  },
};

describe('alarms of a whole station', () => {
  it('fire, are in the log, and go on through a restart as if it had never stopped', async () => {
    const first = bench(settings);
    await first.station.start();
    await first.clock.advance(MINUTE);
    expect(first.station.alarms.get('always')).toMatchObject({ state: 'pending', title: 'Warmer than ever' });
    await first.clock.advance(5 * MINUTE);
    const fired = first.station.alarms.get('always')!;
    expect(fired).toMatchObject({ state: 'firing', acknowledged: false });
    expect(first.station.watch.events(20).filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
    await first.station.stop();

    const again = bench(settings, first.clock.nowS() + 30, first.folder).station;
    await again.start();
    await made[1]!.clock.advance(MINUTE);
    expect(again.alarms.get('always')).toMatchObject({ state: 'firing', fingerprint: fired.fingerprint });
    expect(again.watch.events(50).filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
    expect(again.alarms.acknowledge('always')).toMatchObject({ state: 'acknowledged' });
    expect(again.alarms.acknowledge('heat')).toMatchObject({ error: 'alarm heat is not firing' });
    expect(again.alarms.acknowledge('nobody')).toBeNull();
    expect(again.alarms.snooze('storm', 5)).toMatchObject({ error: 'alarm storm is switched off' });
    await again.stop();
  });

  it('are saved at once: who finds the folder as a kill leaves it tells nothing twice', async () => {
    const first = bench(settings);
    await first.station.start();
    await first.clock.advance(5 * MINUTE);
    const { fingerprint } = first.station.alarms.get('always')!;
    expect(fingerprint).not.toBeNull();
    const left = mkdtempSync(join(tmpdir(), 'weatherglass-'));
    cpSync(first.folder, left, { recursive: true });
    const found = bench(settings, first.clock.nowS() + 30, left);
    await found.station.start();
    await found.clock.advance(MINUTE);
    expect(found.station.alarms.get('always')!.fingerprint).toBe(fingerprint);
    expect(found.station.watch.events(50).filter(({ kind }) => kind === 'alarm')).toHaveLength(1);
    await found.station.stop();
    await first.station.stop();
  });

  it('keep their times through a start whose clock has not been set', async () => {
    const first = bench(settings);
    await first.station.start();
    await first.clock.advance(6 * MINUTE);
    const { started_ts, since_ts } = first.station.alarms.get('always')!;
    await first.station.stop();
    const again = bench(settings, 12, first.folder);
    await again.station.start();
    await again.clock.advance(MINUTE);
    expect(again.station.nowS()).toBeLessThan(100); // in 1970
    again.clock.jumpWallS(first.clock.nowS() + 600);
    await again.clock.advance(MINUTE);
    expect(again.station.nowS()).toBeGreaterThan(first.clock.nowS());
    expect(again.station.alarms.get('always')).toMatchObject({ state: 'firing', started_ts, since_ts });
    await again.station.stop();
  });

  it('answer in the shapes of the contract, and follow the chance of frost without being switched on', async () => {
    const { station, clock } = bench(settings);
    await station.start();
    await clock.advance(11 * MINUTE);
    const list = AlarmList.parse(station.alarms.list());
    expect(list.rules).toBe(12);
    expect(list.alarms.find(({ id }) => id === 'frost_tonight')).toMatchObject({ state: 'off', kind: 'frost_tonight' });
    const { scores } = AlarmScores.parse(station.alarms.scores());
    expect(scores.map(({ id, verdict }) => [id, verdict])).toEqual([['frost_tonight', 'too_few']]);
    expect(scores[0]!.record).toHaveLength(1);
    expect(station.alarms.rehearse('frost_tonight', 0.42, '30')).toMatchObject({ threshold: 0.4 });
    expect(station.alarms.rehearse('frost_tonight', 0.6, 'winter')).toMatchObject({ n: 0 });
    expect(station.alarms.rehearse('heat', 0.6, '30')).toMatchObject({ error: expect.stringContaining('heat') });
    await station.stop();
  });
});
