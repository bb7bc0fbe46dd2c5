import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { discoveryDocument, entityPrefix, topicsOf, weatherCard } from '../../src/connections/mqtt/discovery.ts';
import { quantitiesWith } from '../../src/quantities/names.ts';
import { judgeDiscovery } from './support/rules.ts';

const ID = 'wg_8f3a21c04b7e';
const topics = topicsOf(ID, 'homeassistant');
type Dict = Record<string, unknown>;
interface Doc extends Dict {
  dev: Dict;
  o: Dict;
  cmps: Record<string, Dict>;
}

const NOTHING: ReadonlySet<string> = new Set();
const OWN = new Set(quantitiesWith('mqtt').map(({ telemetry }) => telemetry as string));

const made = (more: Partial<Parameters<typeof discoveryDocument>[0]> = {}): Doc =>
  discoveryDocument({
    id: ID,
    name: 'Haus am See',
    version: '1.4.0',
    url: 'http://10.0.0.7:8000',
    simulated: false,
    presence: { probe: true, light: true, measured: NOTHING },
    intervalS: 30,
    topics,
    alarms: null,
    ...more,
  }) as Doc;

const judged = (doc: unknown, topic = topics.discovery) => judgeDiscovery(topic, JSON.stringify(doc));
const clean = { dropped: [], components: {}, warnings: [] };

describe('our discovery document', () => {
  const flags = [true, false];
  const configurations = flags.flatMap((probe) =>
    flags.flatMap((light) =>
      flags.flatMap((simulated) => [null, 'http://h:1'].map((url) => ({ probe, light, simulated, url }))),
    ),
  );
  it.each(configurations)('is taken whole, without a warning: %j', ({ probe, light, simulated, url }) => {
    expect(judged(made({ presence: { probe, light, measured: probe ? OWN : NOTHING }, simulated, url }))).toEqual(
      clean,
    );
  });

  it.each(['Haus am See', 'Wetter', '气象站', '🌦️', 'Ö', '  a--b  '])(
    'is taken whatever the station is called: %s',
    (name) => {
      expect(judged(made({ name }))).toEqual(clean);
    },
  );

  it('is of a size that every broker takes', () => {
    expect(Buffer.byteLength(JSON.stringify(made()))).toBeLessThan(20_000);
  });

  it('has ids that never change: each carries somebody’s history', () => {
    expect(Object.values(made().cmps).map(({ uniq_id: id }) => String(id).slice(ID.length + 1))).toMatchInlineSnapshot(`
      [
        "temperature",
        "humidity",
        "pressure",
        "pressure_station",
        "dew_point",
        "outdoor_temperature",
        "temperature_rate",
        "pressure_rate",
        "cpu_temperature",
        "illuminance",
        "wet_bulb",
        "vpd",
        "absolute_humidity",
        "heat_index",
        "frost_point",
        "novelty_d2",
        "condition",
        "outlook_text",
        "rain_probability",
        "hourly",
        "daily",
        "forecast_temperature_15m",
        "forecast_temperature_1h",
        "forecast_temperature_3h",
        "forecast_temperature_6h",
        "forecast_temperature_12h",
        "forecast_temperature_1d",
        "forecast_humidity_15m",
        "forecast_humidity_1h",
        "forecast_humidity_3h",
        "forecast_humidity_6h",
        "forecast_humidity_12h",
        "forecast_humidity_1d",
        "forecast_pressure_15m",
        "forecast_pressure_1h",
        "forecast_pressure_3h",
        "forecast_pressure_6h",
        "forecast_pressure_12h",
        "forecast_pressure_1d",
        "health",
        "problem",
        "unusual",
        "last_sample",
        "event",
      ]
    `);
  });

  it('announces a probe and light where there are, nothing we do not measure, and no state class for what is to come', () => {
    const bare = made({ presence: { probe: false, light: false, measured: NOTHING } }).cmps;
    expect(Object.keys(bare)).not.toContain('outdoor_temperature');
    expect(Object.keys(bare)).not.toContain('illuminance');
    expect(JSON.stringify(bare)).not.toMatch(/wind|rain_amount|precipitation"/);
    for (const [key, one] of Object.entries(made().cmps)) {
      if (key.startsWith('forecast_') || key === 'rain_probability') expect(one).not.toHaveProperty('stat_cla');
    }
  });

  it('announces wind, rain and sun once a station has measured them', () => {
    const cmps = made({
      presence: { probe: false, light: false, measured: new Set(['wind_gust', 'rain_today']) },
    }).cmps;
    expect(cmps['wind_gust']).toMatchObject({ dev_cla: 'wind_speed', unit_of_meas: 'm/s' });
    expect(cmps['rain_today']).toMatchObject({ dev_cla: 'precipitation', unit_of_meas: 'mm' });
    expect(Object.keys(cmps)).not.toContain('solar_radiation');
    const air = made({
      presence: {
        probe: false,
        light: false,
        measured: new Set(['channels.co2', 'channels.pm25', 'channels.pm3_pm10']),
      },
    }).cmps;
    expect(air['co2']).toMatchObject({ dev_cla: 'carbon_dioxide', unit_of_meas: 'ppm' });
    expect(air['pm25']).toMatchObject({ dev_cla: 'pm25', unit_of_meas: 'µg/m³' });
    expect(air['pm3_pm10']).toMatchObject({ dev_cla: 'pm10', unit_of_meas: 'µg/m³' });
  });

  it('lets an entity fall silent after four states that did not come', () => {
    const { cmps } = made({ intervalS: 10 });
    expect(cmps['temperature']!['exp_aft']).toBe(40);
    expect(cmps['rain_probability']!['exp_aft']).toBe(1800);
  });
});

describe('the rules', () => {
  const broken = (change: (doc: Doc) => unknown): Doc => {
    const doc = structuredClone(made());
    change(doc);
    return doc;
  };
  const at = (key: string, more: Dict) => (doc: Doc) => Object.assign(doc.cmps[key]!, more);
  const without = (key: string, word: string) => (doc: Doc) => delete doc.cmps[key]![word];

  it.each<[string, (doc: Doc) => unknown]>([
    ['no device', (doc) => delete (doc as Dict)['dev']],
    ['no origin', (doc) => delete (doc as Dict)['o']],
    ['no components', (doc) => delete (doc as Dict)['cmps']],
    ['no identifier', (doc) => delete doc.dev['ids']],
    ['an empty list of identifiers', (doc) => Object.assign(doc.dev, { ids: [] })],
    ['an origin without a name', (doc) => delete doc.o['name']],
    ['a component without a platform', without('humidity', 'p')],
    ['an unknown platform', at('humidity', { p: 'weather' })],
    ['a component without a unique id', without('humidity', 'uniq_id')],
    ['an unknown word in the shared availability', (doc) => Object.assign(doc, { avty: [{ t: 'a', color: 'red' }] })],
  ])('drop the whole document for %s', (_, change) => {
    expect(judged(broken(change)).dropped).toHaveLength(1);
  });

  it('drop what is not JSON, and what has an illegal id in its topic', () => {
    expect(judgeDiscovery(topics.discovery, '{').dropped).toEqual(['not JSON']);
    expect(judged(made(), topicsOf('haus.am.see', 'homeassistant').discovery).dropped).toEqual([
      'illegal id in the topic',
    ]);
  });

  it.each<[string, string, (doc: Doc) => unknown]>([
    ['an unknown class', 'humidity', at('humidity', { dev_cla: 'moistness' })],
    ['a unit outside its class', 'pressure', at('pressure', { unit_of_meas: 'torr' })],
    ['a class that lacks its unit', 'pressure', without('pressure', 'unit_of_meas')],
    ['empty options', 'health', at('health', { ops: [] })],
    ['options of another class', 'humidity', at('humidity', { ops: ['a'] })],
    ['options with a state class', 'health', at('health', { stat_cla: 'measurement' })],
    ['options with a unit', 'health', at('health', { unit_of_meas: 'x' })],
    ['last_reset without total', 'humidity', at('humidity', { last_reset_value_template: '{{ 1 }}' })],
    ['a config sensor', 'humidity', at('humidity', { ent_cat: 'config' })],
    ['a config binary sensor', 'problem', at('problem', { ent_cat: 'config' })],
    ['a unit on a time', 'last_sample', at('last_sample', { unit_of_meas: 's' })],
    ['an angle without its sign', 'absolute_humidity', at('absolute_humidity', { stat_cla: 'measurement_angle' })],
    ['a second one of the same id', 'humidity', at('humidity', { uniq_id: `${ID}_temperature` })],
    ['availability without a topic', 'humidity', at('humidity', { avty: [{ pl_avail: 'on' }] })],
    ['no state topic', 'humidity', at('humidity', { stat_t: '' })],
    ['an event without types', 'event', at('event', { evt_typ: [] })],
    ['an unknown class of a binary sensor', 'problem', at('problem', { dev_cla: 'trouble' })],
  ])('drop the component for %s', (_, key, change) => {
    const { dropped, components } = judged(broken(change));
    expect(dropped).toEqual([]);
    expect(Object.keys(components)).toEqual([key]);
  });

  it('drop every component that has no state topic of its own when the shared one goes', () => {
    expect(Object.keys(judged(broken((doc) => delete doc['stat_t'])).components)).toContain('temperature');
  });

  it.each([
    ['colour', { colour: 'red' }],
    ['object_id', { obj_id: 1, object_id: 'a' }],
  ])('warn of an unknown word: %s', (_, more) => {
    const verdict = judged(broken(at('humidity', more)));
    expect(verdict.components).toEqual({});
    expect(verdict.warnings.length).toBeGreaterThan(0);
  });
});

describe('the weather card', () => {
  it.each(['Haus am See', 'Bob’s "shed": #1', 'Straße Søndergård Łódź', '北京'])(
    'is YAML over entities that the document announces: %s',
    (name) => {
      const text = weatherCard(ID, name);
      const [{ weather }] = (parse(text) as { template: [{ weather: Dict[] }] }).template;
      const [card] = weather;
      const keys =
        'name unique_id availability condition_template temperature_template temperature_unit humidity_template pressure_template pressure_unit dew_point_template forecast_hourly_template forecast_daily_template';
      expect(Object.keys(card!)).toEqual(keys.split(' '));
      expect(card).toMatchObject({ name, unique_id: `${ID}_weather`, temperature_unit: '°C' });
      const announced = Object.values(made({ name }).cmps).map((one) => one['def_ent_id']);
      const used = [...text.matchAll(/'(sensor\.\w+)'/g)].map((match) => match[1]);
      expect(used.length).toBeGreaterThan(6);
      expect(used.filter((id) => !announced.includes(id))).toEqual([]);
      expect(entityPrefix(ID, name)).toMatch(/^[a-z0-9_]+$/);
    },
  );

  // Home Assistant converts the state of a sensor with a device class to the units of the installation; attributes stay as they came.
  it('reads no number from a state, which a US installation gives in °F and inHg', () => {
    const text = weatherCard(ID, 'Shed');
    expect(text).not.toMatch(/states\('[^']+'\) *\| *float/);
    const { condition } = made({}).cmps;
    const attributes = String(condition!['json_attr_tpl']);
    for (const [, name] of text.matchAll(/_template: "\{\{ state_attr\('[^']+_condition', '(\w+)'\)/g))
      expect(attributes).toContain(`'${name}': value_json.`);
    expect(condition!['json_attr_t']).toBe(topicsOf(ID, 'homeassistant').state);
  });

  it('names without Latin letters get ids of their own', () => {
    expect(entityPrefix('wg_1', '北京')).not.toBe(entityPrefix('wg_2', '上海'));
  });
});
