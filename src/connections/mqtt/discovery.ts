import { asciiSlug } from '../../base/ascii.ts';
import type { Alarm } from '../../contract/alarms.ts';
import { alarmEntities, removedAlarms } from './alarms.ts';
import { type AIR_ATTRIBUTES, entitiesOf, type Presence } from './entities.ts';

export type Topics = ReturnType<typeof topicsOf>;

export const topicsOf = (id: string, prefix: string) => ({
  status: `weatherglass/${id}/status`,
  state: `weatherglass/${id}/state`,
  forecast: `weatherglass/${id}/forecast`,
  event: `weatherglass/${id}/event`,
  alarms: `weatherglass/${id}/alarms`,
  alarm: `weatherglass/${id}/alarm`,
  /** Birth topics of Home Assistant: under the prefix in the settings, and its default, which it keeps when only the prefix was changed. */
  births: [...new Set([`${prefix}/status`, 'homeassistant/status'])],
  discovery: `${prefix}/device/${id}/config`,
});

export interface Introduction {
  id: string;
  name: string;
  version: string;
  url: string | null;
  simulated: boolean;
  presence: Presence;
  intervalS: number;
  topics: Topics;
  /** Null where they are not announced. */
  alarms: readonly Alarm[] | null;
}

/** Beginning of our entities' ids. Stations whose names have no Latin letters would all be called alike: they go by their own id. */
export const entityPrefix = (id: string, name: string): string => asciiSlug(name, '_') || id.toLowerCase();

/**
 * The document that Home Assistant makes a device of. Every id in it is for ever. The first of a connection takes out alarms that are off, and
 * those of `gone`: alarms that an earlier document announced.
 */
export function discoveryDocument(about: Introduction, gone: Readonly<Record<string, { p: string }>> | null = null) {
  const { id, name, version, url, simulated, presence, intervalS, topics, alarms } = about;
  const ofAlarms = alarms === null ? [] : alarmEntities(alarms, topics, intervalS);
  const entities = [...entitiesOf(presence, intervalS, topics), ...ofAlarms];
  return {
    dev: {
      ids: [id],
      name,
      mf: 'Weatherglass',
      mdl: simulated ? 'Simulated weather' : 'Raspberry Pi + Sense HAT',
      sw: version,
      ...(url !== null && { cu: `${url}/` }),
    },
    o: { name: 'weatherglass', sw: version, ...(url !== null && { url: `${url}/api/docs` }) },
    avty_t: topics.status,
    stat_t: topics.state,
    qos: 1,
    cmps: {
      ...gone,
      ...(gone !== null && alarms !== null && removedAlarms(alarms)),
      ...Object.fromEntries(
        entities.map(({ key, name: title, component }) => [
          key,
          {
            ...component,
            uniq_id: `${id}_${key}`,
            name: title,
            def_ent_id: `${component['p']}.${entityPrefix(id, name)}_${key}`,
          },
        ]),
      ),
    },
  };
}

/**
 * Home Assistant's weather card over these entities, for its configuration.yaml. It reads attributes of the condition: `states()` of a
 * sensor comes in the units of the installation or of its owner's choice, °F and inHg in the US, while attributes keep ours.
 */
export function weatherCard(id: string, name: string): string {
  const entity = (key: string) => `sensor.${entityPrefix(id, name)}_${key}`;
  const list = (key: string) => `"{{ state_attr('${entity(key)}', 'forecast') }}"`;
  const has = (key: keyof typeof AIR_ATTRIBUTES) => `state_attr('${entity('condition')}', '${key}') is not none`;
  const value = (key: keyof typeof AIR_ATTRIBUTES) => `"{{ state_attr('${entity('condition')}', '${key}') }}"`;
  return [
    '# Enable "Hourly forecast" and "Daily forecast" on the page of the device first.',
    'template:',
    '  - weather:',
    `      - name: ${JSON.stringify(name)}`,
    `        unique_id: ${id}_weather`,
    // The sensors expire when the station falls silent; attributes alone would stay for half an hour.
    `        availability: "{{ has_value('${entity('condition')}') and has_value('${entity('temperature')}') and has_value('${entity('humidity')}') and ${has('temperature_c')} and ${has('humidity_pct')} }}"`,
    `        condition_template: "{{ states('${entity('condition')}') }}"`,
    `        temperature_template: ${value('temperature_c')}`,
    '        temperature_unit: "°C"',
    `        humidity_template: ${value('humidity_pct')}`,
    `        pressure_template: ${value('pressure_hpa')}`,
    '        pressure_unit: hPa',
    `        dew_point_template: ${value('dew_point_c')}`,
    `        forecast_hourly_template: ${list('hourly')}`,
    `        forecast_daily_template: ${list('daily')}`,
    '',
  ].join('\n');
}
