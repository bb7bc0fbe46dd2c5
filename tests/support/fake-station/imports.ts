import type { Readable } from 'node:stream';
import type { ImportJob, ImportOptions, ImportPhase, Imports } from '../../../src/contract/imports.ts';
import type { ImportsFacet, Refusal } from '../../../src/station/api.ts';
import { refused, sentence } from '../../../src/words/sentence.ts';
import type { FakeWorld } from './world.ts';

const SAID: ImportOptions = { units: null, air: null, zone: null, dates: null, map: null, map_name: null };
const DAY_S = 86_400;

/** Takes every file as a day of 288 rows, and holds an import that was started until it is told to go on. */
export class FakeImports implements ImportsFacet {
  #phase: ImportPhase = 'idle';
  #files: Imports['files'] = [];
  #options: ImportOptions | null = null;
  #last: Imports['last'] = null;
  #jobs: ImportJob[] = [];
  #source: Readable | null = null;

  constructor(private readonly world: FakeWorld) {}

  state(): Imports {
    const to = this.world.nowS();
    const from = to - DAY_S;
    const isScanned = this.#phase === 'scanned';
    return {
      phase: this.#phase,
      progress: null,
      doing: { paused: 'Paused', receiving: 'Receiving the files' }[this.#phase as string] ?? null,
      refusal: null,
      files: this.#files,
      options: this.#options,
      scan: isScanned
        ? {
            format: 'csv',
            rows: 288,
            from,
            to,
            steps: [{ seconds: 300, count: 287 }],
            gaps: { count: 0, longest_s: 0 },
            not_taken: { unreadable: 0, no_such_hour: 0, to_come: 0, duplicate: 1 },
            backwards: 0,
            jumps: 0,
            ambiguous: 0,
            dates_doubtful: false,
            units_needed: false,
            times_local: true,
            doubts: [{ name: 'outdoorTemperatureC', least: 20, most: 78, outside: 0, hint: '°F' }],
            quantities: [{ name: 'outdoorTemperatureC', label: 'Outdoor temperature', unit: '°C', decimals: 1 }],
            shown: [78, 77.25, null].map((value, i) => ({ ts: from + i * 300, values: [value] })),
            findings: [{ severity: 'info', text: '288 rows' }],
          }
        : null,
      table: isScanned
        ? {
            separator: ',',
            headings: ['Time', 'Temp'],
            rows: [['2026-01-01 00:00', '78']],
            choices: [{ name: 'outdoorTemperatureC', label: 'Outdoor temperature', units: ['°C', '°F'] }],
          }
        : null,
      last: this.#last,
      jobs: this.#jobs,
      maps: [],
    };
  }

  async receive(
    { name, index, of }: { name: string; index: number; of: number },
    source: Readable,
  ): Promise<Refusal | null> {
    if (this.#phase === 'paused') return refused(sentence('import.busy'));
    let bytes = 0;
    this.#source = source;
    this.#phase = 'receiving';
    for await (const piece of source) bytes += piece.length;
    this.#source = null;
    this.#phase = 'idle';
    if (bytes === 0) return refused(sentence('import.empty'));
    this.#files = [...(index > 1 ? this.#files : []), { name, bytes }];
    this.#options = SAID;
    this.#phase = index >= of ? 'scanned' : 'idle';
    return null;
  }

  scan(options: ImportOptions): Refusal | null {
    if (this.#phase !== 'scanned') return refused(sentence('import.no-upload'));
    this.#options = options;
    return null;
  }
  start(): Refusal | null {
    if (this.#phase !== 'scanned') return refused(sentence('import.no-upload'));
    this.#phase = 'paused';
    return null;
  }
  pause(): Refusal | null {
    return refused(sentence('import.none-runs'));
  }
  resume(): Refusal | null {
    if (this.#phase !== 'paused') return refused(sentence('import.none-paused'));
    const to = this.world.nowS();
    const from = to - DAY_S;
    const job = this.#jobs.length + 1;
    const files = this.#files.map(({ name }) => name);
    const made = { job, rows: 288, skipped: 1, from, to };
    this.#jobs = [{ ...made, started: to, ended: to, state: 'done', files, format: 'csv' }, ...this.#jobs];
    this.#last = made;
    return this.#drop();
  }
  async cancel(): Promise<null> {
    return this.#drop();
  }
  #drop(): null {
    this.#source?.destroy();
    this.#phase = 'idle';
    this.#files = [];
    this.#options = null;
    return null;
  }
  undo(job: number): null | 'unknown' {
    if (!this.#jobs.some((one) => one.job === job)) return 'unknown';
    this.#jobs = this.#jobs.filter((one) => one.job !== job);
    return null;
  }
}
