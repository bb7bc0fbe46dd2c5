import type { UserConsoleLog } from 'vitest';
import { MinimalReporter, type TestModule } from 'vitest/node';
import { lacking } from './lacking.ts';
import { DRAWN } from './share.ts';

interface Suite {
  files: number;
  passed: number;
  failed: number;
  skipped: number;
  firstMs: number;
  lastMs: number;
}

/** Lines of a failure that are said at once: a run that is cut off says no more. */
const WORDS_LINES = 6;
const placeIn = (stack = ''): string | undefined => /\(?[^\s(]*\/tests\/[^\s)]*\)?/.exec(stack)?.[0];

/** Vitest reporter that prints failures, what was skipped and why, and a table of suites with their seconds: not a line a test. */
export default class QuietReporter extends MinimalReporter {
  readonly #suites = new Map<string, Suite>();
  /** Suites that cannot run here say so on the console, with a word of their own. */
  readonly #skips = new Set<string>();
  readonly #drawn = new Set<string>();

  onTestModuleStart(module: TestModule): void {
    const nowMs = performance.now(); // now: seconds of the table
    const name = module.project.name;
    if (!this.#suites.has(name))
      this.#suites.set(name, { files: 0, passed: 0, failed: 0, skipped: 0, firstMs: nowMs, lastMs: nowMs });
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module);
    const suite = this.#suites.get(module.project.name);
    if (!suite) return;
    suite.files += 1;
    const skipped: string[] = [];
    for (const test of module.children.allTests()) {
      const result = test.result();
      if (result.state !== 'pending') suite[result.state] += 1;
      for (const { message, stack } of result.errors ?? [])
        this.log(`     ${message.split('\n').slice(0, WORDS_LINES).join('\n     ')}\n     ${placeIn(stack) ?? ''}`);
      if (result.state !== 'skipped') continue;
      skipped.push(test.fullName);
      if (result.note) this.#skips.add(`SKIPPED: ${test.fullName}: ${result.note}`);
    }
    if (skipped.length > 0)
      this.#skips.add(
        `SKIPPED: ${skipped.length} of ${module.relativeModuleId}: ${skipped[0]}${skipped.length > 1 ? ' …' : ''}`,
      );
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    suite.failed += module.errors().length;
    suite.lastMs = performance.now(); // now: seconds of the table
  }

  override onUserConsoleLog(log: UserConsoleLog, taskState?: 'passed' | 'failed' | 'skipped' | 'pending'): void {
    const lines = log.content.split('\n');
    for (const line of lines) if (line.startsWith('SKIPPED')) this.#skips.add(line);
    const drawn = lines.filter((line) => line.startsWith(DRAWN));
    for (const line of drawn) this.#drawn.add(line);
    if (drawn.length > 0) return;
    super.onUserConsoleLog(log, taskState as never);
  }

  override reportTestSummary(...all: Parameters<MinimalReporter['reportTestSummary']>): void {
    for (const line of [...this.#drawn, ...this.#skips]) this.log(line);
    if (this.#drawn.size > 0) this.log('WEATHERGLASS_TEST_WHOLE=1 plays the rest of what was drawn, too');
    const missing = lacking();
    if (missing.length > 0) this.log(`This machine lacks, and what needs it was skipped: ${missing.join(', ')}`);
    super.reportTestSummary(...all);
    const [, outsideTests] = all;
    const total = { passed: 0, failed: outsideTests.length, skipped: 0 };
    for (const [name, { files, passed, failed, skipped, firstMs, lastMs }] of this.#suites) {
      const seconds = `${((lastMs - firstMs) / 1000).toFixed(0)} s`;
      this.log(
        `${name.padEnd(12)}${`${files} files`.padStart(10)}${counted({ passed, failed, skipped }).padStart(38)}${seconds.padStart(8)}`,
      );
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
    this.log(`\n${counted(total)}`);
  }
}

const counted = ({ passed, failed, skipped }: Pick<Suite, 'passed' | 'failed' | 'skipped'>): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
