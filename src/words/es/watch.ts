import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatura',
  humidity: 'Humedad',
  pressure: 'Presión',
  cpu: 'Temperatura del CPU',
  light: 'Luz',
  acceleration: 'Aceleración',
  magnetic_field: 'Campo magnético',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperatura frente a lo habitual',
  dew_point_anomaly: 'punto de rocío frente a lo habitual',
  pressure_anomaly: 'presión frente a lo habitual',
  temperature_change_1h: 'temperatura en una hora',
  humidity_change_1h: 'humedad en una hora',
  pressure_change_3h: 'presión en tres horas',
  dryness: 'sequedad del aire',
  cloud: 'luz',
  temperature_change_15m: 'temperatura en un cuarto de hora',
  humidity_change_15m: 'humedad en un cuarto de hora',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const FORECASTS = { temperature: 'de temperatura', humidity: 'de humedad', pressure: 'de presión' } as const;
const TARGETS = { temperature: 'La temperatura', humidity: 'La humedad', pressure: 'La presión' } as const;

export const watch = {
  'health.ok': () => 'como se espera',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: sin medida desde hace ${number(silentS)} s`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: sin medida desde el arranque`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} está fuera del intervalo de ${number(min)} a ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: el mismo valor, bit a bit, desde hace ${count(minutes, { one: '# minuto', other: '# minutos' })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: media hora con mucha menos variación de lo habitual. ¿Sensor atascado o tapado?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: el ruido es ${number(times)} veces el que debería mostrar el chip`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: desde hace horas varía mucho más de lo habitual`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: desde hace horas varía mucho menos de lo habitual`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: de nuevo normal`,

  'novelty.sudden': ({ parts }) => `Algo repentino: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Condiciones inusuales: ${listed(parts)}`,

  'drift.worse': ({ target }) => `Los pronósticos ${FORECASTS[target]} son peores de lo que fueron durante semanas`,
  'drift.easier': ({ target }) =>
    `${TARGETS[target]} es más fácil de pronosticar de lo que fue durante semanas. ¿Sensor tapado o atascado?`,
} satisfies Partial<Sentences>;
