import { CONDITIONS } from '../../contract/home-assistant.ts';
import { EVENT_KINDS, HORIZON_LABELS, HORIZONS_S, perTarget, type Target } from '../../contract/names.ts';
import { CLASS_OF_MEASURE } from '../../quantities/measures.ts';
import { quantitiesWith } from '../../quantities/names.ts';
import type { MqttEntity, Unit } from '../../quantities/quantity.ts';
import type { OwnForecast, OwnState } from './payloads.ts';

/** Home Assistant entity in the abbreviated keys of MQTT discovery, without id and name. */
export type Component = Readonly<Record<string, unknown>>;

export interface Entity {
  /** Suffix of the entity's id. Never change it: Home Assistant keeps the entity's history under it. */
  key: string;
  name: string;
  component: Component;
}

export interface Presence {
  probe: boolean;
  light: boolean;
  /** Paths in telemetry that have had a value. */
  measured: ReadonlySet<string>;
}

/** An entity is shown as unavailable after four states that did not come; forecasts come every five minutes. */
export const MISSED = 4;
const FORECAST_EXPIRES_S = 1800;

const DIAGNOSTIC = { ent_cat: 'diagnostic' };
const HIDDEN = { en: false };
const MEASURED = { stat_cla: 'measurement' };
const of = (key: string) => ({ val_tpl: `{{ value_json.${key} }}` });
const entity = (key: string, name: string, component: Component): Entity => ({ key, name, component });
const sensor = (key: string, name: string, more: object) => entity(key, name, { p: 'sensor', ...of(key), ...more });

const TEMPERATURE = { dev_cla: 'temperature', unit_of_meas: '°C', sug_dsp_prc: 1 };
const HUMIDITY = { dev_cla: 'humidity', unit_of_meas: '%', sug_dsp_prc: 0 };
const PRESSURE = { dev_cla: 'atmospheric_pressure', unit_of_meas: 'hPa', sug_dsp_prc: 1 };
const KIND: Readonly<Record<Target, object>> = { temperature: TEMPERATURE, humidity: HUMIDITY, pressure: PRESSURE };

/** Device classes by unit: a new unit does not compile before somebody decides. */
const CLASS_OF: Readonly<Record<Unit, string | null>> = {
  ...CLASS_OF_MEASURE,
  '°C/h': null,
  '%/h': null,
  'hPa/h': null,
  K: null,
  g: null,
  '°/s': null,
  µT: null,
  'g/m³': null,
  s: null,
  '1': null,
};

const measured = (unit: Unit, decimals: number, { deviceClass, hidden, diagnostic }: MqttEntity): object => {
  const known = deviceClass ?? CLASS_OF[unit];
  return {
    ...(known === null ? {} : { dev_cla: known }),
    ...(unit === '1' ? {} : { unit_of_meas: unit }),
    sug_dsp_prc: decimals,
    ...(diagnostic ? DIAGNOSTIC : {}),
    ...(hidden ? HIDDEN : {}),
  };
};

/** Entities that Home Assistant shows without being enabled first. */
const SHOWN: ReadonlySet<string> = new Set(['temperature_1h', 'temperature_6h', 'temperature_1d', 'pressure_3h']);

/** Attributes of the condition, by their keys in the state: values for the weather card, in units that no installation converts. */
export const AIR_ATTRIBUTES = {
  temperature_c: 'temperature',
  humidity_pct: 'humidity',
  pressure_hpa: 'pressure',
  dew_point_c: 'dew_point',
} as const;
const airAttributes = Object.entries(AIR_ATTRIBUTES).map(([name, key]) => `'${name}': value_json.${key}`);

/** Every entity of the station, in the order of its page in Home Assistant. */
export function entitiesOf(
  { probe, light, measured: known }: Presence,
  intervalS: number,
  { state: stateTopic, forecast: forecastTopic, event: eventTopic }: { state: string; forecast: string; event: string },
): Entity[] {
  const state = { exp_aft: MISSED * intervalS };
  const forecast = { stat_t: forecastTopic, exp_aft: FORECAST_EXPIRES_S };
  const announced = quantitiesWith('mqtt').filter(({ mqtt, telemetry }: { mqtt: MqttEntity; telemetry: string }) => {
    const has = { probe, light, own: known.has(telemetry) };
    return !mqtt.needs || has[mqtt.needs];
  });
  const heads = (target: Target) => HORIZONS_S.map((horizonS) => foretold(target, horizonS, forecastTopic, forecast));
  const own: Readonly<Record<OwnState | OwnForecast, Entity[]>> = {
    novelty_d2: [sensor('novelty_d2', 'Novelty', { ...DIAGNOSTIC, ...HIDDEN, ...MEASURED, ...state })],
    condition: [
      sensor('condition', 'Condition', {
        dev_cla: 'enum',
        ops: [...CONDITIONS],
        json_attr_t: stateTopic,
        json_attr_tpl: `{{ {${airAttributes.join(', ')}} | tojson }}`,
        ...forecast,
      }),
    ],
    outlook_text: [sensor('outlook_text', 'Outlook', forecast)],
    rain_probability_pct: [
      sensor('rain_probability', 'Rain probability', {
        ...of('rain_probability_pct'),
        unit_of_meas: '%',
        sug_dsp_prc: 0,
        ...forecast,
      }),
    ],
    hourly: [listEntity('hourly', 'Hourly forecast', forecast)],
    daily: [listEntity('daily', 'Daily forecast', forecast)],
    ...perTarget(heads),
    health: [
      sensor('health', 'Health', { dev_cla: 'enum', ops: ['ok', 'warn', 'fault'], ...DIAGNOSTIC, ...state }),
      entity('problem', 'Problem', {
        p: 'binary_sensor',
        val_tpl: "{{ 'OFF' if value_json.health == 'ok' else 'ON' }}",
        dev_cla: 'problem',
        ...DIAGNOSTIC,
        ...state,
      }),
    ],
    unusual: [entity('unusual', 'Unusual', { p: 'binary_sensor', ...of('unusual'), ...DIAGNOSTIC, ...state })],
    last_sample: [sensor('last_sample', 'Last sample', { dev_cla: 'timestamp', ...DIAGNOSTIC, ...HIDDEN, ...state })],
  };
  return [
    ...announced.map(({ mqtt, unit, decimals }) =>
      sensor(mqtt.key, mqtt.name, { ...measured(unit, decimals, mqtt), ...MEASURED, ...state }),
    ),
    ...Object.values(own).flat(),
    entity('event', 'Event', { p: 'event', stat_t: eventTopic, evt_typ: [...EVENT_KINDS], ...DIAGNOSTIC, ...HIDDEN }),
  ];
}

const listEntity = (key: string, name: string, forecast: { stat_t: string }): Entity =>
  sensor(key, name, {
    ...of('issued'),
    dev_cla: 'timestamp',
    json_attr_t: forecast.stat_t,
    json_attr_tpl: `{{ {'forecast': value_json.${key}} | tojson }}`,
    ...forecast,
    ...HIDDEN,
  });

/** A forecast is no measurement: it has no state class. */
function foretold(target: Target, horizonS: number, topic: string, forecast: object): Entity {
  const horizon = HORIZON_LABELS[horizonS]!;
  const path = `value_json.${target}['${horizon}']`;
  const name = `${target[0]!.toUpperCase()}${target.slice(1)} in ${horizon.replace(/(\d+)(\w+)/, '$1 $2')}`;
  return entity(`forecast_${target}_${horizon}`, name.replace(/ m$/, ' min'), {
    p: 'sensor',
    val_tpl: `{{ ${path}.mu }}`,
    json_attr_t: topic,
    json_attr_tpl: `{{ ${path} | tojson }}`,
    ...KIND[target],
    ...forecast,
    ...(SHOWN.has(`${target}_${horizon}`) ? {} : HIDDEN),
  });
}
