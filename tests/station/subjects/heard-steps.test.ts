import { expect, it, onTestFinished } from 'vitest';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
import { Bench } from '../../support/station.ts';

const REPORT_S = 300;

/** Sensor events of an hour in which a console reports each five minutes, and the air warms and dries as on a morning of June. */
async function eventsOf(): Promise<string[]> {
  const bench = new Bench({ sensors: { source: 'ecowitt', sample_interval_s: 10 } });
  const station = bench.build(noBoard);
  await station.start();
  onTestFinished(async () => {
    await station.stop();
    bench.discard();
  });
  for (let i = 0; i < 12; i += 1) {
    const body = `PASSKEY=A&stationtype=G&tempf=${(57 + 1.3 * i).toFixed(1)}&humidity=${90 - 3 * i}&baromabsin=29.9`;
    station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
    await bench.clock.advance(REPORT_S * 1000);
  }
  const { temperature, humidity } = await station.telemetry();
  expect([temperature, humidity]).toEqual([expect.closeTo(21.8, 0), expect.closeTo(57, 0)]);
  return station.watch.events(100).flatMap(({ kind, detail }) => (kind === 'sensor' ? [detail] : []));
}

it('air that moved between two reports of a console has not jumped', async () => {
  expect((await eventsOf()).filter((detail) => /jumped/.test(detail))).toEqual([]);
});
