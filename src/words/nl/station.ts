import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatuur', humidity: 'Vochtigheid' };
const BOARDS: Record<string, string> = { 'sense-hat': 'de Sense HAT', simulator: 'de simulator', replay: 'een opname' };
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'het regent',
  fog: 'mist',
  frost: 'vorst',
  window_open: 'het raam is open',
};
const NO: Record<string, string> = {
  rain: 'het is droog',
  fog: 'geen mist',
  frost: 'geen vorst',
  window_open: 'het raam is dicht',
};
const said = (what: string, yes: boolean): string => (yes ? YES[what] : NO[what]) ?? `${yes ? '' : 'niet '}${what}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} meet met ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'Het station is ordelijk gestopt',
  'station.failed': ({ name, why }) => `Mislukt: ${name}: ${why}`,
  'station.works-again': ({ name }) => `Werkt weer: ${name}`,
  'station.from-prior': ({ name, why }) => `${name} begint met zijn beginkennis: ${why}`,
  'station.anew': ({ name, why }) => `${name} begint opnieuw: ${why}`,
  'station.scores-unread': ({ days }) =>
    `${count(days, { one: '# dag aan beoordelingen was niet te lezen en is', other: '# dagen aan beoordelingen waren niet te lezen en zijn' })} weggelaten`,
  'station.demo': ({ folder }) =>
    `Dit is een demonstratie: het weer is gesimuleerd en staat in ${folder}, los van elk echt station.`,
  'station.no-place': () =>
    'Het station weet niet waar het staat: site.latitude, site.longitude en site.altitude_m instellen in config.yaml.',

  'fleet.notice': ({ text }) => `Bericht van de beheerder van de vloot: ${text}`,

  'settings.changed': ({ keys }) => `Gewijzigde instellingen: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `De hoogte is ${number(toM)} m en was ${number(fromM)} m: de druk op zeeniveau wordt in het hele verloop opnieuw berekend`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `De bijwerking van ${from} naar ${to} is teruggedraaid: ${why}.${restored ? ' De database is die van daarvoor.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Temperatuur gekalibreerd: k is ${number(k, 3)} na een referentie van ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Temperatuur gekalibreerd: k is weer de beginwaarde ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Vochtigheid gekalibreerd: de correctie is ${number(offset, 2)} procentpunt na een referentie van ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Vochtigheid gekalibreerd: de correctie is weer de beginwaarde ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} gekalibreerd: de referentie ${number(reference, 1)} is ingetrokken`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]}: de sprong hier komt van een kalibratie, niet van het weer`,
  'step.setting': ({ signal }) =>
    `${SIGNALS[signal]}: de sprong hier komt van een gewijzigde instelling, niet van het weer`,

  'label.rain': () => 'Iemand meldde: het regent',
  'label.dry': () => 'Iemand meldde: het is droog',
  'label.yes': ({ what }) => `Iemand meldde: ${said(what, true)}`,
  'label.no': ({ what }) => `Iemand meldde: ${said(what, false)}`,
  'label.corrected': ({ what, yes }) => `Een waarneming is verbeterd: ${said(what, yes)}`,
  'label.undone': () => 'Een waarneming is ingetrokken',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `De training veranderde niets: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Opnieuw geleerd van ${count(rows, { one: '# rij', other: '# rijen' })} over ${number(days, 1)} dagen in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
