import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { LOGIN } from '../../contract/fleet-line.ts';
import { Audit } from '../audit.ts';
import type { Engine } from '../engine/engine.ts';
import { KeptRows } from '../engine/kept-rows.ts';
import { SpareFile } from '../files/json-file.ts';
import { ListFile } from '../files/list-file.ts';
import { noticeFile } from '../notices.ts';
import type { RegistryFile } from '../registry-file.ts';
import { waveFile } from '../waves/waves.ts';

const Erased = z.strictObject({ login: z.string().regex(LOGIN), erased_ts: z.number() });
export type ErasedFile = ListFile<{ readonly all: readonly z.infer<typeof Erased>[] }>;

/** Logins whose rows were erased. Rows that reach the engine later (a batch on its way, an old backup) are erased as well. */
export const erasedFile = (folder: string): ErasedFile =>
  new ListFile(folder, {
    name: 'erased',
    key: 'stations',
    item: Erased,
    what: 'list of erased stations',
    remedy: 'restore it from a backup',
    of: (all) => ({ all: all ?? [] }),
  });

/** Within this time a running hub sees that a login was removed, and has finished the batch it was storing. */
const SEEN_MS = 1_000;
const AGAIN_MS = 2_000;
const TRIES = 10;

interface ErasureParts {
  folder: string;
  registryFile: RegistryFile;
  ask<T>(question: (engine: Engine) => Promise<T>): Promise<T>;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Erases a station: its login, its series in the engine, and its entries in the hub's files. May be called again where the engine was
 * away the first time. Answers how many series there were, once the engine has none of them any more.
 */
export async function eraseStation(login: string, parts: ErasureParts): Promise<number> {
  const { folder, registryFile, ask, clock, signal } = parts;
  await registryFile.change((registry) => ({ list: registry.find(login) ? registry.removed(login) : registry }));
  const erased = { login, erased_ts: Math.floor(clock.nowS()) };
  await erasedFile(folder).change(({ all }) => ({
    list: { all: [...all.filter((one) => one.login !== login), erased] },
  }));
  const [notices, waves] = [noticeFile(folder), waveFile(folder)];
  if (notices.stamp() !== '') await notices.change((before) => ({ list: before.without(login) }));
  if (waves.stamp() !== '') await waves.change((before) => ({ list: before.withOnly((one) => one !== login) }));
  await new Audit(folder, clock).forget(login);
  new KeptRows(folder, login).forget();
  forgetIn(new SpareFile(join(folder, 'picture.json')), ['stations', 'contacts', 'senders'], login);
  forgetIn(new SpareFile(join(folder, 'allowances.json')), ['logins'], login);
  await clock.sleep(SEEN_MS, signal);
  const series = await ask((engine) => engine.seriesOf(login));
  for (let tries = 1; ; tries += 1) {
    await ask((engine) => engine.erase(login));
    await ask((engine) => engine.flush());
    await clock.sleep(AGAIN_MS, signal); // what was being stored meanwhile is there by then
    const left = await ask((engine) => engine.seriesOf(login));
    if (left === 0) return series;
    if (tries === TRIES || signal.aborted) throw new Error(`the engine still has ${left} series of ${login}`);
  }
}

/** Takes a login out of a record of a file that a stopped hub has left; a running one writes its own without it. */
function forgetIn(file: SpareFile, records: readonly string[], login: string): void {
  const saved = file.read() as Record<string, Record<string, unknown> | undefined> | undefined;
  if (typeof saved !== 'object' || saved === null) return;
  for (const name of records) delete saved[name]?.[login];
  file.write(saved);
}
