import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Clock, Slicer } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';
import { Zone } from '../../base/zone.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { isSameFile } from '../store/imports/foreign-database.ts';
import type { PastBucket } from '../store/imports/past.ts';
import { Staging } from '../store/imports/staging.ts';
import { DATABASE_FILE } from '../store/rescue/folder/last-stop.ts';
import type { TableAccess } from '../store/table-access.ts';
import type { Asked, Source } from './formats/decoder.ts';
import { mappingOf } from './formats/mapping.ts';
import { Gather, type Placing } from './gather.ts';
import { openSource } from './open-source.ts';
import { ImportRefusal, type ReadRow } from './past-row.ts';
import { isTaken, type Scan, Scanner } from './scan.ts';
import { openOrdinary } from './text/lines.ts';
import { fileUnits } from './units.ts';

const SLICE_MS = 8;
/** Lines in one transaction. */
const PORTION = 1000;

/** Heavy job that these run in. */
interface ImportContext {
  readonly clock: Clock;
  readonly plan: { folder: string };
  readonly store: TableAccess;
  readonly signal: AbortSignal;
  progress(share: number): void;
}

/** Plan of a scan and an import; plain data. */
export interface ImportInput {
  files: readonly string[];
  zone: string;
  nowS: number;
  placing: Omit<Placing, 'stepS'>;
  /** `C,hPa,m/s,mm` */
  units: string | null;
  order: Asked['order'];
  /** A mapping as it was saved. */
  map: unknown;
}

export interface Imported {
  job: number | null;
  rows: number;
  skipped: number;
  fromS: number | null;
  untilS: number | null;
  scan: Scan;
}

/** A refusal crosses threads as data. */
export type OrRefused<T> = T | { refused: Sentence };

async function unlessRefused<T>(work: () => Promise<T>): Promise<OrRefused<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportRefusal) return { refused: error.sentence };
    throw error;
  }
}

export const scanFiles = (context: ImportContext, input: ImportInput): Promise<OrRefused<Scan>> =>
  unlessRefused(async () => (await scanned(context, input)).scan);

function sourcesOf({ plan }: ImportContext, input: ImportInput): { source: Source; path: string }[] {
  const units = input.units === null ? null : fileUnits(input.units);
  const asked: Asked = {
    zone: new Zone(input.zone),
    units,
    order: input.order,
    map: input.map === null ? null : mappingOf(input.map),
  };
  return input.files.map((path) => {
    if (isSameFile(path, join(plan.folder, DATABASE_FILE))) {
      throw new ImportRefusal(sentence('import.own-file', { file: basename(path) }));
    }
    return { path, source: openSource(path, asked) };
  });
}

/** Files in the order of their first line. */
function inOrder(sources: readonly { source: Source; path: string }[]): Source[] {
  const firstOf = ({ source }: { source: Source }): number => {
    for (const { read } of source.read()) if (!('refused' in read)) return read.tS;
    return 0;
  };
  return sources
    .map((one) => ({ source: one.source, firstS: firstOf(one) }))
    .sort((a, b) => a.firstS - b.firstS)
    .map(({ source }) => source);
}

async function scanned(context: ImportContext, input: ImportInput) {
  const { clock, signal, progress } = context;
  const opened = sourcesOf(context, input);
  const sources = inOrder(opened);
  const scanner = new Scanner(input.nowS);
  const slicer = new Slicer(clock, SLICE_MS);
  for (const [i, source] of sources.entries()) {
    for (const { read, share } of source.read()) {
      scanner.add(read);
      if (!slicer.due) continue;
      progress((i + share) / sources.length);
      await slicer.breathe();
      signal.throwIfAborted();
    }
  }
  const needsUnits = sources.some((source) => source.needsUnits);
  const doubtfulDates = sources.some((source) => source.doubtfulDates);
  const { format } = sources[0]!;
  const scan = scanner.result({ format, needsUnits, doubtfulDates }, digestOf(input.files));
  if (scan.rows === 0) throw new ImportRefusal(sentence('import.no-rows', { file: basename(input.files[0]!) }));
  return { scan, scanner, sources };
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 16);
  for (const path of files) {
    const { file } = openOrdinary(path);
    try {
      for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk))
        hash.update(chunk.subarray(0, count));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('hex');
}

/** Both passes: scan, then import. An abort leaves whole hours, which the same files complete. */
export const importFiles = (context: ImportContext, input: ImportInput): Promise<OrRefused<Imported>> =>
  unlessRefused(async () => {
    const { store, clock, signal, progress } = context;
    const quarter = { ...context, store, progress: (share: number) => progress(share / 4) };
    const { scan, scanner, sources } = await scanned(quarter, input);
    if (scan.needsUnits) throw new ImportRefusal(sentence('import.no-units', { file: basename(input.files[0]!) }));
    const span = { fromS: scan.fromS!, untilS: scan.untilS!, hours: scanner.hours };
    const files = input.files.map((path) => basename(path));
    const job = store.imports.begin({ files, digest: scan.digest, format: scan.format, startedS: input.nowS }, span);
    const gather = new Gather({ ...input.placing, stepS: scanner.stepS });
    const slicer = new Slicer(clock, SLICE_MS);
    let waiting: PastBucket[] = [];
    let lines = 0;
    const put = () => {
      store.imports.put(job, waiting);
      waiting = [];
      lines = 0;
    };
    const take = (bucket: PastBucket | null) => {
      if (bucket === null) return;
      const before = waiting.at(-1);
      if (lines >= PORTION && before && Math.floor(before.ts / HOUR_S) !== Math.floor(bucket.ts / HOUR_S)) put();
      waiting.push(bucket);
      lines += bucket.lines;
    };
    for (const { row, share } of ordered(sources, input.nowS, scanner.backwards > 0)) {
      take(gather.add(row));
      if (!slicer.due) continue;
      progress(0.25 + 0.75 * share);
      await slicer.breathe();
      signal.throwIfAborted();
    }
    take(gather.end());
    put();
    const rows = store.imports.one(job)!.rows;
    const { duplicate, ...others } = scan.notTaken;
    const skipped = Object.values(others).reduce((sum, count) => sum + count, scan.rows - rows);
    store.imports.end(job, clock.nowS(), skipped);
    progress(1);
    const { fromS, untilS } = store.imports.one(job)!;
    return { job, rows, skipped, fromS, untilS, scan };
  });

/** Rows in the order of time, each moment once; sorted outside of memory where the files are not in order. */
function* ordered(
  sources: readonly Source[],
  nowS: number,
  disordered: boolean,
): Generator<{ row: ReadRow; share: number }> {
  let lastS = Number.NEGATIVE_INFINITY;
  const isNew = (row: ReadRow): boolean => {
    const isLater = row.tS !== lastS;
    lastS = row.tS;
    return isLater;
  };
  if (!disordered) {
    for (const one of readable(sources, nowS)) if (isNew(one.row)) yield one;
    return;
  }
  const staging = new Staging<ReadRow>();
  try {
    for (const { row } of readable(sources, nowS)) staging.add(row.tS, row);
    for (const one of staging.rows()) if (isNew(one.row)) yield one;
  } finally {
    staging.close();
  }
}

function* readable(sources: readonly Source[], nowS: number): Generator<{ row: ReadRow; share: number }> {
  for (const [i, source] of sources.entries()) {
    for (const { read, share } of source.read())
      if (isTaken(read, nowS)) yield { row: read, share: (i + share) / sources.length };
  }
}

/** Takes an import back. Null where there is none of that number. */
export async function undoImport(
  { store, clock, signal, progress }: ImportContext,
  { job }: { job: number },
): Promise<number | null> {
  if (store.imports.one(job) === null) return null;
  const slicer = new Slicer(clock, SLICE_MS);
  const steps = store.undoImport.steps(job);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    progress(step.value);
    await slicer.breathe();
    signal.throwIfAborted();
  }
}
