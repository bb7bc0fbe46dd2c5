import type { Readable } from 'node:stream';
import type { Durations } from '../base/duration-log.ts';
import type { Steps } from '../base/steps.ts';
import type { Alarm, AlarmScore, AlarmScores, Alarms, AlarmTested } from '../contract/alarms.ts';
import type { BackupMade, Upkept } from '../contract/care.ts';
import type * as conditions from '../contract/conditions.ts';
import type { EventRecord } from '../contract/events.ts';
import type * as forecast from '../contract/forecast.ts';
import type { Glance } from '../contract/glance.ts';
import type { Daily, History, HistoryRange, Records, Storage } from '../contract/history.ts';
import type { ImportOptions, Imports } from '../contract/imports.ts';
import type { AdoptBody, Input, Inputs } from '../contract/inputs.ts';
import type * as models from '../contract/models.ts';
import type { CsvShape, Target } from '../contract/names.ts';
import type { Note, NoteRemoved, Notes } from '../contract/notes.ts';
import type { Quality, QualityBody, QualitySet } from '../contract/quality.ts';
import type { MonthReport } from '../contract/report.ts';
import type { DisplayPreview, Pulse, Ready, StationStatus, StreamMessage } from '../contract/status.ts';
import type { Telemetry } from '../contract/telemetry.ts';
import type { Units } from '../quantities/imperial.ts';
import type { Said } from '../words/sentence.ts';
import type { Speaker } from '../words/speaker.ts';
import type { PastRow } from './store/queries/past-rows.ts';
import type { EventFilter } from './store/tables/events.ts';
import type { LabelPage } from './store/tables/labels.ts';
import type { KeptTraining } from './worded-training.ts';

/** A refusal we expect is a value. The server decides which status it becomes. */
export interface Refusal {
  error: string;
  /** The sentence of it; a refusal of the system has none, and stays as it is. */
  said?: Said | null;
  /** The refusal is temporary: the disk cannot be written now. */
  unavailable?: true;
  /** Another program holds the write lock: the same change may go through soon. */
  locked?: true;
}

export interface Label {
  kind: string;
  value: number;
  tS: number;
  note: string;
}

/** Figures of the engine's own work, for `/metrics`. */
export interface EngineFigures {
  /** Slots of the sampling loop that passed without a sample. */
  missedSamples: number;
  /** Histogram of sampling lateness: time from each sample's slot to its reading. */
  samplingLateness: Durations;
  storeCommits: Durations;
}

/** Everything stored, in steps where it may be long. */
export interface HistoryFacet {
  recent(hours: number, maxPoints: number): Steps<History>;
  /** `columns`: of what only some stations have, these; without, all. */
  range(startS: number, endS: number, bucketS?: number, columns?: readonly string[]): Steps<HistoryRange>;
  /** Every local day that the trailing hours touch, each over its part of them. */
  daily(hours: number): Steps<Daily>;
  /** Today, yesterday, this month and this year, beside what is usual. */
  glance(): Steps<Glance>;
  /** Monthly report for `YYYY-MM` in the station's zone; the running month by default. */
  report(month?: string): Steps<MonthReport>;
  /** The same on paper, and as CSV. */
  reportText(month?: string, speaker?: Speaker, units?: Units): Steps<string>;
  reportCsv(month?: string, units?: Units): Steps<string>;
  records(): Records;
  storage(): Storage;
  /** CSV text in pieces, header first. Holds no cursor between pieces. */
  exportCsv(startS: number, endS: number, shape?: CsvShape): Iterable<string>;
  /** Every hour there is, ascending, in pages. Holds no cursor between them. */
  hours(): Iterable<readonly PastRow[]>;
  /** Time of the oldest row. */
  firstS(): number | null;
  /** `YYYYMMDD-HHMM` of a time in the station's zone, for file names. */
  localStamp(tS: number): string;
  nowS(): number;
}

export interface ForecastsFacet {
  readonly targets: readonly Target[];
  forecast(refresh: boolean): forecast.ForecastBundle;
  outlook(): forecast.Outlook;
  /** Forecast as issued at a moment, while it is kept. */
  issued(atS: number): forecast.IssuedForecast;
  /** Probability that a value is passed by a time; without one, as far as the forecast reaches. */
  chance(target: Target, side: 'below' | 'above', value: number, byS: number | null): forecast.Chance;
  /** Chances of evenly spaced values within each three hours. */
  chances(target: Target, values: readonly number[]): forecast.Chances;
  /** Low of the night, high of the day, chance of frost. */
  tonight(): Steps<forecast.Tonight>;
  scorecard(): forecast.Scorecard;
  skill(target: Target, horizonS: number, by: 'day' | 'month'): forecast.SkillHistory;
  verify(): forecast.VerifyResult;
  /** A refusal when a training is already running. */
  train(hours: number): Promise<KeptTraining | Refusal>;
}

export interface CalibrationFacet {
  calibrate(referenceC: number): models.CalibrateResult | Refusal;
  resetCalibration(): models.ThermalReset | Refusal;
  undoCalibration(signal: 'temperature' | 'humidity'): models.CalibrationUndone | Refusal;
  calibrateHumidity(referencePct: number): models.CalibrateHumidityResult | Refusal;
  resetHumidityCalibration(): models.HumidityReset | Refusal;
}

/** Rain: chance, labels, lessons. */
export interface RainFacet {
  precipitation(): conditions.Precipitation | null;
  /** `givenS`: when somebody said so, now by default. */
  label(label: Label, givenS?: number): conditions.LabelResult | Refusal;
  labels(asked: LabelPage): conditions.Labels;
  correctLabel(id: number, value: number): conditions.LabelCorrected | Refusal | null;
  undoLabel(id: number): conditions.LabelUndone | Refusal | null;
}

/** Facet of notes beside the history. */
export interface NotesFacet {
  list(asked: LabelPage): Notes;
  /** `givenS`: when somebody wrote it. */
  write(text: string, tS: number, givenS: number): Note | Refusal;
  /** Changes a note; null if there is none with this id. */
  change(id: number, to: { text?: string | undefined; tS?: number | undefined }): Note | Refusal | null;
  remove(id: number): NoteRemoved | Refusal | null;
}

/** Facet of bought stations and sensors. */
export interface InputsFacet {
  list(): Inputs;
  /** Takes a sender in, or changes its name, place and groups; null if there is none with this id. */
  adopt(id: string, body: AdoptBody): Input | Refusal | null;
  retire(id: string): Input | Refusal | null;
  ignore(id: string): Input | Refusal | null;
}

/** Facet of the alarms. Null where there is none of this id. */
export interface AlarmsFacet {
  /** In the units of the station unless others are asked for. */
  list(speaker?: Speaker, units?: Units): Alarms;
  get(id: string, speaker?: Speaker): Alarm | null;
  acknowledge(id: string, speaker?: Speaker): Alarm | Refusal | null;
  snooze(id: string, minutes: number, speaker?: Speaker): Alarm | Refusal | null;
  test(id: string): AlarmTested | null;
  scores(): AlarmScores;
  /** Score that another threshold would have had, over the last thirty days or the last winter. */
  rehearse(id: string, on: number | undefined, window: '30' | 'winter'): AlarmScore | Refusal | null;
  /** Alarms whose state changed since a number that this gave before; 0 at first. */
  changedSince(seq: number): { seq: number; ids: string[] };
  counts(): { rules: number; enabled: number; firing: number };
}

/** Monitoring: anomalies, events, models and internals. */
export interface WatchFacet {
  pressure(): conditions.Pressure;
  /** Anomaly bundle, in English by default. */
  anomaly(speaker?: Speaker): conditions.Anomaly;
  events(limit: number, among?: EventFilter, speaker?: Speaker): EventRecord[];
  models(): models.Models;
  nerd(): models.Nerd;
  /** `nerd` for callers on the sampling thread: its eigenvalues in steps. */
  nerdInSteps(): Steps<models.Nerd>;
  methods(speaker?: Speaker): models.Methods;
}

/** Facet of data care: backups, disk, integrity. */
export interface CareFacet {
  upkept(speaker?: Speaker): Promise<Upkept>;
  backUp(): Promise<BackupMade | Refusal>;
}

/** Quality flags: what is skipped, and a person's word about it. */
export interface QualityFacet {
  list(startS: number, endS: number): Quality;
  set(body: QualityBody): QualitySet | Refusal;
  readonly nowS: () => number;
}

/** Facet of the import. `undo` answers null where there is no import of that number. */
export interface ImportsFacet {
  state(speaker: Speaker, units: Units): Imports;
  /** Takes one file as it comes; throws where the connection is cut. */
  receive(
    file: { name: string; index: number; of: number; bytes: number | null },
    source: Readable,
  ): Promise<Refusal | null>;
  scan(options: ImportOptions): Refusal | null;
  start(): Refusal | null;
  pause(): Refusal | null;
  resume(): Refusal | null;
  /** Answers once an upload that is received has gone. */
  cancel(): Promise<Refusal | null>;
  undo(job: number): Refusal | null | 'unknown';
}

export interface RecomputingFacet {
  recompute(): Promise<models.RecomputeResult | Refusal>;
}

/** API of a running station: present values itself, the rest through a facet per subject. */
export interface StationApi {
  /** The record of the newest sample, or of one taken for the purpose when there is none yet. */
  telemetry(): Promise<Telemetry>;
  /** Counts up with every sample, so that a caller can keep one serialisation of the newest record. */
  readonly sampleCount: number;
  /** The message for the stream as of the newest sample. */
  streamMessage(): Promise<StreamMessage>;
  /** Status of the station, without the number of stream clients, which the server knows. */
  status(speaker?: Speaker): StationStatus;
  display(): DisplayPreview | null;
  alive(): Pulse;
  ready(): Ready;
  /** Engine figures for the metrics page; absent if the station does not measure itself. */
  figures?(): EngineFigures;
  nowS(): number;
  /** IANA name of the station's zone. */
  readonly timeZone: string;
  /** Units of the site. */
  readonly units: Units;
  readonly history: HistoryFacet;
  readonly forecasts: ForecastsFacet;
  readonly calibration: CalibrationFacet;
  readonly rain: RainFacet;
  readonly notes: NotesFacet;
  readonly alarms: AlarmsFacet;
  readonly inputs: InputsFacet;
  readonly care: CareFacet;
  readonly watch: WatchFacet;
  readonly recomputing: RecomputingFacet;
  readonly quality: QualityFacet;
  readonly imports: ImportsFacet;
}
