import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { leave } from './leaving.ts';

const KEPT = 10;

type CrashFacts = Record<'version' | 'mode', string>;

/** Writes what killed the program into `dataDir/crashes`, keeps the last ten, and answers the file's name. */
export function writeCrashReport(dataDir: string, what: unknown, facts: CrashFacts, clock: Clock): string {
  const folder = join(dataDir, 'crashes');
  makeFolder(folder);
  const at = new Date(clock.nowS() * 1000).toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const error = what instanceof Error ? what : new Error(String(what));
  const report = {
    at,
    ...facts,
    message: error.message,
    stack: error.stack?.split('\n') ?? [],
    cause: error.cause === undefined ? null : String(error.cause),
    versions: { node: process.versions.node, electron: process.versions['electron'] ?? null },
    platform: `${process.platform} ${process.arch}`,
    uptime_s: Math.round(process.uptime()),
    rss_mb: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  for (const old of readdirSync(folder).sort().slice(0, -KEPT)) rmSync(join(folder, old));
  return file;
}

/** Crash handler: leaves a report, gives `flush` time to save, and ends with 1, so that a supervisor starts from a known state. */
export function installCrashReports(
  dataDir: string,
  facts: CrashFacts,
  clock: Clock,
  flush: () => Promise<void>,
  exit: (code: number) => void = (code) => void leave(code),
  flushMs = 2_000,
): void {
  let crashed = false;
  const crash = (what: unknown) => {
    if (crashed) return exit(1);
    crashed = true;
    setTimeout(() => exit(1), flushMs);
    try {
      process.stderr.write(`weatherglass crashed, see ${writeCrashReport(dataDir, what, facts, clock)}\n`);
    } catch (error) {
      process.stderr.write(`weatherglass crashed: ${String(what)}; no report: ${String(error)}\n`);
    }
    void Promise.allSettled([flush()]).then(() => exit(1));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
