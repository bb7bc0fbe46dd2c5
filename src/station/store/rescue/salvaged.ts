import type { Given } from '../../../words/sentence.ts';

/**
 * Rows of a table that are gone, between two moments; null where that cannot be told. `everything`: nothing of the file could be read. `unknown`:
 * of any table, and perhaps none.
 */
export interface Lost {
  table: string;
  fromTs: number | null;
  untilTs: number | null;
  rows: number | null;
}

/** Report of a rebuild of the damaged database. */
export interface Salvaged {
  /** Why it was rebuilt, in SQLite's words. */
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

type Loss = Given<'database.salvaged'>['loss'];
/** Tables that the sentence has words for; the others it names. */
const TABLES = ['everything', 'sample', 'five_min', 'hourly', 'event', 'label', 'calibration', 'learned', 'unknown'];
const TOLD_SPANS = 3;

/** Losses as the sentence lists them: one entry a table, with its first spans; the event carries every one. */
export function lossOf({ lost, unread }: Pick<Salvaged, 'lost' | 'unread'>): Loss {
  const wordsFor = ({ table }: Lost): string => (TABLES.includes(table) ? table : 'named');
  return [...TABLES, 'named'].flatMap((table) => {
    const own = lost.filter((one) => wordsFor(one) === table);
    const names = table === 'learned' ? unread : table === 'named' ? own.map((one) => one.table) : [];
    if (own.length + names.length === 0) return [];
    const isKnown = own.every(({ rows }) => rows !== null);
    const rows = isKnown ? own.reduce((sum, one) => sum + one.rows!, 0) : null;
    const spans = own.flatMap(({ fromTs, untilTs }) => (fromTs === null ? [] : [{ fromTs, untilTs }]));
    const more = Math.max(0, spans.length - TOLD_SPANS);
    return [{ table, rows, spans: spans.slice(0, TOLD_SPANS), more, names }];
  });
}
