import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Température', humidity: 'Humidité' };
const BOARDS: Record<string, string> = {
  'sense-hat': 'le Sense HAT',
  simulator: 'le simulateur',
  replay: 'un enregistrement',
};
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'il pleut',
  fog: 'brouillard',
  frost: 'gel',
  window_open: 'fenêtre ouverte',
};
const NO: Record<string, string> = {
  rain: 'il fait sec',
  fog: 'pas de brouillard',
  frost: 'pas de gel',
  window_open: 'fenêtre fermée',
};
const yes = (what: string): string => YES[what] ?? what.replaceAll('_', ' ');
const no = (what: string): string => NO[what] ?? `pas ${what.replaceAll('_', ' ')}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} mesure avec ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'La station s’est arrêtée normalement',
  'station.failed': ({ name, why }) => `${name} a échoué : ${why}`,
  'station.works-again': ({ name }) => `${name} fonctionne de nouveau`,
  'station.from-prior': ({ name, why }) => `${name} part de ses valeurs initiales : ${why}`,
  'station.anew': ({ name, why }) => `${name} recommence à zéro : ${why}`,
  'station.scores-unread': ({ days }) =>
    count(days, {
      one: '# jour de notes n’a pu être lu et a été omis',
      other: '# jours de notes n’ont pu être lus et ont été omis',
    }),
  'station.demo': ({ folder }) =>
    `Ceci est une démonstration : le temps est simulé et gardé dans ${folder}, à part de toute vraie station.`,
  'station.no-place': () =>
    'La station ne sait pas où elle est : régler site.latitude, site.longitude et site.altitude_m dans config.yaml.',

  'fleet.notice': ({ text }) => `Message de l’exploitant de la flotte : ${text}`,

  'settings.changed': ({ keys }) => `Réglages changés : ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `L’altitude est de ${number(toM)} m, après ${number(fromM)} m : la pression au niveau de la mer est recalculée dans tout l’historique`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `La mise à jour de ${from} vers ${to} a été annulée : ${why}.${restored ? ' La base de données est celle d’avant.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Température étalonnée : k est ${number(k, 3)} après une référence de ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Température étalonnée : k est revenu à sa valeur initiale ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Humidité étalonnée : le décalage est de ${number(offset, 2)} points après une référence de ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Humidité étalonnée : le décalage est revenu à sa valeur initiale ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} étalonnée : la référence ${number(reference, 1)} a été annulée`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]} : le saut ici vient d’un étalonnage, pas de la météo`,
  'step.setting': ({ signal }) => `${SIGNALS[signal]} : le saut ici vient d’un réglage changé, pas de la météo`,

  'label.rain': () => 'Signalé : il pleut',
  'label.dry': () => 'Signalé : il fait sec',
  'label.yes': ({ what }) => `Signalé : ${yes(what)}`,
  'label.no': ({ what }) => `Signalé : ${no(what)}`,
  'label.corrected': ({ what, yes: is }) => `Une observation a été corrigée : ${is ? yes(what) : no(what)}`,
  'label.undone': () => 'Une observation a été annulée',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `L’entraînement n’a rien changé : ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Nouvel apprentissage : ${count(rows, { one: '# ligne', other: '# lignes' })} sur ${number(days, 1)} jours, en ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
