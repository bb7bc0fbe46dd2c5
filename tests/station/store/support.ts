import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Store } from '../../../src/station/store/store.ts';
import type { StoreOptions } from '../../../src/station/store/tables.ts';
import type { SampleRow } from '../../../src/station/store/tiers/sample-row.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStore } from '../../support/open-store.ts';

/** 2025-06-15 12:00 UTC, a whole hour. */
export const NOON = 1_749_988_800;

/** Folders and stores of a test file: each test's go with it, or all after the last. */
export class Workshop {
  readonly #stores: Store[] = [];
  readonly #folders: string[] = [];

  constructor(after: (clear: () => void) => void = afterEach) {
    after(() => this.clear());
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-store-'));
    this.#folders.push(folder);
    return folder;
  }

  open(options: Partial<StoreOptions> = {}): Store {
    const store = openStore({
      folder: options.folder ?? this.folder(),
      clock: options.clock ?? new FakeClock(NOON),
      rawRetentionDays: 7,
      fiveMinRetentionDays: 90,
      timeZone: 'UTC',
      ...options,
    });
    this.#stores.push(store);
    return store;
  }

  clear(): void {
    for (const store of this.#stores.splice(0)) store.close();
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A sample with a temperature of its own making: raw, compensated and smooth alike unless told otherwise. */
export const sample = (ts: number, temp: number | null, more: Partial<SampleRow> = {}): SampleRow => ({
  ...emptyRow(ts),
  temp_raw: temp,
  temp,
  temp_smooth: temp,
  ...more,
});
