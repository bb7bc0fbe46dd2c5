import { connect } from 'node:net';
import { beforeEach } from 'vitest';
import { parseConfig } from '../../../src/config/problems.ts';
import { isIdle, type Sink } from '../../../src/connections/sink.ts';
import { uploadSinks } from '../../../src/connections/uploads/index.ts';
import type { Ports } from '../../../src/sending/ports.ts';
import type { OutboxRow } from '../../../src/station/outbox/row.ts';
import { runningClock } from '../../support/running-clock.ts';
import { type Behaviour, FakeInternet, type Mishap, type Said } from './fake-internet.ts';
import { type FakeName, fakes, KEY } from './fake-services.ts';

export const NOW_S = 1_780_315_520;
export const row: OutboxRow = {
  startS: 1_780_315_200,
  widthS: 300,
  tS: 1_780_315_500,
  temperatureC: 18.4,
  humidityPct: 61,
  seaLevelHpa: 1016.2,
  stationHpa: 1013.227,
  dewPointC: 10.75,
  outdoorC: null,
  lux: 800,
  cloudIndex: 0.2,
  temperatureRateCPerH: 0.1,
  pressureRateHpaPerH: -0.2,
  cpuC: 48,
};

export const SITE = { latitude: 55.6761, longitude: 12.5683, altitude_m: 25, indoors: false };

/** Sinks of uploads, and the internet that a test answers for. */
export class AskedSinks {
  readonly internet = new FakeInternet();

  all(uploads: object, site: object = SITE, simulated = false) {
    const judged = parseConfig({ site, uploads });
    if ('problems' in judged) throw new Error(judged.problems.join('; '));
    return uploadSinks(judged.config, this.#ports(), '1.0.3', simulated);
  }

  of(name: FakeName, login: object = {}, site: object = SITE, simulated = false): Sink {
    const { id, key } = new fakes[name]();
    const settings = { enabled: true, id, ...(key !== null && { key }), ...login };
    const sink = this.all({ [name]: settings }, site, simulated).find((one) => one.name === name)!;
    if (isIdle(sink)) throw new Error(`${name} lacks ${sink.lacks}`);
    return sink;
  }

  #ports(): Ports {
    const { fetch } = this.internet;
    return {
      fetch,
      fetchTrusting: () => fetch,
      lookup: async () => [],
      ownAddresses: () => [],
      connect,
      gzip: () => Promise.reject(new Error('nothing to pack')),
      clock: runningClock(),
      random: () => 0.5,
      secret: (path) => (path === '/keys/windy' ? KEY : null),
      log: () => {},
    };
  }
}

/** Gives each test of a file sinks with an internet of their own: a request that was given up in one test may arrive in the next. */
export const eachAsked = (use: (one: AskedSinks) => void): void =>
  beforeEach(async () => {
    const one = new AskedSinks();
    await one.internet.start();
    use(one);
    return () => one.internet.stop();
  });

export const sent = (sink: Sink, of: OutboxRow = row, signal = new AbortController().signal) =>
  sink.send({ rows: [of], nowS: NOW_S }, signal);

/** What it says to the data itself, where it is asked for other things before. */
export const toData =
  (name: FakeName, said: Said | Mishap): Behaviour =>
  (asked) => {
    const isBefore = asked.method === 'GET' && (name === 'opensensemap' || name === 'openweathermap');
    if (!isBefore) return said;
    if (name === 'openweathermap') return { status: 200, body: '[{"id":"ab","external_id":"my-garden"}]' };
    return new fakes[name]().answer(asked);
  };
