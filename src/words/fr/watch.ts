import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Température',
  humidity: 'Humidité',
  pressure: 'Pression',
  cpu: 'Température du CPU',
  light: 'Lumière',
  acceleration: 'Accélération',
  magnetic_field: 'Champ magnétique',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'température par rapport à l’habituel',
  dew_point_anomaly: 'point de rosée par rapport à l’habituel',
  pressure_anomaly: 'pression par rapport à l’habituel',
  temperature_change_1h: 'température en une heure',
  humidity_change_1h: 'humidité en une heure',
  pressure_change_3h: 'pression en trois heures',
  dryness: 'sécheresse de l’air',
  cloud: 'lumière',
  temperature_change_15m: 'température en un quart d’heure',
  humidity_change_15m: 'humidité en un quart d’heure',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const FORECASTS = { temperature: 'de température', humidity: 'd’humidité', pressure: 'de pression' } as const;
const TARGETS = { temperature: 'La température', humidity: 'L’humidité', pressure: 'La pression' } as const;

export const watch = {
  'health.ok': () => 'comme attendu',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]} : aucune mesure depuis ${number(silentS)} s`,
  'health.never': ({ signal }) => `${SIGNALS[signal]} : aucune mesure depuis le démarrage`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]} : ${number(value, 1)} ${unit} est hors de l’intervalle de ${number(min)} à ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]} : identique au bit près depuis ${count(minutes, { one: '# minute', other: '# minutes' })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]} : bien plus calme que d’habitude depuis une demi-heure : capteur bloqué ou abrité ?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]} : le bruit est ${number(times)} fois celui attendu de la puce`,
  'health.wilder': ({ signal }) =>
    `${SIGNALS[signal]} : depuis des heures, les mesures varient bien plus que d’habitude`,
  'health.tamer': ({ signal }) =>
    `${SIGNALS[signal]} : depuis des heures, les mesures varient bien moins que d’habitude`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]} : retour à la normale`,

  'novelty.sudden': ({ parts }) => `Quelque chose de soudain : ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Conditions inhabituelles : ${listed(parts)}`,

  'drift.worse': ({ target }) =>
    `Les prévisions ${FORECASTS[target]} sont devenues moins bonnes que ces dernières semaines`,
  'drift.easier': ({ target }) =>
    `${TARGETS[target]} est devenue plus facile à prévoir que ces dernières semaines : capteur abrité ou bloqué ?`,
} satisfies Partial<Sentences>;
