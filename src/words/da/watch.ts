import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatur',
  humidity: 'Fugtighed',
  pressure: 'Lufttryk',
  cpu: 'CPU-temperatur',
  light: 'Lys',
  acceleration: 'Acceleration',
  magnetic_field: 'Magnetfelt',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperatur i forhold til det sædvanlige',
  dew_point_anomaly: 'dugpunkt i forhold til det sædvanlige',
  pressure_anomaly: 'lufttryk i forhold til det sædvanlige',
  temperature_change_1h: 'temperatur på en time',
  humidity_change_1h: 'fugtighed på en time',
  pressure_change_3h: 'lufttryk på tre timer',
  dryness: 'tørhed',
  cloud: 'lys',
  temperature_change_15m: 'temperatur på et kvarter',
  humidity_change_15m: 'fugtighed på et kvarter',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const TARGETS = { temperature: 'temperaturen', humidity: 'fugtigheden', pressure: 'lufttrykket' } as const;
const EASIER = {
  temperature: 'Temperaturen er blevet lettere',
  humidity: 'Fugtigheden er blevet lettere',
  pressure: 'Lufttrykket er blevet lettere',
} as const;

export const watch = {
  'health.ok': () => 'som ventet',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: ingen måling i ${number(silentS)} s`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: ingen måling siden starten`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} ligger uden for ${number(min)} til ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: ens til mindste bit i ${count(minutes, { one: '# minut', other: '# minutter' })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: meget roligere end sædvanligt i en halv time: sidder sensoren fast, eller er den skærmet af?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: støjen er ${number(times)} gange så stor, som chippen bør vise`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: har i timevis svinget langt mere end sædvanligt`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: har i timevis svinget langt mindre end sædvanligt`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: normal igen`,

  'novelty.sudden': ({ parts }) => `Noget pludseligt: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Usædvanlige forhold: ${listed(parts)}`,

  'drift.worse': ({ target }) => `Prognoserne for ${TARGETS[target]} er blevet dårligere, end de var i ugevis`,
  'drift.easier': ({ target }) =>
    `${EASIER[target]} at forudsige end i ugevis: er sensoren skærmet af, eller sidder den fast?`,
} satisfies Partial<Sentences>;
