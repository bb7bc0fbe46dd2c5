import { DAY_S } from '../../base/durations.ts';
import type { ImportOptions, ImportPhase, Imports } from '../../contract/imports.ts';
import { converted, decimalsIn, IMPERIAL, type Units } from '../../quantities/imperial.ts';
import type { Quantity } from '../../quantities/quantity.ts';
import { QUANTITIES } from '../../quantities/table.ts';
import { choice, type Sentence, sentence } from '../../words/sentence.ts';
import type { Speaker } from '../../words/speaker.ts';
import type { ImportsFacet } from '../api.ts';
import { type PastName, unitOf } from '../imports/past-row.ts';
import { CHOICES } from '../imports/preview.ts';
import type { Doubt, Scan } from '../imports/scan.ts';
import type { ImportJob } from '../store/imports/past.ts';
import type { Importing } from '../subjects/importing.ts';

/** State of the import as the API has it, in the reader's language and units. */
export function importAnswers(importing: Importing): ImportsFacet {
  return {
    state: (speaker, units) => stateOf(importing, speaker, units),
    receive: (file, source) => importing.receive(file, source),
    scan: (options: ImportOptions) => importing.scan(options),
    start: () => importing.start(),
    pause: () => importing.pause(),
    resume: () => importing.resume(),
    cancel: () => importing.cancel(),
    undo: (job) => importing.undo(job),
  };
}

function stateOf(importing: Importing, speaker: Speaker, units: Units): Imports {
  const { phase, progress, refusal, files, upload, last, maps } = importing;
  const jobs = importing.list();
  return {
    phase,
    progress,
    doing: speaker.say(doingOf(phase, jobs)) || null,
    refusal: refusal && speaker.say(refusal),
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    options: upload?.options ?? null,
    scan: upload?.scan ? scanOf(upload.scan, speaker, units) : null,
    table: upload?.table
      ? {
          separator: upload.table.separator,
          headings: upload.table.headings,
          rows: upload.table.rows,
          choices: CHOICES.map(([name, its]) => ({ name, label: label(name, speaker), units: [...its] })),
        }
      : null,
    last: last && { ...spanOf(last), job: last.job, rows: last.rows, skipped: last.skipped },
    jobs: jobs.map(jobOf).reverse(),
    maps,
  };
}

const spanOf = ({ fromS, untilS }: { fromS: number | null; untilS: number | null }) => ({ from: fromS, to: untilS });

export const jobOf = (job: ImportJob): Imports['jobs'][number] => ({
  job: job.job,
  started: job.startedS,
  ended: job.endedS,
  state: job.state,
  files: job.files,
  format: job.format,
  rows: job.rows,
  skipped: job.skipped,
  ...spanOf(job),
});

function doingOf(phase: ImportPhase, jobs: readonly ImportJob[]): Pick<Sentence, 'detail' | 'said'> {
  if (phase === 'idle' || phase === 'scanned') return { detail: '', said: null };
  if (phase !== 'learning') return sentence('import.doing', { phase });
  const starts = jobs.flatMap(({ fromS }) => fromS ?? []);
  const ends = jobs.flatMap(({ untilS }) => untilS ?? []);
  const spanS = starts.length > 0 ? Math.max(...ends) - Math.min(...starts) : 0;
  return sentence('import.learning', { spanS, years: Math.round(spanS / YEAR_S) });
}
const YEAR_S = 365.25 * DAY_S;

const label = (name: PastName, speaker: Speaker): string =>
  speaker.say(sentence('import.quantity', { name, ...numbered(name) }));

/** `channel2Pct` is the humidity of a second channel. */
function numbered(name: string): { kind: string; n: string } {
  const [, kind = name, n = ''] = /^([a-z]+?)(\d+)(C|Pct)$/.exec(name) ?? [];
  return { kind: n === '' ? choice(name) : `${kind}${name.endsWith('C') ? 'C' : 'Pct'}`, n };
}

export function scanOf(scan: Scan, speaker: Speaker, units: Units): NonNullable<Imports['scan']> {
  const { format, rows, steps, gaps, notTaken, backwards, jumps, ambiguous, names, shown } = scan;
  const read = (name: PastName, value: number) => converted(value, unitOf(name), units);
  return {
    ...{ format, rows, steps, backwards, jumps, ambiguous, ...spanOf(scan) },
    gaps: { count: gaps.count, longest_s: gaps.longestS },
    not_taken: {
      unreadable: notTaken.unreadable,
      no_such_hour: notTaken['no-such-hour'],
      to_come: notTaken['to-come'],
      duplicate: notTaken.duplicate,
    },
    dates_doubtful: scan.doubtfulDates,
    units_needed: scan.needsUnits,
    times_local: scan.localTimes,
    doubts: scan.doubts,
    quantities: names.map((name) => {
      const unit = unitShown(name, units);
      return { name, label: label(name, speaker), unit, decimals: decimalsIn(unit, ROWS[name]?.decimals) };
    }),
    shown: shown.map(({ tS, values }) => ({
      ts: tS,
      values: names.map((name) => (values[name] === undefined ? null : read(name, values[name]))),
    })),
    findings: findingsOf(scan, (doubt) => doubtOf(doubt, speaker, units)).map(([severity, said]) => ({
      severity,
      text: speaker.say(said),
    })),
  };
}

type Finding = readonly ['info' | 'warn', Sentence];
const COUNTED = ['no-such-hour', 'to-come', 'duplicate', 'backwards', 'jumps', 'ambiguous'] as const;

function findingsOf(scan: Scan, doubt: (of: Doubt) => Sentence): Finding[] {
  const { rows, fromS, untilS, steps, gaps, notTaken, refusedLines, backwards, jumps, ambiguous, doubts } = scan;
  const counts = { ...notTaken, backwards, jumps, ambiguous };
  const counted = COUNTED.filter((code) => counts[code] > 0);
  return [
    ['info', sentence('import.span', { rows, fromTs: fromS ?? 0, untilTs: untilS ?? 0 })],
    ...steps.slice(0, 1).map(({ seconds }): Finding => ['info', sentence('import.step', { seconds })]),
    ...(gaps.count > 0 ? [['info', sentence('import.gaps', { n: gaps.count, longestS: gaps.longestS })] as const] : []),
    ...(notTaken.unreadable > 0
      ? [['warn', sentence('import.lines', { n: notTaken.unreadable, lines: refusedLines.join(', ') })] as const]
      : []),
    ...counted.map((code): Finding => ['warn', sentence(`import.${code}`, { n: counts[code] })]),
    ...(scan.doubtfulDates ? [['warn', sentence('import.dates')] as const] : []),
    ...(scan.needsUnits ? [['warn', sentence('import.units-needed')] as const] : []),
    ...doubts.map((one): Finding => ['warn', doubt(one)]),
  ];
}

/** Rows of the table of quantities; a file has more. */
const ROWS: Readonly<Record<string, Quantity | undefined>> = QUANTITIES;

function unitShown(name: PastName, units: Units): string {
  const unit = unitOf(name);
  return unit === '1' ? '' : (units === 'imperial' && IMPERIAL[unit]?.unit) || unit;
}

function doubtOf({ name, least, most, hint }: Doubt, speaker: Speaker, units: Units): Sentence {
  const read = (value: number) => Number(converted(value, unitOf(name), units).toFixed(1));
  return sentence('import.doubt', {
    quantity: label(name, speaker),
    least: read(least),
    most: read(most),
    unit: unitShown(name, units),
    hint: hint === '°F' ? 'F' : (hint ?? 'none'),
  });
}
