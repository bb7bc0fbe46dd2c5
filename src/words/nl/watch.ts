import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatuur',
  humidity: 'Vochtigheid',
  pressure: 'Luchtdruk',
  cpu: 'CPU-temperatuur',
  light: 'Licht',
  acceleration: 'Versnelling',
  magnetic_field: 'Magnetisch veld',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperatuur ten opzichte van het gewone',
  dew_point_anomaly: 'dauwpunt ten opzichte van het gewone',
  pressure_anomaly: 'luchtdruk ten opzichte van het gewone',
  temperature_change_1h: 'temperatuur in een uur',
  humidity_change_1h: 'vochtigheid in een uur',
  pressure_change_3h: 'luchtdruk in drie uur',
  dryness: 'droogte',
  cloud: 'licht',
  temperature_change_15m: 'temperatuur in een kwartier',
  humidity_change_15m: 'vochtigheid in een kwartier',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const TARGETS = { temperature: 'de temperatuur', humidity: 'de vochtigheid', pressure: 'de luchtdruk' } as const;
const HEADED = { temperature: 'De temperatuur', humidity: 'De vochtigheid', pressure: 'De luchtdruk' } as const;

export const watch = {
  'health.ok': () => 'zoals verwacht',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: al ${number(silentS)} s geen meting`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: sinds de start geen meting`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} ligt buiten ${number(min)} tot ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: al ${count(minutes, { one: '# minuut', other: '# minuten' })} tot op de bit gelijk`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: al een half uur veel rustiger dan gewoon: zit de sensor vast, of is hij afgeschermd?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: de ruis is ${number(times)} maal zo groot als bij deze chip hoort`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: schommelt al uren veel sterker dan gewoon`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: schommelt al uren veel zwakker dan gewoon`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: weer normaal`,

  'novelty.sudden': ({ parts }) => `Iets plotselings: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Ongewone omstandigheden: ${listed(parts)}`,

  'drift.worse': ({ target }) =>
    `De verwachtingen voor ${TARGETS[target]} zijn slechter geworden dan ze wekenlang waren`,
  'drift.easier': ({ target }) =>
    `${HEADED[target]} is makkelijker te voorspellen dan wekenlang: is de sensor afgeschermd, of zit hij vast?`,
} satisfies Partial<Sentences>;
