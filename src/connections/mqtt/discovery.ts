import { entitiesOf, type Presence } from './entities.ts';

export interface Topics {
  status: string;
  state: string;
  forecast: string;
  event: string;
  /** Home Assistant's own: when it says that it has begun, everything is told again. */
  birth: string;
  discovery: string;
}

export const topicsOf = (id: string, prefix: string): Topics => ({
  status: `weatherglass/${id}/status`,
  state: `weatherglass/${id}/state`,
  forecast: `weatherglass/${id}/forecast`,
  event: `weatherglass/${id}/event`,
  birth: `${prefix}/status`,
  discovery: `${prefix}/device/${id}/config`,
});

export interface Introduction {
  id: string;
  name: string;
  version: string;
  /** Where the station's page is; null where nobody else reaches it. */
  url: string | null;
  simulated: boolean;
  presence: Presence;
  intervalS: number;
  topics: Topics;
}

const SUPPORT = { name: 'weatherglass' };

/** A name as Home Assistant writes it in ids of entities: `Haus am See` → `haus_am_see`. */
export function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain === '' ? 'weatherglass' : plain;
}

/** The document that Home Assistant makes a device of. Every id in it is for ever. */
export function discoveryDocument(about: Introduction): object {
  const { id, name, version, url, simulated, presence, intervalS, topics } = about;
  const entities = entitiesOf(presence, intervalS, topics.forecast, topics.event);
  return {
    dev: {
      ids: [id],
      name,
      mf: 'Weatherglass',
      mdl: simulated ? 'Simulated weather' : 'Raspberry Pi + Sense HAT',
      sw: version,
      ...(url !== null && { cu: `${url}/` }),
    },
    o: { ...SUPPORT, sw: version, ...(url !== null && { url: `${url}/api/docs` }) },
    avty_t: topics.status,
    stat_t: topics.state,
    qos: 1,
    cmps: Object.fromEntries(
      entities.map(({ key, name: title, component }) => [
        key,
        { ...component, uniq_id: `${id}_${key}`, name: title, def_ent_id: `${component['p']}.${slug(name)}_${key}` },
      ]),
    ),
  };
}

/** Home Assistant's weather card over these entities, for its configuration.yaml. */
export function weatherCard(id: string, name: string): string {
  const entity = (key: string) => `sensor.${slug(name)}_${key}`;
  const list = (key: string) => `"{{ state_attr('${entity(key)}', 'forecast') }}"`;
  const value = (key: string) => `"{{ states('${entity(key)}') | float }}"`;
  return [
    '# Enable "Hourly forecast" and "Daily forecast" on the page of the device first.',
    'template:',
    '  - weather:',
    `      - name: ${JSON.stringify(name)}`,
    `        unique_id: ${id}_weather`,
    `        availability: "{{ has_value('${entity('condition')}') and has_value('${entity('temperature')}') and has_value('${entity('humidity')}') }}"`,
    `        condition_template: "{{ states('${entity('condition')}') }}"`,
    `        temperature_template: ${value('temperature')}`,
    '        temperature_unit: "°C"',
    `        humidity_template: ${value('humidity')}`,
    `        pressure_template: ${value('pressure')}`,
    '        pressure_unit: hPa',
    `        dew_point_template: ${value('dew_point')}`,
    `        forecast_hourly_template: ${list('hourly')}`,
    `        forecast_daily_template: ${list('daily')}`,
    '',
  ].join('\n');
}
