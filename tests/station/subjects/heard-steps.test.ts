import { expect, it, onTestFinished } from 'vitest';
import { decodeConsole } from '../../../src/station/inputs/families/console.ts';
import { noBoard } from '../../../src/station/inputs/heard-board.ts';
import { Bench } from '../../support/station.ts';

const REPORT_S = 300;

async function begun() {
  const bench = new Bench({ sensors: { source: 'ecowitt', sample_interval_s: 10 } });
  let station = bench.build(noBoard);
  await station.start();
  onTestFinished(async () => {
    await station.stop();
    bench.discard();
  });
  const again = async () => {
    await station.stop();
    station = bench.build(noBoard);
    await station.start();
    return station;
  };
  /** Reports of a morning of June, on which the air warms and dries. */
  const report = async (i: number, everyS: number, more = '&baromabsin=29.9') => {
    const body = `PASSKEY=A&stationtype=G&tempf=${(57 + 1.3 * i).toFixed(1)}&humidity=${90 - 3 * i}${more}`;
    station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
    await bench.clock.advance(everyS * 1000);
  };
  return { bench, station, again, report };
}

/** Sensor events of an hour in which a console reports each five minutes. */
async function eventsOf(): Promise<string[]> {
  const { station, report } = await begun();
  for (let i = 0; i < 12; i += 1) await report(i, REPORT_S);
  const { temperature, humidity } = await station.telemetry();
  // The last report, and five minutes of its tendency at most: .7 K warmer and 3 % drier.
  expect([temperature! >= 21.8 && temperature! < 22.5, humidity! <= 57 && humidity! > 54]).toEqual([true, true]);
  return station.watch.events(100).flatMap(({ kind, detail }) => (kind === 'sensor' ? [detail] : []));
}

it('air that moved between two reports of a console has not jumped', async () => {
  expect((await eventsOf()).filter((detail) => /jumped/.test(detail))).toEqual([]);
});

it('the pressure of a console that has fallen silent is told by no answer', async () => {
  const { bench, station, report } = await begun();
  for (let i = 0; i < 5; i += 1) await report(i, 60);
  expect(station.watch.pressure().station_hpa).toBeCloseTo((await station.telemetry()).pressure_station!, 3);
  expect(station.watch.pressure().station_hpa).toBeCloseTo(1012.5, 0);
  await bench.clock.advance(600_000);
  expect((await station.telemetry()).pressure_station).toBeNull();
  expect(station.watch.pressure()).toMatchObject({ station_hpa: null, altimeter_hpa: null });
});

it('a barometer that died while its console goes on is missed after a restart, too', async () => {
  const { again, report } = await begun();
  for (let i = 0; i < 5; i += 1) await report(i, 60);
  const { watch } = await again();
  for (let i = 5; i < 17; i += 1) await report(i, 60, '');
  expect(watch.anomaly()).toMatchObject({
    health_overall: 'fault',
    health: { temperature: { status: 'ok' }, humidity: { status: 'ok' }, pressure: { status: 'missing' } },
  });
});

it('the air of a console is no room, whatever the settings say of a board', async () => {
  const { station, report } = await begun();
  for (let i = 0; i < 12; i += 1) await report(i, 60);
  expect(station.rain.precipitation()).toMatchObject({ indoors_caveat: false });
  expect(station.watch.pressure()).toMatchObject({ indoors: false });
  expect(station.status().site).toMatchObject({ indoors: false });
});

it('another console as the source is no weather, however near its barometer is', async () => {
  const { bench, station } = await begun();
  const rates: (number | null)[] = [];
  const hours = async (n: number) => {
    for (let i = 0; i < 12 * n; i += 1) {
      for (const [key, inHg] of [
        ['A', 29.9],
        ['B', 29.92],
      ]) {
        const body = `PASSKEY=${key}&stationtype=G&tempf=57&humidity=80&baromabsin=${inHg}`;
        station.inputs.take(decodeConsole(body, 'POST', '192.0.2.7'));
      }
      await bench.clock.advance(REPORT_S * 1000);
      rates.push((await station.telemetry()).rates.pressure_hpa_per_h);
    }
  };
  await hours(2);
  expect(rates.at(-1)).toBeCloseTo(0, 3);
  rates.length = 0;
  const other = station.inputs.list().inputs.find(({ adopted }) => !adopted)!;
  station.inputs.adopt(other.id, { main_for: ['pressure'] });
  await hours(1);
  expect((await station.telemetry()).pressure_station).toBeCloseTo(29.92 * 33.8639, 1);
  expect(Math.max(...rates.map((rate) => Math.abs(rate ?? 0)))).toBeLessThan(0.01);
  expect(rates.at(-1)).not.toBeNull();
});

async function watchingStorms() {
  const rules = [{ id: 'storm', enabled: true, quiet: null }];
  const bench = new Bench({
    site: { altitude_m: 100 },
    sensors: { source: 'ecowitt', sample_interval_s: 30 },
    alarms: { rules },
  });
  let station = bench.build(noBoard);
  await station.start();
  onTestFinished(async () => {
    await station.stop();
    bench.discard();
  });
  const hours = async (n: number) => {
    for (let i = 0; i < 12 * n; i += 1) {
      const query = 'ID=A&PASSWORD=x&dateutc=now&tempf=60&humidity=80&baromin=29.9';
      station.inputs.take(decodeConsole(query, 'GET', '192.0.2.7'));
      await bench.clock.advance(REPORT_S * 1000);
    }
  };
  const again = async () => {
    await station.stop();
    station = bench.build(noBoard);
    await station.start();
  };
  await hours(0.25);
  const { id } = station.inputs.list().inputs[0]!;
  return { bench, hours, again, id, station: () => station };
}

it('a corrected kind of the pressure is no storm', async () => {
  const { bench, hours, again, id, station } = await watchingStorms();
  station().inputs.adopt(id, { pressure_kind: 'station' });
  await hours(4);
  expect(station().alarms.get('storm')).toMatchObject({ state: 'ok' });
  station().inputs.adopt(id, { pressure_kind: 'sea_level' });
  await bench.clock.advance(60_000);
  await again(); // from one kind to the other between two reports
  await hours(4);
  expect((await station().telemetry()).pressure).toBeCloseTo(1012.5, 0);
  expect(station().alarms.get('storm')).toMatchObject({ state: 'ok' });
  expect(
    station()
      .watch.events(100)
      .filter(({ kind }) => kind === 'alarm'),
  ).toEqual([]);
});

it('nor is it one while the samples wait for a clock', async () => {
  const { bench, hours, id, station } = await watchingStorms();
  station().inputs.adopt(id, { pressure_kind: 'station' });
  bench.clock.jumpWallS(1000 - bench.clock.nowS()); // 1970
  await hours(4);
  expect(station().alarms.get('storm')).toMatchObject({ state: 'ok' });
  station().inputs.adopt(id, { pressure_kind: 'sea_level' }); // 12 hPa lower
  for (let i = 0; i < 12; i += 1) {
    await hours(1 / 12);
    expect(station().alarms.get('storm')!.state).not.toBe('firing');
  }
});
