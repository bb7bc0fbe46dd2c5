import type { Clock } from '../../base/clock.ts';
import type { Sentence } from '../../words/sentence.ts';
import { ClockSegments } from './clock-repair/clock-segments.ts';
import { Moves } from './clock-repair/moves.ts';
import { Imports } from './imports/imports.ts';
import { PastForecastRows } from './imports/past-forecasts.ts';
import { Provenance } from './imports/provenance.ts';
import { UndoImport } from './imports/undo.ts';
import { HistoryReads } from './queries/history.ts';
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
import { HourMeans } from './tiers/hour-means.ts';
import { Records } from './tiers/records.ts';
import { RollUps } from './tiers/rollup.ts';
import { Samples } from './tiers/samples.ts';
import type { Retention } from './tiers/tier.ts';
import { Watermarks } from './tiers/watermarks.ts';

export interface TableOptions extends Retention {
  clock: Clock;
  /** IANA name; days are cut at its midnights. */
  timeZone: string;
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
export class Tables {
  readonly watermarks: Watermarks;
  readonly rollUps: RollUps;
  readonly samples: Samples;
  readonly history: HistoryReads;
  readonly hourMeans: HourMeans;
  readonly records: Records;
  readonly events: Events;
  readonly labels: Labels;
  readonly learned: Learned;
  readonly calibrations: Calibrations;
  readonly ticks: Ticks;
  readonly pending: Pending;
  readonly issued: Issued;
  readonly outbox: OutboxTable;
  readonly alarmMessages: AlarmMessages;
  readonly scales: Scales;
  readonly scores: Scores;
  readonly clock: ClockSegments;
  readonly moves: Moves;
  readonly recompute: Recompute;
  readonly reflag: Reflag;
  readonly ageing: Ageing;
  readonly imports: Imports;
  readonly provenance: Provenance;
  readonly undoImport: UndoImport;
  readonly pastForecasts: PastForecastRows;
  /** Rolls up what an unclean stop left open. */
  readonly catchUp: () => void;

  constructor(
    readonly db: Database,
    options: TableOptions,
  ) {
    prepareLate(db);
    const watermarks = new Watermarks(db);
    const rollUps = new RollUps(db, watermarks);
    this.watermarks = watermarks;
    this.rollUps = rollUps;
    this.records = new Records(db);
    this.samples = new Samples(db, rollUps, this.records);
    this.history = new HistoryReads(this, options);
    this.hourMeans = new HourMeans(db);
    this.events = new Events(db, options.told);
    this.labels = new Labels(db);
    this.learned = new Learned(db);
    this.calibrations = new Calibrations(db);
    this.ticks = new Ticks(db, rollUps.quality);
    this.pending = new Pending(db);
    this.issued = new Issued(db);
    this.outbox = new OutboxTable(db, rollUps, watermarks);
    this.alarmMessages = new AlarmMessages(db);
    this.scales = new Scales(db);
    this.scores = new Scores(db);
    this.clock = new ClockSegments(db);
    this.moves = new Moves(this);
    this.recompute = new Recompute({ ...this, clock: options.clock });
    this.reflag = new Reflag({ ...this, clock: options.clock });
    this.ageing = new Ageing(db, rollUps, watermarks, options);
    this.imports = new Imports(this, options);
    this.provenance = new Provenance(db);
    this.pastForecasts = new PastForecastRows(db, this.scores, this.issued);
    this.undoImport = new UndoImport(this, this.imports);
    this.catchUp = () => inTransaction(db, () => rollUps.afterCommit());
  }
}
