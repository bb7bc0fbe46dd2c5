import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll } from 'vitest';
import { loadSettings, type Settings } from '../../src/main/settings/settings.ts';

export const START_S = 1_750_500_000;

/** A folder for the services of a test file, until its last test, and settings for each of them. */
export function scratchFolder() {
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-service-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  /** Of a station in a folder of this name; `more`: what the file of its settings says, its port, its environment. */
  function settingsIn(
    name: string,
    more: { file?: string; port?: number; env?: Record<string, string> } = {},
  ): Settings {
    const config = join(scratch, `${name}.yaml`);
    if (more.file !== undefined) writeFileSync(config, more.file);
    const options = { data: join(scratch, name), port: `${more.port ?? 0}`, host: '127.0.0.1' };
    return loadSettings(more.file === undefined ? options : { ...options, config }, { HOME: scratch, ...more.env });
  }
  return { scratch, settingsIn };
}

/** Times of the samples in a history. */
export function storedIn(data: string): number[] {
  const db = new SqliteDatabase(join(data, 'weatherglass.db'), { readonly: true });
  const storedMs = db.prepare('SELECT ts_ms FROM sample ORDER BY ts_ms').pluck().all() as number[];
  db.close();
  return storedMs.map((tsMs) => tsMs / 1000);
}
