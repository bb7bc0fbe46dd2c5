import type { Clock } from '../../base/clock.ts';
import type { Sentence } from '../../words/sentence.ts';
import { ClockSegments } from './clock-repair/clock-segments.ts';
import { Moves } from './clock-repair/moves.ts';
import { Imports } from './imports/imports.ts';
import { PastForecastRows } from './imports/past-forecasts.ts';
import { Provenance } from './imports/provenance.ts';
import { UndoImport } from './imports/undo.ts';
import { historyReads, type ReadOptions } from './queries/history.ts';
import { Recompute } from './recompute/recompute.ts';
import { Reflag } from './recompute/reflag.ts';
import { type Database, inTransaction } from './sqlite/database.ts';
import { prepareLate } from './sqlite/late.ts';
import { AlarmMessages } from './tables/alarm-messages.ts';
import { Calibrations } from './tables/calibrations.ts';
import { Events, type ToldEvent } from './tables/events.ts';
import { Issued } from './tables/issued.ts';
import { Labels } from './tables/labels.ts';
import { Learned } from './tables/learned.ts';
import { OutboxTable } from './tables/outbox.ts';
import { Pending } from './tables/pending.ts';
import { Scales } from './tables/scales.ts';
import { Scores } from './tables/scores.ts';
import { Ticks } from './tables/ticks.ts';
import { Ageing } from './tiers/ageing.ts';
import { hourMeans } from './tiers/hour-means.ts';
import { Records } from './tiers/records.ts';
import { RollUps } from './tiers/rollup.ts';
import { Samples } from './tiers/samples.ts';
import type { Tiers } from './tiers/tiers.ts';
import { Watermarks } from './tiers/watermarks.ts';

export interface TableOptions extends ReadOptions {
  clock: Clock;
  /** Callback for each event, for the log. */
  told?: ((event: ToldEvent) => void) | undefined;
}

/** Options of a store over a data folder, which is made when missing. */
export interface StoreOptions extends TableOptions {
  folder: string;
  /** A folder in memory that is this user's alone and outlives the process; null where there is none. */
  runtimeFolder?: string | null;
  /** Callback of an opening that another program's lock has held up for a while, and with null when that is over. */
  waits?: (why: Sentence | null) => void;
}

/** All table families over one database, wherever that lies: at home, in a file that stands in for it, or in memory. */
export function tablesOver(db: Database, options: TableOptions) {
  prepareLate(db);
  const watermarks = new Watermarks(db);
  const rollUps = new RollUps(db, watermarks);
  const records = new Records(db);
  const tiers: Tiers = { db, samples: new Samples(db, rollUps, records), rollUps, watermarks, records };
  const ticks = new Ticks(db, rollUps.quality);
  const calibrations = new Calibrations(db);
  const scales = new Scales(db);
  const issued = new Issued(db);
  const scores = new Scores(db);
  const clock = new ClockSegments(db);
  const imports = new Imports({ ...tiers, ticks }, options);
  return {
    ...tiers,
    ticks,
    calibrations,
    scales,
    issued,
    scores,
    clock,
    imports,
    history: historyReads(tiers, options),
    hourMeans: hourMeans(db),
    events: new Events(db, options.told),
    labels: new Labels(db),
    learned: new Learned(db),
    pending: new Pending(db),
    outbox: new OutboxTable(db, rollUps, watermarks),
    alarmMessages: new AlarmMessages(db),
    moves: new Moves({ ...tiers, clock }),
    recompute: new Recompute({ ...tiers, calibrations, scales, clock: options.clock }),
    reflag: new Reflag({ ...tiers, clock: options.clock }),
    ageing: new Ageing(db, rollUps, watermarks, options),
    provenance: new Provenance(db),
    undoImport: new UndoImport({ ...tiers, ticks }, imports),
    pastForecasts: new PastForecastRows(db, scores, issued),
    /** Rolls up what an unclean stop left open. */
    catchUp: () => inTransaction(db, () => rollUps.afterCommit()),
  };
}

export type Tables = ReturnType<typeof tablesOver>;
