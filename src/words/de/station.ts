import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatur', humidity: 'Feuchte' };
const BOARDS: Record<string, string> = {
  'sense-hat': 'dem Sense HAT',
  simulator: 'dem Simulator',
  replay: 'einer Aufzeichnung',
};
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'Es regnet',
  fog: 'Nebel',
  frost: 'Frost',
  window_open: 'Das Fenster ist offen',
};
const NO: Record<string, string> = {
  rain: 'Es ist trocken',
  fog: 'kein Nebel',
  frost: 'kein Frost',
  window_open: 'Das Fenster ist zu',
};

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} misst mit ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'Die Station wurde ordentlich beendet',
  'station.failed': ({ name, why }) => `${name} schlug fehl: ${why}`,
  'station.works-again': ({ name }) => `${name} arbeitet wieder`,
  'station.from-prior': ({ name, why }) => `${name} beginnt mit seinem Anfangswissen: ${why}`,
  'station.anew': ({ name, why }) => `${name} beginnt von vorn: ${why}`,
  'station.scores-unread': ({ days }) =>
    `${count(days, { one: '# Tag Bewertungen war unlesbar und wurde', other: '# Tage Bewertungen waren unlesbar und wurden' })} ausgelassen`,
  'station.demo': ({ folder }) =>
    `Dies ist eine Vorführung: Das Wetter ist simuliert und liegt in ${folder}, getrennt von jeder echten Station.`,
  'station.no-place': () =>
    'Die Station weiß nicht, wo sie steht: bitte site.latitude, site.longitude und site.altitude_m in config.yaml setzen.',

  'fleet.notice': ({ text }) => `Mitteilung des Betreibers der Flotte: ${text}`,

  'settings.changed': ({ keys }) => `Geänderte Einstellungen: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `Die Höhe ist ${number(toM)} m und war ${number(fromM)} m: Der Luftdruck auf Meereshöhe wird im ganzen Verlauf neu gebildet`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `Die Aktualisierung von ${from} auf ${to} wurde zurückgenommen: ${why}.${restored ? ' Die Datenbank ist die von davor.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Temperatur kalibriert: k ist ${number(k, 3)} nach einem Vergleichswert von ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Temperatur kalibriert: k ist wieder der Anfangswert ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Feuchte kalibriert: Der Versatz ist ${number(offset, 2)} Punkte nach einem Vergleichswert von ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Feuchte kalibriert: Der Versatz ist wieder der Anfangswert ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} kalibriert: Der Vergleichswert ${number(reference, 1)} wurde zurückgenommen`,
  'step.calibration': ({ signal }) =>
    `${SIGNALS[signal]}: Der Sprung hier kommt von einer Kalibrierung, nicht vom Wetter`,
  'step.setting': ({ signal }) =>
    `${SIGNALS[signal]}: Der Sprung hier kommt von einer geänderten Einstellung, nicht vom Wetter`,

  'label.rain': () => 'Jemand meldete: Es regnet',
  'label.dry': () => 'Jemand meldete: Es ist trocken',
  'label.yes': ({ what }) => `Jemand meldete: ${YES[what] ?? what}`,
  'label.no': ({ what }) => `Jemand meldete: ${NO[what] ?? `nicht ${what}`}`,
  'label.corrected': ({ what, yes }) =>
    `Eine Beobachtung wurde berichtigt: ${yes ? (YES[what] ?? what) : (NO[what] ?? `nicht ${what}`)}`,
  'label.undone': () => 'Eine Beobachtung wurde zurückgenommen',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `Das Training änderte nichts: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Neu gelernt aus ${count(rows, { one: '# Zeile', other: '# Zeilen' })} über ${number(days, 1)} Tage in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
