import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, { some: string; one: string; other: string }> = {
  sample: { some: 'des mesures', one: '# mesure', other: '# mesures' },
  five_min: {
    some: 'des mesures de moyennes de cinq minutes',
    one: '# mesure de moyennes de cinq minutes',
    other: '# mesures de moyennes de cinq minutes',
  },
  hourly: {
    some: 'des mesures de moyennes horaires',
    one: '# mesure de moyennes horaires',
    other: '# mesures de moyennes horaires',
  },
  event: { some: 'peut-être des événements', one: 'au plus # événement', other: 'au plus # événements' },
  label: { some: 'peut-être des observations', one: 'au plus # observation', other: 'au plus # observations' },
  calibration: {
    some: 'des entrées du journal d’étalonnage',
    one: '# entrée du journal d’étalonnage',
    other: '# entrées du journal d’étalonnage',
  },
};
/** Whose history it is. */
const BOARDS: Record<string, string> = { 'sense-hat': 'Sense HAT', simulator: 'simulateur', replay: 'enregistrement' };
const board = (name: string): string => BOARDS[name] ?? name;
const TOLD_SPANS = 3;
const ROWS = { one: '# ligne', other: '# lignes' };

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `après le ${moment(fromTs!)}` : `du ${moment(fromTs!)} au ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const said = unknown
      ? words.some
      : count(
          own.reduce((sum, entry) => sum + entry.rows!, 0),
          words,
        );
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join(', ');
    const rest = spans.length - TOLD_SPANS;
    const more = rest > 0 ? ` et ${count(rest, { one: '# autre période', other: '# autres périodes' })}` : '';
    parts.push(`${said}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`ce qui avait été appris par ${components.join(', ')}`);
  return parts.length === 0 ? 'Rien n’est perdu.' : `Perdu : ${parts.join(' ; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`La base de données était endommagée (${damage}).`];
  parts.push(
    rows > 0
      ? `${count(rows, { one: '# ligne en a été sauvée', other: '# lignes en ont été sauvées' })}.`
      : 'Rien n’y était lisible.',
  );
  if (backup === null) parts.push('Il n’y avait pas de bonne sauvegarde.');
  else if (fromBackup > 0) parts.push(`La dernière bonne sauvegarde en a donné ${number(fromBackup)} de plus.`);
  if (rebuilt.length > 0) parts.push('L’étalonnage a été repris de son journal.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Le fichier endommagé est gardé dans ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `Le disque n’accepte pas de nouvelles mesures (${why}). Elles restent en mémoire et seront écrites dès qu’il les acceptera.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `Le disque accepte de nouveau les mesures après ${number(minutes)} min ; ${
      lost > 0
        ? count(lost, { one: '# mesure a été abandonnée', other: '# mesures ont été abandonnées' })
        : 'rien n’est perdu'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `Le disque n’a rien accepté : ${count(samples, { one: '# mesure en attente est peut-être perdue', other: '# mesures en attente sont peut-être perdues' })}`,
  'disk.memory-only': ({ folder, trouble }) =>
    `Le disque de ${folder} est inutilisable (${trouble}) : ce qui est mesuré maintenant reste en mémoire et ira dans l’historique dès qu’il acceptera de nouveau. Jusque-là, le passé n’est pas montré.`,
  'disk.back-home': ({ rows }) =>
    `Le disque accepte de nouveau les données : ${count(rows, { one: '# ligne gardée en mémoire est', other: '# lignes gardées en mémoire sont' })} maintenant dans l’historique.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Ce qu’a donné un ${board(measuredBy)} pendant que le disque n’acceptait rien a été écarté : ceci est l’historique d’un ${board(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `La base de données est endommagée (${damage}). Elle est reconstruite à partir du lisible ; entre-temps, les nouvelles mesures ${
      inMemory ? 'restent en mémoire' : 'vont dans un fichier à côté'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `La base de données endommagée n’a pu être reconstruite pour l’instant (${why}) ; nouvel essai dans 10 min.`,
  'database.put-back': ({ kept }) =>
    `La base de données a été déplacée, supprimée ou remplacée pendant que la station marchait. Elle a été réécrite à partir de ce qui était encore ouvert ; rien n’est perdu.${
      kept === null ? '' : ` Ce qui était à sa place est gardé dans ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'La base de données était en cours de remplacement quand la station s’est arrêtée, et la note qui dit jusqu’où est illisible : vérifier que l’historique est bien celui attendu.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Un autre programme a utilisé la base de données.'
        : rows === 0
          ? 'Modifiée par un autre programme.'
          : rows > 0
            ? `Modifiée par un autre programme : ${count(rows, { one: '# ligne', other: '# lignes' })} de plus.`
            : `Modifiée par un autre programme : ${count(-rows, { one: '# ligne', other: '# lignes' })} de moins.`,
      parts.length > 0 ? ` Les parties manquantes ont été recréées (${parts.join(', ')}).` : '',
      fromBackup > 0
        ? ` ${count(fromBackup, { one: '# ligne est revenue', other: '# lignes sont revenues' })} de la sauvegarde.`
        : '',
      kept === null ? '' : ` Le journal d’une autre base se trouvait à côté ; il est gardé dans ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Des lignes enregistrées ont changé sur le disque (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0
        ? ` ${count(healed, { one: '# ligne est revenue', other: '# lignes sont revenues' })} d’une sauvegarde.`
        : '',
      doubtful > 0
        ? ` ${count(doubtful, { one: '# ligne est restée telle quelle', other: '# lignes sont restées telles quelles' })} ; un chiffre peut y être faux.`
        : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `Le dernier arrêt n’a pas été normal, et le journal des dernières écritures manque ; quelques heures d’avant peuvent être perdues.${
      rows > 0
        ? ` ${count(rows, { one: '# ligne est revenue', other: '# lignes sont revenues' })} de la sauvegarde.`
        : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `L’historique d’un ${board(owner)} a été mis de côté sous ${aside} : un Sense HAT mesure ici désormais.`,
  'history.backups-stay': ({ why }) =>
    `Ses sauvegardes n’ont pas pu être déplacées (${why}). Elles restent où elles sont, et rien n’en passera dans l’historique qui commence.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# heure condensée trop tôt montre de nouveau ses', other: '# heures condensées trop tôt montrent de nouveau leurs' })} lignes plus fines`,
  'history.folded': ({ samples, fives, removed }) =>
    `Condensé : ${count(samples, { one: '# mesure', other: '# mesures' })} et ${count(fives, { one: '# ligne', other: '# lignes' })} de cinq minutes ; retiré : ${count(removed, { one: '# ligne condensée', other: '# lignes condensées' })}`,
  'history.backed-up': ({ bytes }) => `L’historique a été sauvegardé et vérifié (${number(bytes / 1e6, 1)} Mo)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `Recalcul à partir des valeurs brutes : ${number(changed)} sur ${count(rows, ROWS)}, en ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
