import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, string> = {
  sample: 'metingen',
  five_min: 'metingen achter vijfminutengemiddelden',
  hourly: 'metingen achter uurgemiddelden',
  event: 'gebeurtenissen',
  label: 'waarnemingen',
  calibration: 'regels van de kalibratie',
};
const UNCERTAIN = ['event', 'label'];
const TOLD_SPANS = 3;
const ROWS = { one: '# rij', other: '# rijen' };
const OWNERS: Record<string, string> = { simulator: 'de simulator', 'sense-hat': 'de Sense HAT', replay: 'een opname' };
const owned = (by: string): string => OWNERS[by] ?? by;

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `na ${moment(fromTs!)}` : `${moment(fromTs!)} tot ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const rows = unknown ? 'enkele' : number(own.reduce((sum, entry) => sum + entry.rows!, 0));
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join('; ');
    const rest = spans.length - TOLD_SPANS;
    const more = rest > 0 ? ` en nog ${count(rest, { one: '# tijdvak', other: '# tijdvakken' })}` : '';
    const most = UNCERTAIN.includes(table) ? 'hoogstens ' : '';
    parts.push(`${most}${rows} ${words}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`wat ${components.join(', ')} geleerd had`);
  return parts.length === 0 ? 'Er ging niets verloren.' : `Verloren: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`De database was beschadigd (${damage}).`];
  parts.push(rows > 0 ? `Eruit gered: ${count(rows, ROWS)}.` : 'Niets erin was te lezen.');
  if (backup === null) parts.push('Er was geen goede back-up.');
  else if (fromBackup > 0) parts.push(`De nieuwste goede back-up gaf er ${number(fromBackup)} bij.`);
  if (rebuilt.length > 0) parts.push('De kalibratie komt uit haar logboek.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Het beschadigde bestand ligt in ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `De schijf neemt geen nieuwe metingen aan (${why}). Ze blijven in het geheugen en worden geschreven zodra dat weer kan.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `De schijf neemt na ${number(minutes)} min weer metingen aan; ${
      lost > 0 ? `${count(lost, { one: '# is', other: '# zijn' })} opgegeven` : 'er ging niets verloren'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `De schijf nam niets aan: ${count(samples, { one: '# wachtende meting is', other: '# wachtende metingen zijn' })} misschien verloren`,
  'disk.memory-only': ({ folder, trouble }) =>
    `De schijf van ${folder} is niet bruikbaar (${trouble}): wat nu gemeten wordt, blijft in het geheugen en komt in het verloop zodra de schijf weer aanneemt. Tot dan is het verleden niet te zien.`,
  'disk.back-home': ({ rows }) =>
    `De schijf neemt weer gegevens aan: ${count(rows, { one: '# rij uit het geheugen staat', other: '# rijen uit het geheugen staan' })} nu in het verloop.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Wat ${owned(measuredBy)} gaf terwijl de schijf niets aannam, is verworpen: dit is het verloop van ${owned(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `De database is beschadigd (${damage}). Ze wordt herbouwd uit wat te lezen is; nieuwe metingen blijven zolang ${
      inMemory ? 'in het geheugen' : 'in een bestand ernaast'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `De beschadigde database is nog niet herbouwd (${why}); de volgende poging volgt over 10 min.`,
  'database.put-back': ({ kept }) =>
    `De database is verplaatst, verwijderd of vervangen terwijl het station liep. Ze is opnieuw geschreven uit wat nog open was; er ging niets verloren.${
      kept === null ? '' : ` Wat op haar plaats lag, ligt nu in ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'De database werd net vervangen toen het station stopte, en de notitie hoe ver dat kwam is niet te lezen: kijk na of het verloop het verwachte is.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Een ander programma heeft de database gebruikt.'
        : rows === 0
          ? 'Gewijzigd door een ander programma.'
          : rows > 0
            ? `Gewijzigd door een ander programma: ${count(rows, ROWS)} meer.`
            : `Gewijzigd door een ander programma: ${count(-rows, ROWS)} minder.`,
      parts.length > 0 ? ` Ontbrekende delen zijn opnieuw gemaakt (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` Uit de back-up teruggehaald: ${count(fromBackup, ROWS)}.` : '',
      kept === null ? '' : ` Ernaast lag het logboek van een andere database; dat staat nu in ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Opgeslagen regels zijn op de schijf veranderd (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` Uit een back-up teruggehaald: ${count(healed, ROWS)}.` : '',
      doubtful > 0 ? ` Onveranderd bewaard: ${count(doubtful, ROWS)}; een cijfer erin kan fout zijn.` : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `Het station is niet ordelijk gestopt, en het logboek van de nieuwste regels ontbreekt; enkele uren ervoor kunnen verloren zijn.${
      rows > 0 ? ` Uit de back-up teruggehaald: ${count(rows, ROWS)}.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `Het verloop van ${owned(owner)} is opzijgelegd als ${aside}: hier meet nu een Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `De back-ups ervan konden niet worden verplaatst (${why}). Ze blijven waar ze zijn, en niets ervan komt in het verloop dat nu begint.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# te vroeg verdicht uur toont zijn', other: '# te vroeg verdichte uren tonen hun' })} fijnere rijen weer`,
  'history.folded': ({ samples, fives, removed }) =>
    `Verdicht: ${count(samples, { one: '# meting', other: '# metingen' })} en ${count(fives, { one: '# vijfminutenrij', other: '# vijfminutenrijen' })}; verwijderd: ${count(removed, { one: '# verdichte', other: '# verdichte' })}`,
  'history.backed-up': ({ bytes }) =>
    `Van het verloop is een back-up gemaakt en gecontroleerd (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `${number(changed)} van ${count(rows, ROWS)} opnieuw berekend uit ruwe waarden, in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
