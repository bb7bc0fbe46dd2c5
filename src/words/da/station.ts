import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatur', humidity: 'Fugtighed' };
const BOARDS: Record<string, string> = {
  'sense-hat': 'Sense HAT',
  simulator: 'simulatoren',
  replay: 'en optagelse',
};
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'det regner',
  fog: 'tåge',
  frost: 'frost',
  window_open: 'vinduet er åbent',
};
const NO: Record<string, string> = {
  rain: 'det er tørt',
  fog: 'ingen tåge',
  frost: 'ingen frost',
  window_open: 'vinduet er lukket',
};
const said = (what: string, yes: boolean): string => (yes ? YES[what] : NO[what]) ?? `${yes ? '' : 'ikke '}${what}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} måler med ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'Stationen blev stoppet i god orden',
  'station.failed': ({ name, why }) => `Mislykket: ${name}: ${why}`,
  'station.works-again': ({ name }) => `Virker igen: ${name}`,
  'station.from-prior': ({ name, why }) => `${name} begynder med sin startviden: ${why}`,
  'station.anew': ({ name, why }) => `${name} begynder forfra: ${why}`,
  'station.scores-unread': ({ days }) =>
    `${count(days, { one: '# dags bedømmelser', other: '# dages bedømmelser' })} kunne ikke læses og blev udeladt`,
  'station.demo': ({ folder }) =>
    `Dette er en demonstration: vejret er simuleret og ligger i ${folder}, adskilt fra enhver rigtig station.`,
  'station.no-place': () =>
    'Stationen ved ikke, hvor den står: sæt site.latitude, site.longitude og site.altitude_m i config.yaml.',

  'fleet.notice': ({ text }) => `Meddelelse fra den, der driver flåden: ${text}`,

  'settings.changed': ({ keys }) => `Ændrede indstillinger: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `Højden er ${number(toM)} m og var ${number(fromM)} m: trykket ved havniveau regnes om i hele forløbet`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `Opgraderingen fra ${from} til ${to} blev taget tilbage: ${why}.${restored ? ' Databasen er den fra før den.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Temperatur kalibreret: k er ${number(k, 3)} efter en reference på ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Temperatur kalibreret: k er igen startværdien ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Fugtighed kalibreret: rettelsen er ${number(offset, 2)} procentpoint efter en reference på ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Fugtighed kalibreret: rettelsen er igen startværdien ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} kalibreret: referencen ${number(reference, 1)} er fortrudt`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]}: springet her kommer af en kalibrering, ikke af vejret`,
  'step.setting': ({ signal }) => `${SIGNALS[signal]}: springet her kommer af en ændret indstilling, ikke af vejret`,

  'label.rain': () => 'Nogen meldte: det regner',
  'label.dry': () => 'Nogen meldte: det er tørt',
  'label.yes': ({ what }) => `Nogen meldte: ${said(what, true)}`,
  'label.no': ({ what }) => `Nogen meldte: ${said(what, false)}`,
  'label.corrected': ({ what, yes }) => `En iagttagelse er rettet: ${said(what, yes)}`,
  'label.undone': () => 'En iagttagelse er fortrudt',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `Træningen ændrede intet: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Lært på ny af ${count(rows, { one: '# række', other: '# rækker' })} over ${number(days, 1)} dage på ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
