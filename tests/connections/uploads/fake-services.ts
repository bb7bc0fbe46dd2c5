import type { Asked, Said } from './fake-internet.ts';

/** A receiver that keeps what it was sent, and says what the real one says. */
export interface FakeService {
  name: string;
  id: string;
  key: string | null;
  answer(asked: Asked): Said;
  /** Part of its address that no other has. */
  host: string;
  /** Whether it takes rows of a time without a network. */
  catchesUp: boolean;
  /** Whether a row bears its own time there; otherwise the time of its arrival. */
  stamps: boolean;
  /** Whether it is told which program sends, and so that the weather is simulated. */
  hearsProgram: boolean;
  /** The times of what it has stored, epoch seconds, in the order in which it came. */
  stored: number[];
}

export const KEY = 'p w&1';
/** No value was measured as one of these, and no text may name them. */
const NONSENSE = /undefined|NaN|null|Infinity|\[object/;

const utcS = (text: string | null): number => Date.parse(`${String(text).replace(' ', 'T')}Z`) / 1000;
const json = (status: number, body: unknown): Said => ({ status, body: JSON.stringify(body) });
const isNumber = (text: string | null | undefined): boolean => text == null || /^-?\d+(\.\d+)?$/.test(text);

abstract class Receiver implements FakeService {
  readonly stored: number[] = [];
  abstract readonly name: string;
  abstract readonly id: string;
  readonly key: string | null = KEY;
  abstract readonly host: string;
  readonly catchesUp: boolean = true;
  readonly stamps: boolean = true;
  readonly hearsProgram: boolean = true;
  nowS: () => number = () => 0;
  abstract take(asked: Asked): Said;
  answer(asked: Asked): Said {
    if (NONSENSE.test(decodeURIComponent(asked.url.href) + asked.body)) throw new Error(`nonsense: ${asked.url.href}`);
    return this.take(asked);
  }
}

class Wunderground extends Receiver {
  readonly name = 'wunderground';
  readonly host = 'wunderground.com';
  readonly id = 'KCPH1';
  take({ url }: Asked): Said {
    const q = url.searchParams;
    if (q.get('ID') !== this.id || q.get('PASSWORD') !== KEY) return { status: 401, body: 'unauthorized' };
    const isWhole = ['tempf', 'humidity', 'dewptf', 'baromin'].every((field) => isNumber(q.get(field)));
    if (!isWhole || !Number.isFinite(utcS(q.get('dateutc')))) return { status: 400, body: 'bad request' };
    this.stored.push(utcS(q.get('dateutc')));
    return { status: 200, body: 'success\n' };
  }
}

class PwsWeather extends Receiver {
  readonly name = 'pwsweather';
  readonly host = 'pwsweather.com';
  readonly id = 'CPH1';
  take({ url }: Asked): Said {
    const q = url.searchParams;
    if (q.get('ID') !== this.id) return { status: 200, body: 'ERROR: Not a vailid Station ID' };
    if (q.get('PASSWORD') !== KEY) return { status: 200, body: 'ERROR: Not a vailid Station ID/Password' };
    if (!Number.isFinite(utcS(q.get('dateutc'))))
      return { status: 200, body: 'ERROR: dateutc parameter is not in proper format' };
    this.stored.push(utcS(q.get('dateutc')));
    return { status: 200, body: 'Data Logged and posted in METAR mirror.' };
  }
}

class Windy extends Receiver {
  readonly name = 'windy';
  readonly host = 'windy.com';
  override readonly catchesUp = false;
  readonly id = 'f01ab2c3';
  #lastS = Number.NEGATIVE_INFINITY;
  /** It says 200 to whatever comes, and keeps nothing. */
  keepsNothing = false;
  take({ url, headers }: Asked): Said {
    const q = url.searchParams;
    const isKnown = q.get('id') === this.id && headers.authorization === `Bearer ${KEY}`;
    if (headers.authorization === undefined) return json(401, { message: 'Unauthorized' });
    if (!isKnown) return json(400, { message: 'Provided password is invalid', error: 'Bad Request' });
    if (url.pathname === '/api/v2/observation') {
      const body = JSON.stringify(this.stored.slice(-1).map((ts) => ({ ts })));
      return { status: 200, body, headers: { 'x-station-password': encodeURIComponent(KEY) } };
    }
    const tS = Number(q.get('ts'));
    if (Number(q.get('pressure')) < 50_000 && q.has('pressure'))
      return json(400, { message: 'pressure must be in Pa' });
    if (!/^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9])?$/.test(q.get('winddir') ?? ''))
      return json(400, { message: 'winddir must be an integer from 0 to 359' });
    if (this.stored.includes(tS)) return json(409, { message: 'Observation already exists' });
    if (this.nowS() - this.#lastS < 290) {
      return json(429, { retry_after: new Date(1000 * (this.#lastS + 300)).toISOString() });
    }
    this.#lastS = this.nowS();
    if (!this.keepsNothing) this.stored.push(tS);
    return { status: 200, body: '' };
  }
}

class WowBe extends Receiver {
  readonly name = 'wowbe';
  readonly host = 'meteo.be';
  readonly id = '6dd3a7e7-1a00-49a9-9b5f-6a8a3d0e3d5b';
  take({ body }: Asked): Said {
    const sent = JSON.parse(body) as Record<string, string>;
    if (sent['siteid'] !== this.id)
      return json(422, {
        message: 'The selected siteid is invalid.',
        errors: { siteid: ['The selected siteid is invalid.'] },
      });
    if (sent['siteAuthenticationKey'] !== KEY) return json(403, { message: 'Invalid site credentials' });
    const numbers = ['tempf', 'dewptf', 'humidity', 'baromin', 'absbaromin'];
    const wrong = numbers.filter((field) => !isNumber(sent[field]));
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(sent['dateutc'] ?? '')) wrong.push('dateutc');
    if (!sent['softwaretype']) wrong.push('softwaretype');
    if (wrong.length > 0)
      return json(422, { message: 'invalid', errors: Object.fromEntries(wrong.map((field) => [field, ['invalid']])) });
    this.stored.push(utcS(sent['dateutc']!));
    return json(200, { type: 'Feature', geometry: null, properties: { site: this.id } });
  }
}

class OpenWeatherMap extends Receiver {
  readonly name = 'openweathermap';
  readonly host = 'openweathermap.org';
  override readonly hearsProgram = false;
  readonly id = 'my-garden';
  readonly registered: Array<{ id: string; external_id: string }> = [];
  take({ url, method, body }: Asked): Said {
    if (url.searchParams.get('appid') !== KEY)
      return json(401, {
        cod: 401,
        message: 'Invalid API key. Please see https://openweathermap.org/faq#error401 for more info.',
      });
    if (url.pathname === '/data/3.0/stations' && method === 'GET') return json(200, this.registered);
    if (url.pathname === '/data/3.0/stations') {
      const { external_id } = JSON.parse(body) as { external_id: string };
      const id = `583436dd9643a9000196b8d${this.registered.length}`;
      this.registered.push({ id, external_id });
      return json(201, { ID: id, external_id, rank: 10 });
    }
    const rows = JSON.parse(body) as Array<{ station_id: string; dt: number }>;
    if (rows.some((row) => !this.registered.some(({ id }) => id === row.station_id)))
      return json(404, { code: 404001, message: 'station not found' });
    this.stored.push(...rows.map(({ dt }) => dt));
    return { status: 204 };
  }
}

class OpenSenseMap extends Receiver {
  readonly name = 'opensensemap';
  readonly host = 'opensensemap.org';
  override readonly hearsProgram = false;
  readonly id = '5f2b56f4263635001c1dd1fd';
  take({ url, method, headers, body }: Asked): Said {
    if (!url.pathname.startsWith(`/boxes/${this.id}`)) return json(404, { code: 'NotFound', message: 'Box not found' });
    if (method === 'GET') {
      return json(200, {
        sensors: [
          { _id: 't', title: 'Temperatur', unit: '°C' },
          { _id: 'h', title: 'rel. Luftfeuchte', unit: '%' },
          { _id: 'p', title: 'Luftdruck', unit: 'hPa' },
        ],
      });
    }
    if (headers.authorization !== KEY)
      return json(401, { code: 'Unauthorized', message: 'Box access token not valid!' });
    const values = JSON.parse(body) as Array<{ sensor: string; value: string; createdAt: string }>;
    if (values.length > 2500) return json(422, { message: 'too many' });
    if (!values.every(({ value }) => isNumber(value))) return json(422, { message: 'Illegal value' });
    this.stored.push(...new Set(values.map(({ createdAt }) => Date.parse(createdAt) / 1000)));
    return json(201, 'Measurements saved in box');
  }
}

class SensorCommunity extends Receiver {
  readonly name = 'sensorcommunity';
  readonly host = 'sensor.community';
  override readonly catchesUp = false;
  override readonly stamps = false;
  readonly id = 'raspi-00000000a3b2c1d0';
  override readonly key = null;
  take({ headers, body }: Asked): Said {
    if (headers['x-sensor'] !== this.id) return json(403, { detail: 'Node not found in database.' });
    const { sensordatavalues: values } = JSON.parse(body) as { sensordatavalues: Array<{ value: string }> };
    if (values.length === 0 || !values.every(({ value }) => isNumber(value))) return json(400, { value: ['invalid'] });
    this.stored.push(this.nowS());
    return json(201, { id: 1, sensordatavalues: values });
  }
}

export const fakes = {
  wunderground: Wunderground,
  pwsweather: PwsWeather,
  windy: Windy,
  wowbe: WowBe,
  openweathermap: OpenWeatherMap,
  opensensemap: OpenSenseMap,
  sensorcommunity: SensorCommunity,
} as const;
export type FakeName = keyof typeof fakes;
export const fakeNames = Object.keys(fakes) as FakeName[];
