import type { Readable } from 'node:stream';
import { HOUR_MS } from '../../base/durations.ts';
import type { ImportOptions, ImportPhase } from '../../contract/imports.ts';
import { refused, type Sentence, sentence } from '../../words/sentence.ts';
import type { Refusal } from '../api.ts';
import { type ImportPlan, Inbox, isPlainName } from '../imports/inbox.ts';
import { ImportRefusal } from '../imports/past-row.ts';
import { importInput, mapNames, saveMap } from '../imports/plan.ts';
import { previewOf } from '../imports/preview.ts';
import type { Imported } from '../imports/steps.ts';
import { type Upload, uploadOf } from '../imports/upload.ts';
import type { ImportJob } from '../store/imports/past.ts';
import { isDiskTrouble } from '../store/sqlite/database.ts';
import { begun, type Doing, ImportWork, type WorkParts } from './import-work.ts';
import type { Shared } from './shared.ts';

/** An upload that nobody confirms is dropped. */
const FORGOTTEN_MS = HOUR_MS;

interface Parts extends WorkParts, Pick<Shared, 'config' | 'clock' | 'zone' | 'nowS' | 'aside'> {
  /** Readings are made up: they do not mix with an imported history. */
  isMadeUp: boolean;
}

/**
 * Imports inside a running station: upload, scan, job, undo, and what is learned from them, one at a time. Heavy work runs in the
 * thread of the jobs. A pause ends the job between two transactions, and going on reads the files again: what is stored is not
 * stored twice. A stop or a kill leaves the plan to the next start.
 */
export class Importing {
  readonly #inbox: Inbox;
  readonly #work: ImportWork;
  #doing: Doing | null = null;
  upload: Upload | null = null;
  #plan: ImportPlan | null = null;
  #trouble: Sentence | null = null;
  last: Imported | null = null;

  constructor(private readonly parts: Parts) {
    this.#inbox = new Inbox(parts.store.folder);
    this.#work = new ImportWork(parts);
  }

  get phase(): ImportPhase {
    return this.#doing?.phase ?? (this.#plan ? 'paused' : this.upload ? 'scanned' : 'idle');
  }

  /** 0 to 1; null while it waits for its turn. */
  get progress(): number | null {
    if (this.#doing?.phase !== 'learning') return this.#doing?.progress ?? null;
    const job = this.parts.jobs.list().find(({ job }) => job === 'train' || job === 'relearn');
    return job?.progress ?? null;
  }

  get refusal(): Sentence | null {
    return this.parts.isMadeUp ? sentence('import.made-up') : (this.#trouble ?? this.upload?.refusal ?? null);
  }

  get files(): { name: string; bytes: number }[] {
    return this.upload || this.#plan ? this.#inbox.files : [];
  }

  get maps(): string[] {
    return mapNames(this.parts.store.folder);
  }
  list(): ImportJob[] {
    return this.parts.store.imports.list();
  }

  /** At the start: a confirmed import goes on, an unconfirmed upload goes, and an import that was learned from half is learned from. */
  begin(): void {
    const { report, store } = this.parts;
    const kept = this.#inbox.plan;
    if (kept === 'unreadable') report('import', 'warn', sentence('import.dropped'));
    const plan = kept === 'unreadable' ? null : kept;
    this.#plan = plan;
    if (plan === null) this.#inbox.clear();
    const undoing = this.list().filter(({ state }) => state === 'undoing');
    if (undoing.length > 0) this.#aside('undoing', (doing) => this.#work.undo(undoing, doing));
    else if (plan?.cancelled) this.#aside('undoing', (doing) => this.#drop(plan, doing));
    else if (plan && !plan.paused) this.#import(plan);
    else if (store.imports.toLearn.get() !== null) this.#aside('learning', (doing) => this.#work.learn(doing));
  }

  /** Once an hour. */
  turn(): void {
    const { clock } = this.parts;
    if (!this.#doing && !this.#plan && this.upload && clock.steadyMs() - this.upload.sinceMs > FORGOTTEN_MS)
      this.#forget();
  }

  /** Takes one file of an upload: the first begins it, and behind the last one all are scanned. Throws where the connection is cut. */
  async receive(
    file: { name: string; index: number; of: number; bytes: number | null },
    source: Readable,
  ): Promise<Refusal | null> {
    const no = this.#unlessFree();
    if (no) return no;
    this.last = null;
    if (file.index > 1 && !this.upload) return refused(sentence('import.no-upload'));
    if (!isPlainName(file.name)) return refused(sentence('import.file-name'));
    if (file.index === 1) this.#forget();
    if (this.#inbox.files.some(({ name }) => name === file.name))
      return refused(sentence('import.twice', { file: file.name }));
    const doing = begun('receiving');
    doing.stop.signal.onabort = () => source.destroy();
    this.#doing = doing;
    this.#trouble = null;
    let isWhole = false;
    try {
      await this.#inbox.receive(file.name, source, file.bytes, (share) => {
        doing.progress = (file.index - 1 + share) / file.of;
      });
      isWhole = !doing.stop.signal.aborted;
    } catch (error) {
      if (error instanceof ImportRefusal) return refused(error.sentence);
      if (!doing.stop.signal.aborted) throw error;
    } finally {
      this.#doing = null;
      doing.ended.resolve();
      if (!isWhole) this.#forget();
    }
    if (!isWhole) return refused(sentence('import.no-upload'));
    this.upload = uploadOf(this.upload?.options, this.parts.clock.steadyMs());
    if (file.index >= file.of) this.#scan();
    return null;
  }

  scan(options: ImportOptions): Refusal | null {
    const no = this.#unlessFree();
    if (no) return no;
    if (!this.upload) return refused(sentence('import.no-upload'));
    try {
      if (options.map && options.map_name) saveMap(this.parts.store.folder, options.map_name, options.map);
      this.#input(options, 0);
    } catch (error) {
      if (error instanceof ImportRefusal) return refused(error.sentence);
      throw error;
    }
    this.upload = uploadOf(options, this.parts.clock.steadyMs());
    this.#scan();
    return null;
  }

  start(): Refusal | null {
    const no = this.#unlessFree();
    if (no) return no;
    if (!this.upload?.scan) return refused(this.upload?.refusal ?? sentence('import.no-upload'));
    const { options, scan } = this.upload;
    this.#plan = { options, digest: scan.digest, nowS: this.parts.nowS(), paused: false, cancelled: false };
    this.#inbox.confirm(this.#plan);
    this.upload = null;
    this.#import(this.#plan);
    return null;
  }

  pause(): Refusal | null {
    if (this.#doing?.phase !== 'importing') return refused(sentence('import.none-runs'));
    this.#note({ paused: true });
    this.#doing.stop.abort();
    return null;
  }

  resume(): Refusal | null {
    if (this.#doing || !this.#plan) return refused(sentence('import.none-paused'));
    this.#trouble = null;
    this.#import(this.#note({ paused: false }));
    return null;
  }

  /** Drops the upload, also one that is received, or takes out what the import has put in. */
  async cancel(): Promise<Refusal | null> {
    const doing = this.#doing;
    const phase = doing?.phase;
    if (phase === 'learning' || phase === 'undoing') return refused(sentence('import.busy'));
    this.#trouble = null;
    if (this.#plan) {
      const plan = this.#note({ cancelled: true });
      if (this.#doing) this.#doing.stop.abort();
      else this.#aside('undoing', (doing) => this.#drop(plan, doing));
    } else if (doing) doing.stop.abort();
    else this.#forget();
    if (phase === 'receiving') await doing!.ended.promise; // the next upload may follow the answer
    return null;
  }

  /** Null where there is no import of that number. */
  undo(job: number): Refusal | null | 'unknown' {
    const found = this.parts.store.imports.one(job);
    if (!found) return 'unknown';
    if (this.#doing || this.#plan) return refused(sentence('import.busy'));
    this.last = null;
    this.#aside('undoing', (doing) => this.#work.undo([found], doing));
    return null;
  }

  #unlessFree(): Refusal | null {
    if (this.parts.isMadeUp) return refused(sentence('import.made-up'));
    return this.#doing || this.#plan ? refused(sentence('import.busy')) : null;
  }

  #forget(): void {
    this.upload = null;
    this.#inbox.clear();
  }

  #note(change: Partial<ImportPlan>): ImportPlan {
    this.#plan = { ...this.#plan!, ...change };
    this.#inbox.confirm(this.#plan);
    return this.#plan;
  }

  #input(options: ImportOptions, nowS: number) {
    const { config, store, zone } = this.parts;
    const isInside = config.site.indoors;
    const scale = store.scales.all().at(-1)?.scale ?? null;
    const files = this.#inbox.files.map(({ path }) => path);
    return importInput({ config, folder: store.folder, scale, isInside, timeZone: zone.name }, files, options, nowS);
  }

  #aside(phase: Doing['phase'], work: (doing: Doing) => Promise<void>): void {
    const doing = begun(phase);
    this.#doing = doing;
    const run = work(doing).finally(() => {
      this.#doing = null;
      doing.ended.resolve();
    });
    this.parts.aside('import', run);
  }

  #scan(): void {
    const upload = this.upload!;
    this.#aside('scanning', async (doing) => {
      try {
        const input = this.#input(upload.options, this.parts.nowS());
        const made = await this.#work.scan(input, doing);
        if (made === null) return this.#forget();
        if ('refused' in made) upload.refusal = made.refused;
        else upload.scan = made;
        if (upload.scan?.format === 'csv' || upload.refusal) upload.table = previewOf(input.files[0]!);
      } catch (error) {
        if (doing.stop.signal.aborted) return this.#forget();
        if (!(error instanceof ImportRefusal)) throw error;
        upload.refusal ??= error.sentence;
      }
      // A file that no option can help is not kept.
      if (upload.refusal && !upload.table) this.#inbox.clear();
    });
  }

  #import(plan: ImportPlan): void {
    this.#aside('importing', async (doing) => {
      try {
        const made = await this.#work.import(this.#input(plan.options, plan.nowS), doing);
        if (made === null) return;
        if (this.#plan?.cancelled) return await this.#drop(plan, doing);
        const files = this.#inbox.files.map(({ name }) => name);
        this.#plan = null;
        this.#inbox.clear();
        if ('refused' in made) this.#trouble = made.refused;
        else await this.#imported(made, files, doing);
      } catch (error) {
        if (this.#plan?.cancelled) return this.#drop(plan, doing);
        if (!this.#plan || this.#plan.paused) return;
        this.#trouble = sentence('import.failed', { why: (error as Error).message.replace(/\.+$/, '') });
        this.#plan = { ...this.#plan, paused: true }; // not on the disk, which may be what failed: the next start goes on
        if (!isDiskTrouble(error)) throw error;
      }
    });
  }

  async #imported(made: Imported, files: readonly string[], doing: Doing): Promise<void> {
    const { rows, job } = made;
    this.last = made;
    this.parts.report('import', 'info', sentence('import.done', { file: files.join(', '), rows }), { job, rows });
    if (rows > 0) this.parts.bus.tell('amended', null);
    await this.#work.learn(doing);
  }

  /** Takes out what a cancelled import has put in: only what is of its own files. */
  async #drop(plan: ImportPlan, doing: Doing): Promise<void> {
    const { imports } = this.parts.store;
    const job = imports.unfinished(plan.digest) ?? this.list().find(({ startedS }) => startedS === plan.nowS)?.job;
    const begun = job === undefined ? null : imports.one(job);
    if (begun && !(await this.#work.remove(begun, doing))) return;
    this.#plan = null;
    this.#inbox.clear();
    await this.#work.learn(doing); // it may have ended just before
  }
}
