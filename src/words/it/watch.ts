import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatura',
  humidity: 'Umidità',
  pressure: 'Pressione',
  cpu: 'Temperatura della CPU',
  light: 'Luce',
  acceleration: 'Accelerazione',
  magnetic_field: 'Campo magnetico',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperatura rispetto al solito',
  dew_point_anomaly: 'punto di rugiada rispetto al solito',
  pressure_anomaly: 'pressione rispetto al solito',
  temperature_change_1h: 'temperatura in un’ora',
  humidity_change_1h: 'umidità in un’ora',
  pressure_change_3h: 'pressione in tre ore',
  dryness: 'secchezza dell’aria',
  cloud: 'luce',
  temperature_change_15m: 'temperatura in un quarto d’ora',
  humidity_change_15m: 'umidità in un quarto d’ora',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const FORECASTS = { temperature: 'di temperatura', humidity: 'di umidità', pressure: 'di pressione' } as const;
const TARGETS = { temperature: 'La temperatura', humidity: 'L’umidità', pressure: 'La pressione' } as const;

export const watch = {
  'health.ok': () => 'come atteso',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: nessuna misura da ${number(silentS)} s`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: nessuna misura dall’avvio`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} è fuori dall’intervallo da ${number(min)} a ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: lo stesso valore, bit per bit, da ${count(minutes, { one: '# minuto', other: '# minuti' })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: da mezz’ora varia molto meno del solito. Sensore bloccato o coperto?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: il rumore è ${number(times)} volte quello atteso dal chip`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: da ore varia molto più del solito`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: da ore varia molto meno del solito`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: di nuovo normale`,

  'novelty.sudden': ({ parts }) => `Qualcosa di improvviso: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Condizioni insolite: ${listed(parts)}`,

  'drift.worse': ({ target }) => `Le previsioni ${FORECASTS[target]} sono peggiorate rispetto alle ultime settimane`,
  'drift.easier': ({ target }) =>
    `${TARGETS[target]} è più facile da prevedere che nelle ultime settimane. Sensore coperto o bloccato?`,
} satisfies Partial<Sentences>;
