import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { Rescaling } from '../../../src/station/subjects/rescaling.ts';
import { Bench } from '../../support/station.ts';

const MINUTE = 60_000;

afterEach(() => vi.restoreAllMocks());

it.each([
  ['temperature', 16],
  ['temperature', 33],
  ['humidity', 33],
] as const)(
  'a kill right behind a calibration of %s after %i min: one step, told as a calibration, and no jump of a sensor',
  async (signal, minutes) => {
    const bench = new Bench();
    await bench.station.start();
    await bench.clock.advance(minutes * MINUTE);
    const { temperature, humidity } = await bench.station.telemetry();
    const { calibration } = bench.station;
    const killed = mkdtempSync(join(tmpdir(), 'weatherglass-killed-'));
    const { rescaled } = Rescaling.prototype;
    vi.spyOn(Rescaling.prototype, 'rescaled').mockImplementationOnce(function (this: Rescaling, change) {
      cpSync(bench.folder, killed, { recursive: true }); // right behind the commit, before anybody is told of it
      rescaled.call(this, change);
    });
    const result =
      signal === 'temperature'
        ? calibration.calibrate(temperature! + 4)
        : calibration.calibrateHumidity(humidity! + 12);
    expect(result).not.toHaveProperty('error');
    const again = new Bench({}, bench.clock.nowS() + 5, killed);
    await again.station.start();
    await again.clock.advance(5 * MINUTE);
    const told = again.station.watch.events(50).filter(({ kind }) => kind === 'discontinuity' || kind === 'sensor');
    expect(told.map(({ detail }) => detail)).toEqual([expect.stringMatching(/this jump is a calibration/)]);
    await again.station.stop();
    await bench.station.stop();
    for (const one of [again, bench]) one.discard();
  },
);
