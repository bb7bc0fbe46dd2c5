import { describe, expect, it } from 'vitest';
import { davisTrouble, decodeDavis, realTime } from '../../../../src/station/inputs/families/davis.ts';
import { decodeKernel } from '../../../../src/station/inputs/families/kernel.ts';
import { decodeMqtt, numbersIn, type Place } from '../../../../src/station/inputs/families/mqtt.ts';
import { decodeRtl433 } from '../../../../src/station/inputs/families/rtl433.ts';
import { decodeTempest } from '../../../../src/station/inputs/families/tempest.ts';
import type { Observation } from '../../../../src/station/inputs/observation.ts';
import { Repeats } from '../../../../src/station/inputs/repeats.ts';
import { devicesOf } from '../support/manifest.ts';
import { type ExpectedSensor, hasShared, type Payload, payloads, tolerance } from '../support/payloads.ts';

/** Names of a sensor's values in the expectations, where they are not the last part of ours. */
const NAMES: Record<string, string> = {
  wind_speed_ms: 'wind.speed_ms',
  wind_gust_ms: 'wind.gust_ms',
  wind_dir_deg: 'wind.dir_deg',
  wind_gust_10min_ms: 'wind.gust_10min_ms',
  wind_speed_10min_ms: 'wind.speed_10min_ms',
  rain_total_mm: 'rain.total_mm',
  rain_rate_mmh: 'rain.rate_mmh',
  rain_day_mm: 'rain.day_mm',
  rain_month_mm: 'rain.month_mm',
  rain_year_mm: 'rain.year_mm',
  rain_15min_mm: 'rain.15min_mm',
  rain_24h_mm: 'rain.24h_mm',
  lightning_count: 'lightning.count',
  lightning_distance_km: 'lightning.distance_km',
  temperature_in_c: 'indoor.temperature_c',
  humidity_in_pct: 'indoor.humidity_pct',
  pressure_station_hpa: 'pressure.station_hpa',
  soil_temperature_1_c: 'soil1.temperature_c',
  soil_moisture_1_cb: 'soil1.moisture_cb',
  leaf_wetness_1: 'leaf1.wetness',
};

const all = (observations: readonly Observation[]): Record<string, number> =>
  Object.assign({}, ...observations.map(({ values, counters, amounts }) => ({ ...values, ...counters, ...amounts })));

function found(held: Record<string, number>, name: string): number | undefined {
  const path = NAMES[name] ?? (name.includes('.') ? name : Object.keys(held).find((one) => one.endsWith(`.${name}`)));
  return path === undefined ? undefined : held[path];
}

function check(observations: readonly Observation[], expected: ExpectedSensor): void {
  const held = all(observations);
  for (const [name, value] of Object.entries({ ...expected.values, ...expected.counters })) {
    const ours = found(held, name);
    expect(ours, name).toBeDefined();
    expect(Math.abs(ours! - value), `${name}: ${ours} for ${value}`).toBeLessThanOrEqual(tolerance(name, value));
  }
  for (const [name, value] of Object.entries(expected.optional ?? {})) {
    const ours = found(held, name);
    if (ours !== undefined) expect(Math.abs(ours - value), name).toBeLessThanOrEqual(tolerance(name, value));
  }
  for (const name of expected.absent ?? []) expect(found(held, name), name).toBeUndefined();
  const battery = typeof expected.battery === 'object' ? expected.battery?.['station'] : expected.battery;
  const ours = observations.map(({ batteries }) => batteries['station']).find((one) => one !== undefined) ?? null;
  if (battery === undefined || battery === 'any') return;
  expect(battery?.endsWith('?') ? [battery.slice(0, -1), null] : [battery]).toContain(ours);
}

const withExpectation = (family: string): Payload[] => payloads(family).filter(({ expected }) => expected !== null);

describe('recorded payloads: rtl_433', () => {
  const lines = ({ text }: Payload): string[] => text.split('\n').filter((line) => line !== '');

  it.runIf(hasShared).each(withExpectation('rtl433'))('$file holds what is expected', (payload) => {
    const heard = lines(payload).flatMap(decodeRtl433);
    for (const sensor of payload.expected!.sensors!) {
      const its = heard.filter(({ model, channel }) => model === sensor.model && channel === name(sensor));
      expect(its.length).toBeGreaterThan(0);
      check(its, sensor);
      const repeats = new Repeats();
      expect(its.filter((one) => !repeats.isRepeat(one, 0))).toHaveLength(sensor.distinct!);
    }
  });
  const name = (sensor: ExpectedSensor): string | null => {
    const { channel } = sensor as { channel?: string | number | null };
    return channel === null || channel === undefined ? null : String(channel);
  };

  it.runIf(hasShared)(
    'every line of every file is decoded, and each key is heard, listed as unknown, or named here',
    () => {
      const silent = new Set<string>();
      const unknown = new Set<string>();
      for (const payload of payloads('rtl433'))
        for (const line of lines(payload)) {
          const [observation, ...more] = decodeRtl433(line);
          expect(more).toEqual([]);
          expect(observation?.sender, line).toMatch(/^[a-z0-9._-]+$/);
          const message = JSON.parse(line) as Record<string, unknown>;
          for (const key of observation!.unknown) unknown.add(key);
          for (const key of Object.keys(message).filter((key) => !observation!.unknown.includes(key))) {
            const { [key]: _, ...without } = message;
            if (JSON.stringify(decodeRtl433(JSON.stringify(without))[0]) === JSON.stringify(observation))
              silent.add(key);
          }
        }
      expect([...silent].sort()).toEqual([...HOUSEKEEPING, ...NOT_ALWAYS].sort());
      expect([...unknown].sort()).toEqual(UNKNOWN);
    },
  );
  const words = (text: string): string[] => text.split(' ');
  /** The program's own, the radio's, and what it works out of other keys. */
  const HOUSEKEEPING = words(
    'active battery_V battery_mV battery_pct boost brand button crc data direction_str exception family fc firmware flags freq freq1 freq2 ' +
      'message_type mic mod msg_type newbattery noise probe protocol radio_clock rain_start raw_msg rfi sensor_num sensor_type seq ' +
      'sequence_num snr startup status subtype supercap_V test transmit_s uv_status wind_dir wm',
  );
  /** Heard from others: the direction of calm air, humidity 0 of a sensor without one, a wind said in two units, no strike, `uv` that is no index, an id beside a better one. */
  const NOT_ALWAYS = words(
    'direction direction_deg humidity id sensor_id strike_distance time uv wind_avg_km_h wind_dir_deg',
  );
  const UNKNOWN = words(
    'ad_raw command counter depth_cm estimated_pm10_0_ug_m3 exposure_mins rain_raw raincounter_raw rainfall_accumulation rolling ' +
      'storm_dist unknown1 ussb1 wind_approach wind_dev_deg wind_speed windstrength',
  );
});

describe('recorded payloads: Tempest', () => {
  it.each(withExpectation('tempest'))('$file holds what is expected', ({ text, expected }) => {
    const heard = decodeTempest(text);
    expect(heard.map(({ sentS }) => sentS)).toEqual([expected!.time]);
    expect(heard.map(({ sender }) => sender)).toEqual([expected!.station]);
    check(heard, expected!);
  });

  it.each(payloads('tempest'))('$file is decoded, whatever it is', ({ file, text }) => {
    const heard = decodeTempest(text);
    expect(heard).toHaveLength(/hub-status|precip/.test(file) ? 0 : 1);
    if (file === 'obs-st-nulls.json') expect(all(heard)).toEqual({});
    expect(heard.flatMap(({ unknown }) => unknown)).toEqual([]); // no row is longer than its layout
  });

  it('what a later firmware appends to a row is listed as unknown, by its place', () => {
    const { text } = payloads('tempest').find(({ file }) => file.startsWith('ws-obs-st-22'))!;
    const message = JSON.parse(text) as { obs: number[][] };
    message.obs[0]!.push(7, 8);
    expect(decodeTempest(JSON.stringify(message))[0]!.unknown).toEqual(['obs_st 22', 'obs_st 23']);
  });
});

describe('recorded payloads: Davis', () => {
  it.each(withExpectation('davis'))('$file holds what is expected', ({ text, expected }) => {
    const heard = decodeDavis(text);
    expect(new Set(heard.map(({ sentS }) => sentS))).toEqual(new Set([expected!.time]));
    for (const sensor of expected!.sensors!) {
      const channel = sensor.txid === null ? null : String(sensor.txid);
      const its = heard.filter((one) => one.sender === expected!.station && one.channel === channel);
      expect(its).toHaveLength(1);
      check(its, sensor);
    }
  });

  it.each(payloads('davis'))('$file is decoded, whatever it is', ({ file, text }) => {
    const heard = decodeDavis(text);
    if (/^(error|cloud|real)/.test(file)) expect(heard).toEqual([]);
    else expect(heard.length).toBeGreaterThan(0);
    expect(heard.flatMap(({ unknown }) => unknown)).toEqual([]); // every key is a value, or named as known and not taken
    if (file.startsWith('cloud')) expect(davisTrouble(text)).toEqual({ kind: 'cloud' });
    if (file.startsWith('error')) expect(davisTrouble(text)).toEqual({ kind: 'error', code: Number(/\d+/.exec(file)) });
    if (file.startsWith('real')) expect(realTime(text)).toEqual({ port: 22_222, durationS: 70 });
  });

  it.runIf(hasShared)('a lost transmitter gives nothing, though the answer still names its last values', () => {
    const { text } = payloads('davis').find(({ file }) => file === 'current-doc.json')!;
    expect(decodeDavis(text).map(({ channel }) => channel)).toEqual(['3', null]);
  });
});

describe('recorded payloads: kernel', () => {
  it.each(withExpectation('iio'))('$file holds what is expected', ({ text, expected }) => {
    const heard = devicesOf(text).flatMap(decodeKernel);
    for (const sensor of expected!.sensors!)
      check(
        heard.filter(({ sender }) => sender === sensor.key),
        sensor,
      );
  });

  it.each([
    ['bh1750-saturated.tsv', []],
    ['bh1750.tsv', [{ 'sun.light_lx': 38_999.98 }]],
    ['bme280.tsv', [{ t: 22.48, p: 1002.573, h: 45.386 }]],
    ['dht22.tsv', [{ t: -3.2, h: 88.9 }]],
    ['ds18b20.tsv', [{ t: 21.937 }, { t: -10.125 }]],
    ['hdc3020-fixed-kernel.tsv', [{ t: 24.428, h: 50.354 }]],
    ['hwmon-not-weather.tsv', []],
    ['nothing-there.tsv', []],
    ['scd40-read-error.tsv', [{ h: 60, 'co2.co2_ppm': 1045 }]],
    ['sht4x-hwmon.tsv', [{ t: -4.213, h: 81.24 }]],
    ['si7021.tsv', [{ t: 22.995, h: 47.409 }]],
    ['sps30.tsv', [{ 'pm1.pm1_ugm3': 4.12, 'pm1.pm25_ugm3': 5.43, 'pm1.pm4_ugm3': 5.98, 'pm1.pm10_ugm3': 6.11 }]],
    [
      'two-bme280-boot-a.tsv',
      [
        { t: 21, p: 1001, h: 40 },
        { t: 8, p: 1000.5, h: 80 },
      ],
    ],
    ['veml6070.tsv', [{ 'sun.uv_index': 3 }]],
  ])('%s', (file, values) => {
    const short = { t: 'outdoor.temperature_c', h: 'outdoor.humidity_pct', p: 'pressure.station_hpa' };
    const { text } = payloads('iio').find((one) => one.file === file)!;
    const heard = devicesOf(text).flatMap(decodeKernel);
    expect(heard).toHaveLength(values.length);
    for (const [n, sensor] of values.entries()) {
      const held = all([heard[n]!]);
      expect(Object.keys(held)).toHaveLength(Object.keys(sensor).length);
      for (const [name, value] of Object.entries(sensor)) {
        const path = (short as Record<string, string>)[name] ?? name;
        expect(held[path], path).toBeCloseTo(value, 2);
      }
    }
  });
});

describe('recorded payloads: JSON over MQTT', () => {
  const parts = ({ text }: Payload): [string, string] => {
    const [topic = '', payload = ''] = text.split('\n');
    return [topic, payload];
  };

  it.runIf(hasShared).each(withExpectation('json'))('$file holds what is expected', (payload) => {
    const { expected } = payload;
    const [heard] = decodeMqtt(...parts(payload), expected!.map!);
    check([heard!], expected!);
    const named = Object.values(expected!.map!).map((place: Place) => (typeof place === 'string' ? place : place.path));
    const numbers = numbersIn(JSON.parse(parts(payload)[1]));
    expect(numbers.filter((path) => !named.includes(path)).sort()).toEqual([...heard!.unknown].sort());
  });

  it.each(payloads('json'))('$file without a map lists its numbers', (payload) => {
    const [observation] = decodeMqtt(...parts(payload), {});
    expect(all([observation!])).toEqual({});
    expect(observation!.unknown.length).toBeGreaterThan(0);
  });
});
