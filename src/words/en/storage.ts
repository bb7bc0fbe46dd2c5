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
  sample: 'samples',
  five_min: 'samples behind five-minute means',
  hourly: 'samples behind hourly means',
  event: 'events',
  label: 'labels',
  calibration: 'entries of the calibration log',
};
const TOLD_SPANS = 3;

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`);

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
    const more = spans.length > TOLD_SPANS ? ` and ${spans.length - TOLD_SPANS} more spans` : '';
    parts.push(
      `${table === 'event' || table === 'label' ? 'at most ' : ''}${rows} ${words}${told.length > 0 ? ` (${told.join(', ')} UTC${more})` : ''}`,
    );
  }
  if (components.length > 0) parts.push(`what was learned by ${components.join(', ')}`);
  return parts.length === 0 ? 'Nothing was lost.' : `Lost: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`The database was damaged (${damage}).`];
  parts.push(rows > 0 ? `${rows} rows were saved from it.` : 'Nothing in it could be read.');
  if (backup === null) parts.push('There was no good backup.');
  else if (fromBackup > 0) parts.push(`The newest good backup gave ${fromBackup} more.`);
  if (rebuilt.length > 0) parts.push('The calibration was taken from its log.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`The damaged file is kept in ${aside}.`);
  return parts.join(' ');
}

/** The database, its disk, its backups, and what is done about damage. */
export const storage = {
  'disk.refuses': ({ why }: { why: string }) =>
    `The disk does not take new samples (${why}). They are kept in memory and written when it does.`,
  'disk.takes-again': ({ minutes, lost }: { minutes: number; lost: number }) =>
    `The disk takes samples again after ${minutes} min; ${lost > 0 ? `${lost} samples were given up` : 'nothing was lost'}.`,
  'disk.took-nothing': ({ samples }: { samples: number }) =>
    `The disk took nothing: ${samples} samples that waited for their turn may be lost`,
  'disk.memory-only': ({ folder, trouble }: { folder: string; trouble: string }) =>
    `The disk of ${folder} ${trouble}: what is measured now is kept in memory only, and goes into the history when the disk takes it again. Until then the past is not shown.`,
  'disk.back-home': ({ rows }: { rows: number }) =>
    `The disk takes data again: ${rows} rows measured into memory meanwhile are in the history.`,
  'disk.other-owner': ({ measuredBy, owner }: { measuredBy: string; owner: string }) =>
    `What a ${measuredBy} gave while the disk took nothing was dropped: this is the history of a ${owner}.`,

  'database.damaged': ({ damage, inMemory }: { damage: string; inMemory: boolean }) =>
    `The database is damaged (${damage}). It is being rebuilt from what can be read; new samples are ${
      inMemory ? 'kept in memory' : 'written to a file beside it'
    } meanwhile.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }: { why: string }) =>
    `The damaged database could not be rebuilt yet (${why}); it is tried again in 10 min.`,
  'database.put-back': ({ kept }: { kept: string | null }) =>
    `The database was moved, removed or replaced while the station ran. It was written anew from what was still open; nothing was lost.${
      kept === null ? '' : ` What lay in its place is kept in ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'The database was being replaced when the station was stopped, and the note of how far that came cannot be read: please look whether the history is the one you expect.',
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
      parts.length > 0 ? ` Missing parts were made again (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` ${rowsOf(fromBackup)} came back from the backup.` : '',
      kept === null ? '' : ` The log of another database lay beside it; it is kept in ${kept}.`,
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
      healed > 0 ? ` ${rowsOf(healed)} put back from a backup.` : '',
      doubtful > 0 ? ` ${rowsOf(doubtful)} kept as they are; a digit in them may be wrong.` : '',
    ].join(''),
  'database.log-lost': ({ rows }: { rows: number }) =>
    `The last stop was not clean and the log of the newest commits is missing; some hours before it may be lost.${
      rows > 0 ? ` ${rows} rows were brought back from the backup.` : ''
    }`,
  'history.set-aside': ({ owner, aside }: { owner: string; aside: string }) =>
    `The history of the ${owner} was set aside as ${aside}: a Sense HAT measures here now.`,
  'history.backups-stay': ({ why }: { why: string }) =>
    `Its backups could not be moved (${why}). They stay where they are, and nothing of them gets into the history that begins now.`,
  'history.unfolded': ({ hours }: { hours: number }) =>
    `${hours} hours that had been folded too early speak with their finer rows again`,
  'history.folded': ({ samples, fives, removed }: { samples: number; fives: number; removed: number }) =>
    `${samples} samples and ${fives} five-minute rows were folded, ${removed} folded ones removed`,
  'history.backed-up': ({ bytes }: { bytes: number }) =>
    `The history was backed up and checked (${(bytes / 1e6).toFixed(1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }: { changed: number; rows: number; seconds: number }) =>
    `${changed} of ${rows} rows made anew from raw values in ${seconds.toFixed(1)} s`,
};
