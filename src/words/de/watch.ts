import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatur',
  humidity: 'Feuchte',
  pressure: 'Luftdruck',
  cpu: 'CPU-Temperatur',
  light: 'Licht',
  acceleration: 'Beschleunigung',
  magnetic_field: 'Magnetfeld',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'Temperatur gegenüber dem Üblichen',
  dew_point_anomaly: 'Taupunkt gegenüber dem Üblichen',
  pressure_anomaly: 'Luftdruck gegenüber dem Üblichen',
  temperature_change_1h: 'Temperatur in einer Stunde',
  humidity_change_1h: 'Feuchte in einer Stunde',
  pressure_change_3h: 'Luftdruck in drei Stunden',
  dryness: 'Trockenheit',
  cloud: 'Licht',
  temperature_change_15m: 'Temperatur in einer Viertelstunde',
  humidity_change_15m: 'Feuchte in einer Viertelstunde',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const FORECASTS = { temperature: 'der Temperatur', humidity: 'der Feuchte', pressure: 'des Luftdrucks' } as const;
const TARGETS = { temperature: 'Die Temperatur', humidity: 'Die Feuchte', pressure: 'Der Luftdruck' } as const;

export const watch = {
  'health.ok': () => 'wie erwartet',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: seit ${number(silentS)} s kein Messwert`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: seit dem Start kein Messwert`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} liegt außerhalb von ${number(min)} bis ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: seit ${count(minutes, { one: '# Minute', other: '# Minuten' })} bis aufs Bit gleich`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: seit einer halben Stunde viel ruhiger als üblich: Klemmt der Sensor, oder ist er abgeschirmt?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: rauscht ${number(times)}-mal so stark, wie der Chip dürfte`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: schwankt seit Stunden weit stärker als üblich`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: schwankt seit Stunden weit schwächer als üblich`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: wieder normal`,

  'novelty.sudden': ({ parts }) => `Etwas Plötzliches: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Ungewöhnliche Verhältnisse: ${listed(parts)}`,

  'drift.worse': ({ target }) =>
    `Die Vorhersagen ${FORECASTS[target]} sind schlechter geworden, als sie wochenlang waren`,
  'drift.easier': ({ target }) =>
    `${TARGETS[target]} ist leichter vorherzusagen als wochenlang: Ist der Sensor abgeschirmt, oder klemmt er?`,
} satisfies Partial<Sentences>;
