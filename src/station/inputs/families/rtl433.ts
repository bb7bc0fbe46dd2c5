import { same } from '../../../quantities/measures.ts';
import { Draft, numberOf } from '../draft.ts';
import type { Battery, Observation } from '../observation.ts';
import { celsius, inches, kmh, mph, type Rows } from '../units.ts';
import { type JsonObject, jsonObject, slug, timeOf } from './json-object.ts';
import { airOf, modelFamily } from './rtl433-models.ts';

/** Keys of rtl_433 whose unit stands in the name, of all its versions. `air` is where this model measures the air. */
const KEYS: Rows = {
  temperature_C: ['air.temperature_c', same],
  temperature_F: ['air.temperature_c', celsius],
  temperature: ['air.temperature_c', celsius], // before 2017
  temperature_1_C: ['probe1.temperature_c', same],
  temperature_1_F: ['probe1.temperature_c', celsius],
  ptemperature_C: ['probe1.temperature_c', same],
  temperature_2_C: ['probe2.temperature_c', same],
  temperature_2_F: ['probe2.temperature_c', celsius],
  temperature2_C: ['probe2.temperature_c', same],
  humidity: ['air.humidity_pct', same],
  moisture: ['soil1.moisture_pct', same],
  pressure_hPa: ['pressure.station_hpa', same],
  pressure: ['pressure.station_hpa', same], // 2017
  wind_avg_m_s: ['wind.speed_ms', same],
  wind_avg_km_h: ['wind.speed_ms', kmh],
  wind_avg_mi_h: ['wind.speed_ms', mph],
  wind_speed_ms: ['wind.speed_ms', same],
  wind_speed_mph: ['wind.speed_ms', mph],
  wind_max_m_s: ['wind.gust_ms', same],
  wind_max_km_h: ['wind.gust_ms', kmh],
  wind_max_mi_h: ['wind.gust_ms', mph],
  wind_gust_m_s: ['wind.gust_ms', same],
  wind_gust_km_h: ['wind.gust_ms', kmh],
  wind_gust_mi_h: ['wind.gust_ms', mph],
  gust_speed_ms: ['wind.gust_ms', same],
  wind_dir_deg: ['wind.dir_deg', same],
  direction_deg: ['wind.dir_deg', same],
  winddirection: ['wind.dir_deg', same],
  direction: ['wind.dir_deg', same],
  rain_mm: ['rain.total_mm', same],
  rain_in: ['rain.total_mm', inches],
  rain_inch: ['rain.total_mm', inches],
  rainfall_mm: ['rain.total_mm', same],
  rainfall_accumulation_inch: ['rain.total_mm', inches],
  rain_rate_mm_h: ['rain.rate_mmh', same],
  rain_rate_in_h: ['rain.rate_mmh', inches],
  uvi: ['sun.uv_index', same],
  uv_index: ['sun.uv_index', same],
  light_lux: ['sun.light_lx', same],
  lux: ['sun.light_lx', same],
  light_klx: ['sun.light_lx', (value) => value * 1000],
  strike_count: ['lightning.count', same],
  storm_dist_km: ['lightning.distance_km', same],
  pm1_0_ug_m3: ['pm1.pm1_ugm3', same],
  pm1_ug_m3: ['pm1.pm1_ugm3', same],
  pm2_5_ug_m3: ['pm1.pm25_ugm3', same],
  pm4_0_ug_m3: ['pm1.pm4_ugm3', same],
  pm4_ug_m3: ['pm1.pm4_ugm3', same],
  pm10_0_ug_m3: ['pm1.pm10_ugm3', same],
  pm10_ug_m3: ['pm1.pm10_ugm3', same],
  co2_ppm: ['co2.co2_ppm', same],
};

/** Keys without a unit: what they mean depends on the model. Others of that name stay unknown. */
const KEYS_OF: Readonly<Record<string, Readonly<Record<string, Rows[string]>>>> = {
  bresser5in1: { wind_speed: ['wind.speed_ms', same], wind_gust: ['wind.gust_ms', same] },
  fineoffsetwhx080: {
    speed: ['wind.speed_ms', kmh],
    gust: ['wind.gust_ms', kmh],
    rain: ['rain.total_mm', same],
  },
  hidekirain: { rain: ['rain.total_mm', same] },
  oregonpcr800: { rain_total: ['rain.total_mm', inches], rain_rate: ['rain.rate_mmh', inches] },
  oregonwgr800: { average: ['wind.speed_ms', same], gust: ['wind.gust_ms', same] },
  ...Object.fromEntries(
    ['oregonuvr128', 'oregonuv800', 'acuriteatlas', 'vevor7in1', 'bresser7in1'].map((family) => [
      family,
      { uv: ['sun.uv_index', same] as const },
    ]),
  ),
};

/** Keys that are understood and hold no quantity: identity, radio, checksums, and what the program computes from other keys. `uv` is a raw count where it is no index. */
const HOUSEKEEPING = new Set(
  (
    'time model brand id sensor_id sid rid rc device uv_sensor_id channel subtype msg_type message_type sensor_type sensor_num ' +
    'sequence_num seq mic crc data raw_msg flags status uv_status exception active rfi button test newbattery startup ' +
    'rain_start radio_clock firmware family probe battery_mV battery_V battery_pct supercap_V direction_str wind_dir ' +
    'mod freq freq1 freq2 rssi snr noise protocol transmit_s boost wm fc uv'
  ).split(' '),
);

/** Distance that a detector without any strike sends. */
const NO_STRIKE_KM = 31;

/** Decodes one line of `rtl_433 -F json`, or one of its MQTT events. A line that is none gives nothing. */
export function decodeRtl433(line: string): Observation[] {
  const message = jsonObject(line);
  const model = message?.['model'];
  if (!message || typeof model !== 'string' || model === '') return [];
  const family = modelFamily(model);
  const draft = new Draft('rtl433', senderOf(family, message), model.slice(0, 100));
  draft.channel = name(message['channel']);
  draft.sentS = timeOf(message['time']);
  draft.signalDb = numberOf(message['rssi']);
  for (const [key, value] of Object.entries(message)) take(draft, family, key, value);
  return [draft.done()];
}

function take(draft: Draft, family: string, key: string, value: unknown): void {
  const ofFamily = Object.hasOwn(KEYS_OF, family) ? KEYS_OF[family]! : {};
  const rows = Object.hasOwn(ofFamily, key) ? ofFamily : KEYS;
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
  const number = numberOf(value);
  if (BATTERIES.has(key)) draft.battery('station', batteryOf(key, value));
  else if (key === 'strike_distance') draft.put('lightning.distance_km', number === NO_STRIKE_KM ? null : number);
  else if (row) draft.put(row[0].replace('air.', `${airOf(family)}.`), number === null ? null : row[1](number));
  else if (!HOUSEKEEPING.has(key)) draft.leaveUnknown(key);
}

const BATTERIES = new Set(['battery_ok', 'battery', 'battery_low']);

/** `battery_ok` is a share of 1, `battery` a word; as a number, versions of the program meant different things by it. */
function batteryOf(key: string, value: unknown): Battery {
  const level = numberOf(value);
  if (key === 'battery_ok') return level === null ? null : level <= 0.2 ? 'low' : 'ok';
  if (key === 'battery_low') return level === null ? null : level === 0 ? 'ok' : 'low';
  const word = typeof value === 'string' ? value.toUpperCase() : '';
  return word === 'OK' ? 'ok' : word === 'LOW' ? 'low' : null;
}

const name = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, 40) : numberOf(value) === null ? null : String(value);

/** Keys of the identity; what an old Prologue calls `id` is its kind. */
const IDS = ['id', 'sensor_id', 'sid', 'rid', 'rc', 'device', 'uv_sensor_id'] as const;

function senderOf(family: string, message: JsonObject): string {
  const keys = family === 'prologueth' ? (['rid', ...IDS] as const) : IDS;
  const id = keys.map((key) => name(message[key])).find((one) => one !== null);
  return id === undefined || id === null ? family.slice(0, 60) : `${family.slice(0, 60)}-${slug(id)}`;
}
