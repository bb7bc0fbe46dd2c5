import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { Zone } from '../../base/zone.ts';
import { sentence } from '../../words/sentence.ts';
import type { ImportJob } from '../store/imports/past.ts';
import { sorted } from '../store/imports/staging.ts';
import { DATABASE_FILE } from '../store/rescue/folder/last-stop.ts';
import { fileAt } from '../store/rescue/folder/lock.ts';
import type { Lent } from '../store/table-access.ts';
import type { Asked, Source } from './formats/decoder.ts';
import { Gather } from './gather.ts';
import type { Placing } from './line-air.ts';
import { openSource } from './open-source.ts';
import { ImportRefusal, type ReadRow } from './past-row.ts';
import { Portions } from './portions.ts';
import { isTaken, type Scan, Scanner } from './scan.ts';
import { openOrdinary } from './text/lines.ts';
import { fileUnits } from './units.ts';

/** Lines from one step to the next. */
const STEP = 64;

/** Plan of a scan and an import; plain data. */
export interface ImportInput {
  files: readonly string[];
  zone: string;
  nowS: number;
  placing: Omit<Placing, 'stepS'>;
  /** `C,hPa,m/s,mm` */
  units: string | null;
  order: Asked['order'];
  map: Asked['map'];
}

export interface Imported extends Pick<ImportJob, 'job' | 'rows' | 'skipped' | 'fromS' | 'untilS'> {
  scan: Scan;
}

/** Store, clock and folder of the job that these steps belong to. */
export interface ImportPlace {
  readonly store: Lent;
  readonly clock: Clock;
  readonly plan: { folder: string };
}

/** Work in steps of some milliseconds, with the share that is done. Any of them may be the last: what is stored is whole. */
export type Shares<T> = Generator<number, T>;

function sourcesOf(folder: string, input: ImportInput): Source[] {
  const units = input.units === null ? null : fileUnits(input.units);
  const asked: Asked = { zone: new Zone(input.zone), units, order: input.order, map: input.map };
  // A file that is named twice is read once.
  const files = Map.groupBy(input.files, (path) => fileAt(path) ?? path);
  const own = fileAt(join(folder, DATABASE_FILE));
  return [...files].map(([file, [path]]) => {
    if (file === own) throw new ImportRefusal(sentence('import.own-file', { file: basename(path!) }));
    return openSource(path!, asked);
  });
}

/** Files in the order of their first line. */
function inOrder(sources: readonly Source[]): Source[] {
  const firstOf = (source: Source): number => {
    for (const { read } of source.read()) if (!('refused' in read)) return read.tS;
    return 0;
  };
  const firstS = new Map(sources.map((source) => [source, firstOf(source)]));
  return sources.toSorted((a, b) => firstS.get(a)! - firstS.get(b)!);
}

/** First pass: scans the files. Nothing is written. `of`: its part of the whole work. */
export function* scanSteps({ plan }: ImportPlace, input: ImportInput, of = 1) {
  const sources = inOrder(sourcesOf(plan.folder, input));
  const scanner = new Scanner(input.nowS);
  let lines = 0;
  for (const [i, source] of sources.entries()) {
    for (const { read, share } of source.read()) {
      scanner.add(read);
      lines += 1;
      if (lines % STEP === 0) yield (of * (i + share)) / sources.length;
    }
  }
  const facts = {
    format: sources[0]!.format,
    needsUnits: sources.some(({ needsUnits }) => needsUnits),
    doubtfulDates: sources.some(({ doubtfulDates }) => doubtfulDates),
    localTimes: sources.some(({ localTimes }) => localTimes),
  };
  const scan = scanner.result(facts, yield* digestSteps(input.files, of));
  const file = basename(input.files[0]!);
  if (scan.rows === 0) throw new ImportRefusal(sentence('import.no-rows', { file }));
  if (scan.names.length === 0 && !scan.needsUnits) throw new ImportRefusal(sentence('import.unknown-format', { file }));
  return { scan, scanner, sources };
}

function* digestSteps(files: readonly string[], share: number): Shares<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 16);
  for (const path of files) {
    const { file } = openOrdinary(path);
    try {
      for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
        hash.update(chunk.subarray(0, count));
        yield share;
      }
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('hex');
}

/**
 * Import in two passes: scan, then write. A pause is to stop after any step and to throw the generator away: only whole hours are stored
 * then, and the same files go on under the same job number. No file stays locked between two steps. An undo that was cut off ends first: what is
 * half gone would be noted as what was there before.
 */
export function* importSteps(place: ImportPlace, input: ImportInput): Shares<Imported> {
  const { store, clock } = place;
  const { scan, scanner, sources } = yield* scanSteps(place, input, 0.25);
  if (scan.needsUnits) throw new ImportRefusal(sentence('import.no-units', { file: basename(input.files[0]!) }));
  for (const half of store.imports.list())
    if (half.state === 'undoing') for (const _ of store.undoImport.steps(half.job)) yield 0.25;
  const span = { fromS: scan.fromS!, untilS: scan.untilS!, hours: scanner.hours };
  const files = input.files.map((path) => basename(path));
  const job = store.imports.begin({ files, digest: scan.digest, format: scan.format, startedS: input.nowS }, span);
  const placing = { ...input.placing, stepS: scanner.stepS };
  const gather = new Gather(placing, store.imports.uncovered(job), scan.format);
  const portions = new Portions((buckets) => store.imports.put(job, buckets));
  let read = 0;
  for (const { row, share } of ordered(sources, input.nowS, scan.backwards > 0)) {
    for (const bucket of gather.add(row)) portions.take(bucket);
    read += 1;
    if (read % STEP === 0) yield 0.25 + 0.75 * share;
  }
  for (const bucket of gather.end()) portions.take(bucket);
  portions.end();
  for (const _ of store.imports.settle(job)) yield 1;
  const { rows, fromS, untilS } = store.imports.one(job)!;
  const { duplicate, ...others } = scan.notTaken;
  const skipped = Object.values(others).reduce((sum, count) => sum + count, scan.rows - rows);
  store.imports.end(job, clock.nowS(), skipped);
  return { job, rows, skipped, fromS, untilS, scan };
}

type Rows = Generator<{ row: ReadRow; share: number }>;

/** Rows in the order of time: of each moment one, beside one interval that ends with it; sorted outside of memory where the files are not in order. */
function* ordered(sources: readonly Source[], nowS: number, disordered: boolean): Rows {
  const lastS = { moment: Number.NaN, interval: Number.NaN };
  const isNew = ({ tS, widthS, values }: ReadRow): boolean => {
    if (Object.keys(values).length === 0) return true; // takes no place: a whole one of its moment may follow
    const kind = widthS === 0 ? 'moment' : 'interval';
    const isOther = tS !== lastS[kind];
    lastS[kind] = tS;
    return isOther;
  };
  const all = readable(sources, nowS);
  for (const one of disordered ? sorted(all) : all) if (isNew(one.row)) yield one;
}

/** Lines of no time to come. */
function* readable(sources: readonly Source[], nowS: number): Rows {
  for (const [i, source] of sources.entries()) {
    for (const { read, share } of source.read())
      if (isTaken(read, nowS)) yield { row: read, share: (i + share) / sources.length };
  }
}
