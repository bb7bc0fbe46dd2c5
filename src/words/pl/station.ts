import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatura', humidity: 'Wilgotność' };
const BOARDS: Record<string, string> = { 'sense-hat': 'Sense HAT', simulator: 'symulator', replay: 'nagranie' };
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'pada',
  fog: 'mgła',
  frost: 'przymrozek',
  window_open: 'okno jest otwarte',
};
const NO: Record<string, string> = {
  rain: 'jest sucho',
  fog: 'brak mgły',
  frost: 'brak przymrozku',
  window_open: 'okno jest zamknięte',
};
const said = (what: string, yes: boolean): string => (yes ? YES[what] : NO[what]) ?? `${yes ? '' : 'nie: '}${what}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} mierzy, źródło: ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'Stację zatrzymano w porządku',
  'station.failed': ({ name, why }) => `Nie powiodło się: ${name}: ${why}`,
  'station.works-again': ({ name }) => `Znów działa: ${name}`,
  'station.from-prior': ({ name, why }) => `${name} zaczyna od wiedzy początkowej: ${why}`,
  'station.anew': ({ name, why }) => `${name} zaczyna od nowa: ${why}`,
  'station.scores-unread': ({ days }) =>
    `Pominięto oceny, których nie dało się odczytać: ${count(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' })}`,
  'station.demo': ({ folder }) =>
    `To jest pokaz: pogoda jest symulowana i leży w ${folder}, osobno od prawdziwych stacji.`,
  'station.no-place': () =>
    'Stacja nie wie, gdzie stoi: należy ustawić site.latitude, site.longitude i site.altitude_m w config.yaml.',

  'fleet.notice': ({ text }) => `Komunikat operatora floty stacji: ${text}`,

  'settings.changed': ({ keys }) => `Zmienione ustawienia: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `Wysokość to ${number(toM)} m, a była ${number(fromM)} m: ciśnienie na poziomie morza jest liczone od nowa w całej historii`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `Aktualizację z ${from} do ${to} cofnięto: ${why}.${restored ? ' Baza danych jest tą sprzed aktualizacji.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Skalibrowano temperaturę: k wynosi ${number(k, 3)} po wartości odniesienia ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Skalibrowano temperaturę: k wróciło do wartości początkowej ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Skalibrowano wilgotność: przesunięcie wynosi ${number(offset, 2)} p. po wartości odniesienia ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Skalibrowano wilgotność: przesunięcie wróciło do wartości początkowej ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]}, kalibracja: cofnięto wartość odniesienia ${number(reference, 1)}`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]}: skok w tym miejscu pochodzi z kalibracji, nie z pogody`,
  'step.setting': ({ signal }) => `${SIGNALS[signal]}: skok w tym miejscu pochodzi ze zmiany ustawienia, nie z pogody`,

  'label.rain': () => 'Ktoś zgłosił: pada',
  'label.dry': () => 'Ktoś zgłosił: jest sucho',
  'label.yes': ({ what }) => `Ktoś zgłosił: ${said(what, true)}`,
  'label.no': ({ what }) => `Ktoś zgłosił: ${said(what, false)}`,
  'label.corrected': ({ what, yes }) => `Poprawiono obserwację: ${said(what, yes)}`,
  'label.undone': () => 'Cofnięto obserwację',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `Uczenie niczego nie zmieniło: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Nauczono od nowa: ${count(rows, { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' })}, ${number(days, 1)} dnia, ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
