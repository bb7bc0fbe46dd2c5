import { count, number } from './figures.ts';

/** What nobody has any more: so many rows of a table between two moments; null where that cannot be told. */
export interface Lost {
  table: string;
  fromTs: number | null;
  untilTs: number | null;
  rows: number | null;
}

/** Report of a rebuild of the damaged database. */
export interface Salvaged {
  /** What was wrong, in SQLite's words. */
  damage: string;
  /** Rows that could be read in the damaged file. */
  rows: number;
  /** Rows of weather the backup still had and the damaged file had not. */
  fromBackup: number;
  backup: string | null;
  /** Where the damaged files are kept; null when there was none. */
  aside: string | null;
  lost: readonly Lost[];
  /** Compensators made again from the log of calibrations. */
  rebuilt: readonly string[];
  /** Learned components that could not be read: from the backup, or from their prior. */
  unread: readonly string[];
}

const TABLES: Record<string, string> = {
  sample: 'readings',
  five_min: 'readings behind five-minute means',
  hourly: 'readings behind hourly means',
  event: 'events',
  label: 'observations',
  calibration: 'calibrations',
};
const TOLD_SPANS = 3;

const rowsOf = (rows: number): string => count(rows, 'row');

const moment = (tS: number): string => new Date(tS * 1000).toISOString().slice(0, 16).replace('T', ' ');
const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `after ${moment(fromTs!)}` : `${moment(fromTs!)} to ${moment(untilTs)}`;

/** One sentence for a person; the event carries every span. */
function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const rows = own.some((entry) => entry.rows === null)
      ? 'some'
      : `${own.reduce((sum, entry) => sum + entry.rows!, 0)}`;
    const spans = own.filter((entry) => entry.fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf);
    const more = spans.length > TOLD_SPANS ? ` and ${count(spans.length - TOLD_SPANS, 'more span')}` : '';
    parts.push(
      `${table === 'event' || table === 'label' ? 'at most ' : ''}${rows} ${words}${told.length > 0 ? ` (${told.join(', ')} UTC${more})` : ''}`,
    );
  }
  if (components.length > 0) parts.push(`the learning of ${components.join(', ')}`);
  return parts.length === 0 ? 'Nothing was lost.' : `Lost: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`The database was damaged (${damage}).`];
  parts.push(rows > 0 ? `${rowsOf(rows)} rescued.` : 'Nothing in it was readable.');
  if (backup === null) parts.push('There was no good backup.');
  else if (fromBackup > 0) parts.push(`${rowsOf(fromBackup)} more came from the newest good backup.`);
  if (rebuilt.length > 0) parts.push('The calibration was restored from its log.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`The damaged file is kept in ${aside}.`);
  return parts.join(' ');
}

/** The database, its disk, its backups, and what is done about damage. */
export const storage = {
  'disk.refuses': ({ why }: { why: string }) =>
    `The disk refuses new readings (${why}). They stay in memory until it works again.`,
  'disk.takes-again': ({ minutes, lost }: { minutes: number; lost: number }) =>
    `The disk works again after ${minutes} min. ${lost > 0 ? `${count(lost, 'reading')} lost` : 'Nothing was lost'}.`,
  'disk.took-nothing': ({ samples }: { samples: number }) =>
    `The disk refused to write: ${count(samples, 'waiting reading')} may be lost`,
  'disk.memory-only': ({ folder, trouble }: { folder: string; trouble: string }) =>
    `The disk of ${folder} ${trouble}. New readings stay in memory until it works again. The past is not shown meanwhile.`,
  'disk.back-home': ({ rows }: { rows: number }) =>
    `The disk works again. ${rowsOf(rows)} from memory added to the history.`,
  'disk.other-owner': ({ measuredBy, owner }: { measuredBy: string; owner: string }) =>
    `Readings of the ${measuredBy} from while the disk failed were dropped: this history belongs to the ${owner}.`,

  'database.damaged': ({ damage, inMemory }: { damage: string; inMemory: boolean }) =>
    `The database is damaged (${damage}). It is being rebuilt. Meanwhile new readings are ${
      inMemory ? 'kept in memory' : 'written to a file beside it'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }: { why: string }) =>
    `The damaged database could not be rebuilt (${why}). Next try in 10 min.`,
  'database.put-back': ({ kept }: { kept: string | null }) =>
    `The database was moved, removed or replaced while the station ran. It was written again; nothing was lost.${
      kept === null ? '' : ` The file found in its place is kept in ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'The station stopped while its database was being replaced. Check that the history is the one you expect.',
  'database.changed': ({
    rows,
    parts,
    fromBackup,
    kept,
  }: {
    rows: number | null;
    parts: readonly string[];
    fromBackup: number;
    kept: string | null;
  }) =>
    [
      rows === null
        ? 'Another program used the database.'
        : rows === 0
          ? 'Changed by another program.'
          : rows > 0
            ? `Changed by another program: ${rowsOf(rows)} more.`
            : `Changed by another program: ${rowsOf(-rows)} fewer.`,
      parts.length > 0 ? ` Missing parts were recreated (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` ${rowsOf(fromBackup)} restored from the backup.` : '',
      kept === null ? '' : ` The log of another database beside it is kept in ${kept}.`,
    ].join(''),
  'database.rows-changed': ({
    healed,
    doubtful,
    fromTs,
    untilTs,
  }: {
    healed: number;
    doubtful: number;
    fromTs: number;
    untilTs: number;
  }) =>
    [
      `Stored rows have changed on the disk (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` ${rowsOf(healed)} restored from a backup.` : '',
      doubtful > 0 ? ` ${rowsOf(doubtful)} kept unrepaired, with possible wrong digits.` : '',
    ].join(''),
  'database.log-lost': ({ rows }: { rows: number }) =>
    `The station stopped abruptly and the newest database log is missing. Some hours may be lost.${
      rows > 0 ? ` ${rowsOf(rows)} restored from the backup.` : ''
    }`,
  'history.set-aside': ({ owner, aside }: { owner: string; aside: string }) =>
    `The history of the ${owner} was moved to ${aside}: a Sense HAT measures here now.`,
  'history.backups-stay': ({ why }: { why: string }) =>
    `Its backups could not be moved (${why}). They stay in place and do not mix with the new history.`,
  'history.unfolded': ({ hours }: { hours: number }) =>
    `${count(hours, 'hour')} summarised too early, now shown in detail again`,
  'history.folded': ({ samples, fives, removed }: { samples: number; fives: number; removed: number }) =>
    `Summarised ${count(samples, 'reading')} and ${count(fives, 'five-minute mean')}, removed ${number(removed)} old`,
  'history.backed-up': ({ bytes }: { bytes: number }) => `History backed up and checked (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }: { changed: number; rows: number; seconds: number }) =>
    `Recalculated ${number(changed)} of ${count(rows, 'reading')} in ${number(seconds, 1)} s`,
};
