import type { Clock } from '../clock.ts';
import { Calibrations } from './calibrations.ts';
import { ClockSegments } from './clock-segments.ts';
import { type Database, inTransaction } from './database.ts';
import { Events, type ToldEvent } from './events.ts';
import { Issued } from './issued.ts';
import { Labels } from './labels.ts';
import { Learned } from './learned.ts';
import { OutboxTable } from './outbox.ts';
import { Pending } from './pending.ts';
import { HistoryReads } from './reads/history.ts';
import { Recompute } from './recompute/recompute.ts';
import { Ageing } from './rows/ageing.ts';
import { HourMeans } from './rows/hour-means.ts';
import { Moves } from './rows/moves.ts';
import { Records } from './rows/records.ts';
import { RollUps } from './rows/rollup.ts';
import { Samples } from './rows/samples.ts';
import { Ticks } from './rows/ticks.ts';
import type { Retention } from './rows/tier.ts';
import { Watermarks } from './rows/watermarks.ts';
import { Scales } from './scales.ts';
import { Scores } from './scores.ts';

export interface TableOptions extends Retention {
  clock: Clock;
  /** IANA name; days are cut at its midnights. */
  timeZone: string;
  /** Called once with every event, as it is said; for the log. */
  told?: ((event: ToldEvent) => void) | undefined;
}

/** All table families over one database, wherever that lies: at home, in a file that stands in for it, or in memory. */
export class Tables {
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
  readonly scales: Scales;
  readonly scores: Scores;
  readonly clock: ClockSegments;
  readonly moves: Moves;
  readonly recompute: Recompute;
  readonly ageing: Ageing;

  constructor(
    readonly db: Database,
    options: TableOptions,
  ) {
    const watermarks = new Watermarks(db);
    const rollUps = new RollUps(db, watermarks);
    this.records = new Records(db);
    this.samples = new Samples(db, rollUps, this.records);
    this.history = new HistoryReads(db, this.samples, this.records, rollUps, watermarks, options);
    this.hourMeans = new HourMeans(db);
    this.events = new Events(db, options.told);
    this.labels = new Labels(db);
    this.learned = new Learned(db);
    this.calibrations = new Calibrations(db);
    this.ticks = new Ticks(db);
    this.pending = new Pending(db);
    this.issued = new Issued(db);
    this.outbox = new OutboxTable(db, rollUps, watermarks);
    this.scales = new Scales(db);
    this.scores = new Scores(db);
    this.clock = new ClockSegments(db);
    this.moves = new Moves({
      db,
      samples: this.samples,
      rollUps,
      watermarks,
      records: this.records,
      clock: this.clock,
    });
    this.recompute = new Recompute({
      db,
      clock: options.clock,
      samples: this.samples,
      rollUps,
      watermarks,
      records: this.records,
      calibrations: this.calibrations,
      scales: this.scales,
    });
    this.ageing = new Ageing(db, rollUps, watermarks, options);
    inTransaction(db, () => rollUps.catchUp());
  }
}
