import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, string> = {
  sample: 'målinger',
  five_min: 'målinger bag femminuttersmidler',
  hourly: 'målinger bag timemidler',
  event: 'hændelser',
  label: 'iagttagelser',
  calibration: 'linjer i kalibreringen',
};
const UNCERTAIN = ['event', 'label'];
const TOLD_SPANS = 3;
const ROWS = { one: '# række', other: '# rækker' };
const OWNERS: Record<string, string> = { simulator: 'simulatoren', 'sense-hat': 'Sense HAT', replay: 'en optagelse' };
const owned = (by: string): string => OWNERS[by] ?? by;

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `efter ${moment(fromTs!)}` : `${moment(fromTs!)} til ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const rows = unknown ? 'nogle' : number(own.reduce((sum, entry) => sum + entry.rows!, 0));
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join(', ');
    const rest = spans.length - TOLD_SPANS;
    const more = rest > 0 ? ` og ${count(rest, { one: '# tidsrum', other: '# tidsrum' })} mere` : '';
    const most = UNCERTAIN.includes(table) ? 'højst ' : '';
    parts.push(`${most}${rows} ${words}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`det, som ${components.join(', ')} havde lært`);
  return parts.length === 0 ? 'Intet gik tabt.' : `Tabt: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`Databasen var beskadiget (${damage}).`];
  parts.push(rows > 0 ? `${count(rows, ROWS)} blev reddet fra den.` : 'Intet i den kunne læses.');
  if (backup === null) parts.push('Der var ingen god sikring.');
  else if (fromBackup > 0) parts.push(`Den nyeste gode sikring gav ${number(fromBackup)} mere.`);
  if (rebuilt.length > 0) parts.push('Kalibreringen kom fra sin log.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Den beskadigede fil ligger i ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `Disken tager ikke nye målinger (${why}). De bliver i hukommelsen og skrives, når den gør det igen.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `Disken tager målinger igen efter ${number(minutes)} min; ${
      lost > 0 ? `${count(lost, { one: '# blev', other: '# blev' })} opgivet` : 'intet gik tabt'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `Disken tog intet: ${count(samples, { one: '# ventende måling er måske tabt', other: '# ventende målinger er måske tabt' })}`,
  'disk.memory-only': ({ folder, trouble }) =>
    `Disken med ${folder} kan ikke bruges (${trouble}): det, der måles nu, bliver i hukommelsen og kommer i forløbet, når disken tager imod igen. Til da vises fortiden ikke.`,
  'disk.back-home': ({ rows }) => `Disken tager data igen: ${count(rows, ROWS)} fra hukommelsen er nu i forløbet.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Det, som ${owned(measuredBy)} gav, mens disken intet tog, er kasseret: dette forløb er fra ${owned(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `Databasen er beskadiget (${damage}). Den genopbygges af det, der kan læses; nye målinger bliver imens ${
      inMemory ? 'i hukommelsen' : 'i en fil ved siden af'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `Den beskadigede database kunne endnu ikke genopbygges (${why}); næste forsøg er om 10 min.`,
  'database.put-back': ({ kept }) =>
    `Databasen blev flyttet, fjernet eller udskiftet, mens stationen kørte. Den er skrevet på ny af det, der endnu var åbent; intet gik tabt.${
      kept === null ? '' : ` Det, der lå på dens plads, ligger nu i ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'Databasen var ved at blive udskiftet, da stationen stoppede, og noten om, hvor langt det kom, kan ikke læses: se efter, om forløbet er det ventede.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Et andet program har brugt databasen.'
        : rows === 0
          ? 'Ændret af et andet program.'
          : rows > 0
            ? `Ændret af et andet program: ${count(rows, ROWS)} mere.`
            : `Ændret af et andet program: ${count(-rows, ROWS)} færre.`,
      parts.length > 0 ? ` Manglende dele er lavet igen (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` ${count(fromBackup, ROWS)} kom tilbage fra sikringen.` : '',
      kept === null ? '' : ` Ved siden af lå en anden databases log; den er gemt i ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Gemte rækker er ændret på disken (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` ${count(healed, ROWS)} er hentet tilbage fra en sikring.` : '',
      doubtful > 0 ? ` ${count(doubtful, ROWS)} blev beholdt, som de er; et ciffer i dem kan være forkert.` : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `Stationen stoppede ikke i god orden, og loggen over de nyeste skrivninger mangler; nogle timer før den kan være tabt.${
      rows > 0 ? ` ${count(rows, ROWS)} kom tilbage fra sikringen.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `Forløbet fra ${owned(owner)} er lagt til side som ${aside}: nu måler en Sense HAT her.`,
  'history.backups-stay': ({ why }) =>
    `Dets sikringer kunne ikke flyttes (${why}). De bliver, hvor de er, og intet af dem kommer i det forløb, der begynder nu.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# time, der blev fortættet for tidligt, viser', other: '# timer, der blev fortættet for tidligt, viser' })} igen de finere rækker`,
  'history.folded': ({ samples, fives, removed }) =>
    `Fortættet: ${count(samples, { one: '# måling', other: '# målinger' })} og ${count(fives, { one: '# femminuttersrække', other: '# femminuttersrækker' })}; fjernet: ${count(removed, { one: '# fortættet', other: '# fortættede' })}`,
  'history.backed-up': ({ bytes }) => `Forløbet er sikret og kontrolleret (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `${number(changed)} af ${count(rows, ROWS)} regnet om af rå værdier på ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
