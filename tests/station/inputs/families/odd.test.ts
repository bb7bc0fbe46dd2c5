import { describe, expect, it } from 'vitest';
import { numberOf } from '../../../../src/station/inputs/draft.ts';
import { decodeDavis } from '../../../../src/station/inputs/families/davis.ts';
import { decodeKernel, nodesOf } from '../../../../src/station/inputs/families/kernel.ts';
import { decodeMqtt } from '../../../../src/station/inputs/families/mqtt.ts';
import { decodeRtl433 } from '../../../../src/station/inputs/families/rtl433.ts';
import { decodeTempest } from '../../../../src/station/inputs/families/tempest.ts';
import { plausible } from '../../../../src/station/inputs/plausible.ts';
import { seeded } from '../../../support/seeded.ts';
import { payloads } from '../support/payloads.ts';

describe('plausible values', () => {
  it.each([
    ['outdoor.temperature_c', -273, null],
    ['outdoor.temperature_c', 2635.8, null],
    ['probe1.temperature_c', 70, 70],
    ['outdoor.humidity_pct', 0, null],
    ['outdoor.humidity_pct', 102, 100],
    ['wind.dir_deg', 360, 0],
    ['wind.gust_ms', 19_046, null],
    ['pressure.station_hpa', 100.2, null],
    ['rain.total_mm', 65_535, null],
    ['rain.total_mm', -0, 0],
    ['sun.uv_index', Number.NaN, null],
  ])('%s of %d is %s', (path, value, good) => expect(plausible(path, value)).toBe(good));
});

describe('a number', () => {
  it.each<[unknown, number | null]>([
    ['', null],
    [null, null],
    ['1.941ba', null],
    ['0x10', null],
    ['90', 90],
    [' 5.0', 5],
    ['-.5', -0.5],
    ['Infinity', null],
    [true, null],
    [[3], null],
  ])('%j is %s', (text, value) => expect(numberOf(text)).toBe(value));
});

it.each<object>([
  { model: 'constructor' },
  { model: 'to-String', id: 1 },
  { model: 'Oregon-WGR800', ['constructor']: 1, valueOf: 2 },
])('rtl_433: %j bears names that every object has, and gives nothing', (message) => {
  const [one] = decodeRtl433(JSON.stringify(message));
  expect(one!.values).toEqual({});
});

describe('rtl_433: what a version or a model means by a key', () => {
  const values = (fields: object) => {
    const [one] = decodeRtl433(JSON.stringify({ model: 'X', id: 1, ...fields }));
    return { ...one!.values, ...one!.counters };
  };
  it.each<[string, object, object]>([
    ['temperature of 2016 is Fahrenheit', { temperature: 50 }, { 'outdoor.temperature_c': 10 }],
    ['a unit-less wind of an unknown model is not taken', { wind_speed: 3 }, {}],
    ['a raw UV is no index', { uv: 783, uvi: 1 }, { 'sun.uv_index': 1 }],
    ['what the program guesses is not taken', { rain_raw: 7, estimated_pm10_0_ug_m3: 53 }, {}],
    ['a calm has no direction', { wind_avg_m_s: 0, wind_dir_deg: 90 }, { 'wind.speed_ms': 0 }],
    [
      'a room barometer measures a room',
      { model: 'Fineoffset-WH25', temperature_C: 20 },
      { 'indoor.temperature_c': 20 },
    ],
  ])('%s', (_, fields, expected) => expect(values(fields)).toEqual(expected));

  it.each<[object, string | null]>([
    [{ battery_ok: 1.17 }, 'ok'],
    [{ battery_ok: 0.2 }, 'low'],
    [{ battery: 'LOW' }, 'low'],
    [{ battery: 48 }, null],
    [{ battery_low: 1 }, 'low'],
  ])('battery %j is %s', (fields, state) => {
    const [one] = decodeRtl433(JSON.stringify({ model: 'X', id: 1, ...fields }));
    expect(one!.batteries).toEqual({ station: state });
  });

  it.each<[unknown, number | null]>([
    ['1795408341.051719', 1795408341.051719],
    ['2026-11-23 04:17:48', null],
    ['@0.130396s', null],
    ['2026-11-23T04:17:48Z', 1795407468],
    ['2026-11-23 05:17:48.5+0100', 1795407468.5],
    ['2026-06-31T04:17:48Z', null],
  ])('time %j is %s', (time, tS) => {
    expect(decodeRtl433(JSON.stringify({ model: 'X', time }))[0]!.sentS).toBe(tS);
  });
});

describe('Tempest: the battery by its volts', () => {
  it.each([
    [2.3, 'low'],
    [2.37, null],
    [2.41, 'ok'],
  ])('%d V is %s', (volts, state) => {
    const row = [1588948614, ...Array<null>(15).fill(null), volts, 1];
    const text = JSON.stringify({ serial_number: 'ST-1', type: 'obs_st', obs: [row] });
    expect(decodeTempest(text)[0]!.batteries).toEqual({ station: state });
  });
});

describe('Davis: the battery of a transmitter', () => {
  it.each<[object, object]>([
    [{ trans_battery_flag: 1 }, { station: 'low' }],
    [{ trans_battery_flag: 0 }, { station: 'ok' }],
    [{ trans_battery_flag: null }, { station: null }],
    [{}, {}], // a real-time datagram
  ])('%j is %j', (fields, batteries) => {
    const transmitter = { data_structure_type: 1, txid: 1, wind_speed_last: 3, ...fields };
    const text = JSON.stringify({ did: '001D0A', ts: 1, conditions: [transmitter] });
    expect(decodeDavis(text)[0]!.batteries).toEqual(batteries);
  });
});

describe('kernel: which devices measure weather', () => {
  it.each<['iio' | 'hwmon' | 'w1', string, string[], string[]]>([
    ['hwmon', 'cpu_thermal', ['temp1_input'], []],
    ['hwmon', 'jc42', ['temp1_input'], []],
    ['hwmon', 'lm75', ['temp1_input'], ['temp1_input']],
    ['hwmon', 'sht3x', ['temp1_input', 'humidity1_input'], ['temp1_input', 'humidity1_input']],
    ['iio', 'lsm9ds1_accel', ['in_temp_raw'], []],
    ['iio', 'bmp380', ['in_temp_input', 'in_temp_raw'], ['in_temp_input']],
  ])('%s %s', (bus, name, found, nodes) => expect(nodesOf(bus, name, found)).toEqual(nodes));

  it('an HDC3020 of an older kernel counts in degrees', () => {
    const nodes = { in_temp_raw: '26000', in_temp_offset: '-16852', in_temp_scale: '0.002670288' };
    const [one] = decodeKernel({ bus: 'iio', key: 'i2c-1-0044', name: 'hdc3020', nodes });
    expect(one!.values['outdoor.temperature_c']).toBeCloseTo(24.428, 2);
  });

  it.each([
    ['an SCD41, in percent', { in_concentration_co2_raw: '612', in_concentration_co2_scale: '0.000100' }, 612],
    ['an SGP30, as a share', { in_concentration_co2_input: '0.000431' }, 431],
    [
      'a VZ89x, as a share',
      {
        in_concentration_co2_raw: '100',
        in_concentration_co2_offset: '44.250000',
        in_concentration_co2_scale: '0.00000698689',
      },
      1008,
    ],
  ])('%s, tells CO₂ in ppm', (_, nodes, ppm) => {
    const [one] = decodeKernel({ bus: 'iio', key: 'i2c-1-0058', name: '1-0058', nodes });
    expect(one!.values['co2.co2_ppm']).toBeCloseTo(ppm, 0);
  });

  it.each([
    ['85000', null],
    ['127937', null],
    ['', null],
    ['-10125', -10.125],
  ])('a DS18B20 that says %s measures %s', (temperature, value) => {
    const heard = decodeKernel({ bus: 'w1', key: '28-03', name: '28-03', nodes: { temperature } });
    expect(heard[0]?.values['outdoor.temperature_c'] ?? null).toBe(value);
  });

  it('a 1-wire line that is stuck low measures nothing, though the checksum of zeros is right', () => {
    const zeros = '00 '.repeat(9);
    const nodes = { w1_slave: `${zeros}: crc=00 YES\n${zeros}t=0\n`, temperature: '0' };
    expect(decodeKernel({ bus: 'w1', key: '28-03', name: '28-03', nodes })).toEqual([]);
  });

  it('a DS18B20 is read once in a turn, by the text with the checksum where there is one', () => {
    expect(nodesOf('w1', '28-03', ['name', 'temperature', 'w1_slave'])).toEqual(['w1_slave']);
    expect(nodesOf('w1', '28-03', ['name', 'temperature'])).toEqual(['temperature']);
    expect(decodeKernel({ bus: 'w1', key: '28-03', name: '28-03', nodes: { w1_slave: null } })).toEqual([]);
  });
});

describe('MQTT: units and paths of a map', () => {
  const cumulus = payloads('json')
    .find(({ file }) => file.startsWith('cumulus'))
    ?.text.split('\n')[1];
  it.runIf(cumulus !== undefined)('a person names units where the payload does not', () => {
    const [one] = decodeMqtt('cumulusmx/station', cumulus!, {
      'outdoor.temperature_c': { path: 'temperature.outdoor', unit: 'F' },
      'wind.speed_ms': { path: 'wind.speed', unit: 'knots' },
      'rain.total_mm': { path: 'rain.counter', unit: 'in' },
      'pressure.station_hpa': { path: 'pressure.absolute', unit: 'kPa' },
    });
    expect(one!.values).toEqual({
      'outdoor.temperature_c': 10,
      'wind.speed_ms': expect.closeTo(5.144, 3),
      'pressure.station_hpa': 1001,
    });
    expect(one!.counters).toEqual({ 'rain.total_mm': expect.closeTo(313.436, 3) });
    expect(one!.sentS).toBe(1_784_625_419);
  });

  const decoded = (payload: string, map: Parameters<typeof decodeMqtt>[2]) => decodeMqtt('t', payload, map)[0];
  it('a unit that the payload tells is obeyed', () => {
    const payload = '{"BMP280":{"Pressure":753.3},"PressureUnit":"mmHg"}';
    const map = { 'pressure.station_hpa': 'BMP280.Pressure' };
    expect(decoded(payload, map)!.values['pressure.station_hpa']).toBeCloseTo(1004.32, 2);
  });
  it('a bare number is a payload, and a key may hold dots', () => {
    expect(decoded('21.5', { 'indoor.temperature_c': '.' })!.values).toEqual({ 'indoor.temperature_c': 21.5 });
    expect(decoded('{"a.b":{"c":3}}', { 'indoor.temperature_c': 'a.b.c' })!.values).toEqual({
      'indoor.temperature_c': 3,
    });
    expect(decoded('{"a":[{"t":3}]}', { 'indoor.temperature_c': 'a.0.t' })!.values).toEqual({
      'indoor.temperature_c': 3,
    });
  });
  it.each(['"--"', '"unavailable"', 'null', '""', '"NaN"'])('%s is no value', (value) => {
    expect(decoded(`{"t":${value}}`, { 'indoor.temperature_c': 't' })!.values).toEqual({});
  });
  it('text that is no JSON is nothing', () => expect(decodeMqtt('t', '{"t":nan}', {})).toEqual([]));
  it('a unit of another quantity gives no value', () => {
    expect(decoded('{"t":3}', { 'indoor.temperature_c': { path: 't', unit: 'mm' } })!.values).toEqual({});
    expect(decoded('{"t":3}', { 'indoor.temperature_c': { path: 't', unit: 'hPa' } })!.values).toEqual({});
    expect(decoded('{"t":50}', { 'indoor.temperature_c': { path: 't', unit: '°F' } })!.values).toEqual({
      'indoor.temperature_c': 10,
    });
  });
  it.each<[unknown, number | null]>([
    ['2023-06-30T19:05:28+01:00', 1_688_148_328],
    ['2023-06-31T19:05:28+01:00', null],
    [1_688_148_328_000, 1_688_148_328],
    [17, null],
  ])('last_seen %j is %s', (last_seen, tS) => {
    expect(decodeMqtt('t', JSON.stringify({ last_seen }), {})[0]!.sentS).toBe(tS);
  });
  it('battery: a share, a word, or whether it is low', () => {
    const states = ['4', '100', '"LOW"', 'true', 'null'].map(
      (value) => decoded(`{"b":${value}}`, { battery: 'b' })!.batteries['station'],
    );
    expect(states).toEqual(['low', 'ok', 'low', 'low', null]);
  });
});

describe('nonsense never throws and never grows', () => {
  const decoders: Record<string, (text: string) => unknown[]> = {
    rtl433: decodeRtl433,
    tempest: decodeTempest,
    davis: decodeDavis,
    mqtt: (text) => decodeMqtt('a/b', text, { 'outdoor.temperature_c': 'a.b', battery: 'c' }),
  };
  const recorded = ['rtl433', 'tempest', 'davis', 'json'].flatMap(payloads).map(({ text }) => text.slice(0, 4000));
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const wide = JSON.stringify(
    Object.fromEntries([['model', 'X'], ...Array.from({ length: 4000 }, (_, n) => [`key${n}`, n])]),
  );

  it.each(Object.entries(decoders))('%s', (_, decode) => {
    const random = seeded(33).uniform;
    const odd = [
      '',
      'null',
      '3',
      '[]',
      '{}',
      '"x"',
      deep,
      wide,
      '\u0000\uffff',
      '{"__proto__":{"model":"X"}}',
      'x'.repeat(1e6),
    ];
    for (const text of recorded)
      for (let n = 0; n < 20; n += 1) {
        const at = Math.floor(random() * text.length);
        odd.push(text.slice(0, at), text.slice(0, at) + String.fromCharCode(32 + random() * 90) + text.slice(at + 1));
      }
    for (const text of odd)
      for (const one of decode(text) as { values: object; unknown: string[] }[]) {
        expect(Object.values(one.values).every(Number.isFinite)).toBe(true);
        expect(JSON.stringify(one).length).toBeLessThan(10_000);
      }
  });
});
