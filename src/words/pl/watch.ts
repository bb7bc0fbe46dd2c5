import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'Temperatura',
  humidity: 'Wilgotność',
  pressure: 'Ciśnienie',
  cpu: 'Temperatura CPU',
  light: 'Światło',
  acceleration: 'Przyspieszenie',
  magnetic_field: 'Pole magnetyczne',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'temperatura wobec zwykłej',
  dew_point_anomaly: 'punkt rosy wobec zwykłego',
  pressure_anomaly: 'ciśnienie wobec zwykłego',
  temperature_change_1h: 'temperatura w ciągu godziny',
  humidity_change_1h: 'wilgotność w ciągu godziny',
  pressure_change_3h: 'ciśnienie w ciągu trzech godzin',
  dryness: 'suchość',
  cloud: 'światło',
  temperature_change_15m: 'temperatura w ciągu kwadransa',
  humidity_change_15m: 'wilgotność w ciągu kwadransa',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const TARGETS = { temperature: 'temperatury', humidity: 'wilgotności', pressure: 'ciśnienia' } as const;

export const watch = {
  'health.ok': () => 'zgodnie z oczekiwaniem',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: brak odczytu od ${number(silentS)} s`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: brak odczytu od startu`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} jest poza zakresem od ${number(min)} do ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: co do bitu bez zmian od ${count(minutes, { one: '# minuty', few: '# minut', many: '# minut', other: '# minuty' })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: od pół godziny dużo spokojniej niż zwykle: czujnik zaciął się lub jest osłonięty?`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: szum ${number(times)} razy większy, niż układ powinien dawać`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: od godzin waha się znacznie mocniej niż zwykle`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: od godzin waha się znacznie słabiej niż zwykle`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: znów w normie`,

  'novelty.sudden': ({ parts }) => `Coś nagłego: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `Niezwykłe warunki: ${listed(parts)}`,

  'drift.worse': ({ target }) => `Prognozy ${TARGETS[target]} są gorsze niż przez ostatnie tygodnie`,
  'drift.easier': ({ target }) =>
    `Przewidywanie ${TARGETS[target]} jest łatwiejsze niż przez ostatnie tygodnie: czujnik jest osłonięty lub się zaciął?`,
} satisfies Partial<Sentences>;
