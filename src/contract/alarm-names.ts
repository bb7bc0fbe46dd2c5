// Names of alarms as plain values: the dashboard needs them without the schemas' library.

export const ALARM_WHENS = ['below', 'above', 'falls', 'rises', 'chance_below', 'chance_above', 'is'] as const;
interface Asked {
  when: (typeof ALARM_WHENS)[number];
}
export const isChange = ({ when }: Asked): boolean => when === 'falls' || when === 'rises';
export const isChance = ({ when }: Asked): boolean => when === 'chance_below' || when === 'chance_above';

export const ALARM_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

export const ALARM_CHANNELS = ['screen', 'led', 'webhook', 'ntfy', 'email', 'mqtt'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/**
 * States of an alarm in the order of the page's list: what wants a hand stands first. `off`: the rule is switched off. `unknown`: its data
 * are stale or missing, so it neither fires nor resolves. `passed`: what its chance would warn of is there already.
 */
export const ALARM_STATES = [
  'firing',
  'pending',
  'acknowledged',
  'resolving',
  'passed',
  'unknown',
  'ok',
  'off',
] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Rules that come with the program, by id; any other rule is one of the owner's (`own`). */
export const SHELF_IDS = [
  'frost_now',
  'frost_tonight',
  'heat',
  'storm',
  'condensation',
  'mould',
  'window_open',
  'sensor',
  'battery',
  'disk',
  'undervoltage',
] as const;
export type ShelfId = (typeof SHELF_IDS)[number];

/**
 * Conditions of the machine a rule may watch beside the quantities. `health`: 0 ok, 1 warning, 2 fault. `sensor`: 1 when a sensor is silent
 * or faulty. `battery`: 1 when one is low. `disk`: free space in percent. `undervoltage`: 1 now. `probe`: 1 when the outdoor probe is missing.
 */
export const MACHINE_QUANTITIES = ['health', 'sensor', 'battery', 'disk', 'undervoltage', 'probe'] as const;
export type MachineQuantity = (typeof MACHINE_QUANTITIES)[number];

/** Quantities with a forecast, which a chance can be asked of, by their names in the table of quantities. */
export const CHANCE_QUANTITIES = ['temperatureC', 'humidityPct', 'seaLevelHpa'] as const;
