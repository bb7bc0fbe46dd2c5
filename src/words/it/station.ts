import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatura', humidity: 'Umidità' };
const BOARDS: Record<string, string> = {
  'sense-hat': 'il Sense HAT',
  simulator: 'il simulatore',
  replay: 'una registrazione',
};
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'piove',
  fog: 'nebbia',
  frost: 'gelo',
  window_open: 'finestra aperta',
};
const NO: Record<string, string> = {
  rain: 'asciutto',
  fog: 'niente nebbia',
  frost: 'niente gelo',
  window_open: 'finestra chiusa',
};
const yes = (what: string): string => YES[what] ?? what.replaceAll('_', ' ');
const no = (what: string): string => NO[what] ?? `niente ${what.replaceAll('_', ' ')}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} misura con ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'La stazione si è fermata regolarmente',
  'station.failed': ({ name, why }) => `Errore in ${name}: ${why}`,
  'station.works-again': ({ name }) => `${name} funziona di nuovo`,
  'station.from-prior': ({ name, why }) => `${name} parte dai suoi valori iniziali: ${why}`,
  'station.anew': ({ name, why }) => `${name} ricomincia da zero: ${why}`,
  'station.scores-unread': ({ days }) =>
    count(days, {
      one: '# giorno di voti non si è potuto leggere ed è stato omesso',
      other: '# giorni di voti non si sono potuti leggere e sono stati omessi',
    }),
  'station.demo': ({ folder }) =>
    `Questa è una dimostrazione: il tempo è simulato e si conserva in ${folder}, separato da ogni vera stazione.`,
  'station.no-place': () =>
    'La stazione non sa dove si trova: impostare site.latitude, site.longitude e site.altitude_m in config.yaml.',

  'fleet.notice': ({ text }) => `Avviso del gestore della flotta di stazioni: ${text}`,

  'settings.changed': ({ keys }) => `Impostazioni cambiate: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `L’altitudine è ${number(toM)} m ed era ${number(fromM)} m: la pressione al livello del mare si ricalcola in tutto lo storico`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `L’aggiornamento da ${from} a ${to} è stato annullato: ${why}.${restored ? ' Il database è quello di prima.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Temperatura calibrata: k è ${number(k, 3)} dopo un riferimento di ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Temperatura calibrata: k è tornato al suo valore iniziale ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Umidità calibrata: lo scarto è di ${number(offset, 2)} punti dopo un riferimento di ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Umidità calibrata: lo scarto è tornato al suo valore iniziale ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} calibrata: il riferimento ${number(reference, 1)} è stato ritirato`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]}: il salto qui viene da una calibrazione, non dal meteo`,
  'step.setting': ({ signal }) => `${SIGNALS[signal]}: il salto qui viene da un’impostazione cambiata, non dal meteo`,

  'label.rain': () => 'Segnalato: piove',
  'label.dry': () => 'Segnalato: asciutto',
  'label.yes': ({ what }) => `Segnalato: ${yes(what)}`,
  'label.no': ({ what }) => `Segnalato: ${no(what)}`,
  'label.corrected': ({ what, yes: is }) => `Un’osservazione è stata corretta: ${is ? yes(what) : no(what)}`,
  'label.undone': () => 'Un’osservazione è stata ritirata',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `L’addestramento non ha cambiato nulla: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Imparato di nuovo: ${count(rows, { one: '# riga', other: '# righe' })} su ${number(days, 1)} giorni, in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
