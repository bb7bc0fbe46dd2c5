/**
 * Every rule by which Home Assistant (core 2026.9) drops a discovery document or a component of it, and its warnings. Written from
 * its sources by way of our notes, and not from our own code: what ours says is judged by what it reads.
 */
export interface Verdict {
  /** The whole document is ignored. */
  dropped: string[];
  /** Components that are ignored, by their key. */
  components: Record<string, string[]>;
  warnings: string[];
}

type Dict = Record<string, unknown>;
const isDict = (one: unknown): one is Dict => typeof one === 'object' && one !== null && !Array.isArray(one);

const LONG: Readonly<Record<string, string>> = {
  dev: 'device',
  o: 'origin',
  cmps: 'components',
  p: 'platform',
  uniq_id: 'unique_id',
  avty: 'availability',
  avty_t: 'availability_topic',
  avty_mode: 'availability_mode',
  avty_tpl: 'availability_template',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  stat_t: 'state_topic',
  cmd_t: 'command_topic',
  e: 'encoding',
  dev_cla: 'device_class',
  stat_cla: 'state_class',
  unit_of_meas: 'unit_of_measurement',
  val_tpl: 'value_template',
  ent_cat: 'entity_category',
  exp_aft: 'expire_after',
  sug_dsp_prc: 'suggested_display_precision',
  json_attr_t: 'json_attributes_topic',
  json_attr_tpl: 'json_attributes_template',
  en: 'enabled_by_default',
  ic: 'icon',
  ops: 'options',
  frc_upd: 'force_update',
  def_ent_id: 'default_entity_id',
  ent_pic: 'entity_picture',
  pl_on: 'payload_on',
  pl_off: 'payload_off',
  off_dly: 'off_delay',
  evt_typ: 'event_types',
};
const DEVICE: Readonly<Record<string, string>> = {
  ids: 'identifiers',
  cns: 'connections',
  mf: 'manufacturer',
  mdl: 'model',
  mdl_id: 'model_id',
  hw: 'hw_version',
  sw: 'sw_version',
  sn: 'serial_number',
  sa: 'suggested_area',
  cu: 'configuration_url',
};
const ORIGIN: Readonly<Record<string, string>> = { sw: 'sw_version', url: 'support_url' };

const spelled = (dict: Dict, words: Readonly<Record<string, string>>): Dict =>
  Object.fromEntries(Object.entries(dict).map(([key, value]) => [words[key] ?? key, value]));

const PLATFORMS =
  'alarm_control_panel binary_sensor button camera climate cover date datetime device_automation device_tracker event fan humidifier image infrared lawn_mower light lock notify number scene select sensor siren switch tag text time update vacuum valve water_heater'.split(
    ' ',
  );
const COMMON =
  'platform unique_id name availability availability_topic availability_mode availability_template payload_available payload_not_available qos encoding entity_category icon entity_picture enabled_by_default json_attributes_topic json_attributes_template default_entity_id object_id message_expiry_interval'.split(
    ' ',
  );
const KEYS: Readonly<Record<string, readonly string[]>> = {
  sensor:
    'state_topic device_class state_class unit_of_measurement value_template expire_after force_update options suggested_display_precision last_reset_value_template group'.split(
      ' ',
    ),
  binary_sensor:
    'state_topic device_class payload_on payload_off off_delay expire_after force_update value_template'.split(' '),
  event: 'state_topic device_class event_types value_template'.split(' '),
};
const UNITS: Readonly<Record<string, readonly string[]>> = {
  temperature: ['°C', '°F', 'K'],
  humidity: ['%'],
  pressure: 'Pa hPa kPa mbar bar cbar mmHg inHg inH₂O psi mPa'.split(' '),
  atmospheric_pressure: 'Pa hPa kPa mbar bar cbar mmHg inHg inH₂O psi mPa'.split(' '),
  illuminance: ['lx'],
  irradiance: ['W/m²', 'BTU/(h⋅ft²)'],
  wind_speed: 'Beaufort ft/s in/s m/min m/s km/h kn mph mm/s'.split(' '),
  precipitation: ['cm', 'in', 'mm'],
  precipitation_intensity: 'in/d in/h mm/d mm/h'.split(' '),
  distance: 'km m cm mm mi nmi yd ft in'.split(' '),
  carbon_dioxide: ['ppm'],
  pm1: ['µg/m³', 'μg/m³'],
  pm25: ['µg/m³', 'μg/m³'],
  pm10: ['µg/m³', 'μg/m³'],
};
const NOT_NUMERIC = ['date', 'enum', 'timestamp', 'uptime'];
const SENSOR_CLASSES = [...Object.keys(UNITS), ...NOT_NUMERIC];
const BINARY_CLASSES = ['cold', 'heat', 'moisture', 'safety', 'problem', 'running', 'connectivity'];
const STATE_CLASSES = ['measurement', 'measurement_angle', 'total', 'total_increasing'];
const AVAILABILITY_KEYS = ['topic', 'payload_available', 'payload_not_available', 'value_template'];

export function judgeDiscovery(topic: string, text: string): Verdict {
  const verdict: Verdict = { dropped: [], components: {}, warnings: [] };
  const drop = (why: string): Verdict => {
    verdict.dropped.push(why);
    return verdict;
  };
  const path = /^(.+)\/device\/([^/]+)(?:\/([^/]+))?\/config$/.exec(topic);
  if (!path) return drop('no discovery topic');
  for (const id of [path[2], path[3]])
    if (id !== undefined && !/^[a-zA-Z0-9_-]+$/.test(id)) return drop('illegal id in the topic');
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return drop('not JSON');
  }
  if (!isDict(raw)) return drop('not a document');
  const document = spelled(raw, LONG);
  const { device, origin, components } = document;
  if (!isDict(device)) return drop('no device');
  if (!isDict(origin)) return drop('no origin');
  if (!isDict(components) || Object.keys(components).length === 0) return drop('no components');
  const dev = spelled(device, DEVICE);
  const some = (list: unknown) => (typeof list === 'string' && list !== '') || (Array.isArray(list) && list.length > 0);
  if (!some(dev['identifiers']) && !some(dev['connections'])) return drop('no identifier');
  if (typeof spelled(origin, ORIGIN)['name'] !== 'string') return drop('origin has no name');
  const shared = sharedAvailability(document);
  if (shared !== null) return drop(shared);
  for (const [key, one] of Object.entries(components)) {
    if (!isDict(one)) return drop(`${key} is no component`);
    const { platform, unique_id: id } = spelled(one, LONG);
    if (typeof platform !== 'string') return drop(`${key} has no platform`);
    if (!PLATFORMS.includes(platform)) return drop(`${key} has an unknown platform`);
    if (Object.keys(one as Dict).length === 1) continue; // a platform alone takes the component out
    if (typeof id !== 'string' || id === '') return drop(`${key} has no unique_id`);
  }
  const seen = new Set<string>();
  const inherited = Object.fromEntries(
    Object.entries(document).filter(([key]) => !['device', 'origin', 'components'].includes(key)),
  );
  const isRemoval = (one: unknown): boolean => Object.keys(one as Dict).length === 1;
  for (const [key, one] of Object.entries(components).filter(([, one]) => !isRemoval(one))) {
    const component = { ...inherited, ...spelled(one as Dict, LONG) };
    const own = spelled(one as Dict, LONG);
    const reasons = reasonsAgainst(component);
    const id = `${String(component['platform'])} ${String(component['unique_id'])}`;
    if (seen.has(id)) reasons.push('duplicate unique_id');
    seen.add(id);
    if (reasons.length > 0) verdict.components[key] = reasons;
    const known = [...COMMON, ...(KEYS[String(component['platform'])] ?? Object.keys(own))];
    for (const word of Object.keys(own))
      if (!known.includes(word)) verdict.warnings.push(`${key}: unknown key ${word}`);
    if ('object_id' in own) verdict.warnings.push(`${key}: object_id works no more`);
  }
  return verdict;
}

function sharedAvailability({ availability }: Dict): string | null {
  if (availability === undefined) return null;
  for (const entry of Array.isArray(availability) ? availability : [availability]) {
    if (!isDict(entry)) return 'shared availability is no list';
    const unknown = Object.keys(
      spelled(entry, {
        t: 'topic',
        pl_avail: 'payload_available',
        pl_not_avail: 'payload_not_available',
        val_tpl: 'value_template',
      }),
    ).find((key) => !AVAILABILITY_KEYS.includes(key));
    if (unknown !== undefined) return `shared availability knows no ${unknown}`;
  }
  return null;
}

function reasonsAgainst(component: Dict): string[] {
  const reasons: string[] = [];
  const {
    platform,
    state_topic: topic,
    device_class: kind,
    unit_of_measurement: unit,
    options,
    state_class: stateClass,
    availability,
  } = component;
  const validTopic = (one: unknown) =>
    typeof one === 'string' && one !== '' && !/[+#\0]/.test(one) && Buffer.byteLength(one) < 65_536;
  if (['sensor', 'binary_sensor', 'event'].includes(String(platform)) && !validTopic(topic))
    reasons.push('no state_topic');
  const entries = Array.isArray(availability) ? availability : availability === undefined ? [] : [availability];
  if (entries.some((entry) => !isDict(entry) || !validTopic(entry['topic'] ?? entry['t'])))
    reasons.push('availability without topic');
  const category = component['entity_category'];
  if (category !== undefined && !['diagnostic', 'config'].includes(String(category)))
    reasons.push('unknown entity_category');
  if (category === 'config' && ['sensor', 'binary_sensor'].includes(String(platform)))
    reasons.push('a sensor is no config');
  if (component['qos'] !== undefined && ![0, 1, 2].includes(component['qos'] as number)) reasons.push('qos');
  const expires = component['expire_after'];
  if (expires !== undefined && (!Number.isInteger(expires) || (expires as number) < 0)) reasons.push('expire_after');
  const entityId = component['default_entity_id'];
  if (entityId !== undefined && !new RegExp(`^${String(platform)}\\.[a-z0-9_]+$`).test(String(entityId)))
    reasons.push('default_entity_id');
  if (platform === 'event') {
    const types = component['event_types'];
    if (!Array.isArray(types) || types.length === 0) reasons.push('no event_types');
  }
  if (platform === 'binary_sensor' && kind !== undefined && !BINARY_CLASSES.includes(String(kind)))
    reasons.push('unknown device_class');
  if (platform !== 'sensor') return reasons;
  if (kind !== undefined && !SENSOR_CLASSES.includes(String(kind)))
    reasons.push(
      `unknown device_class ${String(kind)}: where Home Assistant has it, UNITS of this file gets its units`,
    );
  const units = UNITS[String(kind)];
  if (units && (typeof unit !== 'string' || !units.includes(unit))) reasons.push('unit outside the set of the class');
  if (NOT_NUMERIC.includes(String(kind)) && unit !== undefined) reasons.push('unit on a class without numbers');
  if (options !== undefined) {
    if (!Array.isArray(options) || options.length === 0) reasons.push('empty options');
    if (kind !== 'enum') reasons.push('options without enum');
    if (unit !== undefined || stateClass !== undefined) reasons.push('options with a unit or a state_class');
  }
  if (component['last_reset_value_template'] !== undefined && stateClass !== 'total')
    reasons.push('last_reset without total');
  if (stateClass !== undefined && !STATE_CLASSES.includes(String(stateClass))) reasons.push('unknown state_class');
  if (stateClass === 'measurement_angle' && unit !== '°') reasons.push('measurement_angle without °');
  return reasons;
}
