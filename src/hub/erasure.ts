import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import { LOGIN } from '../contract/fleet-line.ts';
import { alone } from './alone.ts';
import type { Engine } from './engine/engine.ts';
import { readStrictly, SpareFile, stampOf } from './json-file.ts';
import type { NoticeFile } from './notice-file.ts';
import { Notices } from './notices.ts';
import type { RegistryFile } from './registry-file.ts';
import { WaveFile } from './waves/wave-file.ts';

const FILE = 'erased.json';
const Erased = z.strictObject({
  version: z.literal(1),
  stations: z.array(z.strictObject({ login: z.string().regex(LOGIN), erased_ts: z.number() })),
});

/** A running hub sees a removed login within this time, and what it was storing then is stored. */
const SEEN_MS = 1_000;
const AGAIN_MS = 2_000;
const TRIES = 10;

/** Logins whose rows were erased: whatever of theirs comes to the engine later (a batch on its way, an old backup) goes as well. */
export class ErasedFile {
  constructor(private readonly folder: string) {}

  read(): ReadonlySet<string> {
    const path = join(this.folder, FILE);
    return new Set(
      readStrictly(path, Erased, 'list of erased stations', 'restore it from a backup')?.stations.map(
        ({ login }) => login,
      ),
    );
  }

  async add(login: string, nowS: number): Promise<void> {
    const path = join(this.folder, FILE);
    await alone(this.folder, 'erased.lock', [FILE], (write) => {
      const before = readStrictly(path, Erased, 'list of erased stations', 'restore it from a backup')?.stations ?? [];
      const stations = [...before.filter((one) => one.login !== login), { login, erased_ts: nowS }];
      write(FILE, { version: 1, stations } satisfies z.infer<typeof Erased>);
    });
  }
}

interface ErasureParts {
  folder: string;
  registryFile: RegistryFile;
  noticeFile: NoticeFile;
  ask<T>(question: (engine: Engine) => Promise<T>): Promise<T>;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Erases a station: its login, everything in the engine, and what the hub's files say of it. May be called again for one whose engine was
 * away the first time. Answers how many series there were, when the engine has none of them any more.
 */
export async function eraseStation(login: string, parts: ErasureParts): Promise<number> {
  const { folder, registryFile, noticeFile, ask, clock, signal } = parts;
  await registryFile.change((registry) => ({
    registry: registry.find(login) === null ? registry : registry.removed(login),
    answer: null,
  }));
  await new ErasedFile(folder).add(login, Math.floor(clock.nowS()));
  if (stampOf(join(folder, 'notices.json')) !== '') await withoutNotices(noticeFile, login);
  if (stampOf(join(folder, 'waves.json')) !== '')
    await new WaveFile(folder).change((waves) => ({ waves: waves.without(login), answer: null }));
  forgetIn(new SpareFile(join(folder, 'picture.json')), ['stations', 'senders'], login);
  forgetIn(new SpareFile(join(folder, 'allowances.json')), ['logins'], login);
  await clock.sleep(SEEN_MS, signal);
  const series = await ask((engine) => engine.seriesOf(login));
  for (let tries = 1; ; tries += 1) {
    await ask((engine) => engine.erase(login));
    await ask((engine) => engine.settle());
    await clock.sleep(AGAIN_MS, signal); // what was being stored meanwhile is there by then
    const left = await ask((engine) => engine.seriesOf(login));
    if (left === 0) return series;
    if (tries === TRIES || signal.aborted) throw new Error(`the engine still has ${left} series of ${login}`);
  }
}

/** A notice for this station alone has nobody to go to. */
async function withoutNotices(file: NoticeFile, login: string): Promise<void> {
  await file.change((notices) => {
    const rest = notices.all.flatMap((one) => {
      if (!one.only.includes(login)) return [one];
      const only = one.only.filter((other) => other !== login);
      return only.length === 0 ? [] : [{ ...one, only }];
    });
    return { notices: new Notices(rest), answer: null };
  });
}

/** Takes a login out of a record of a file that a stopped hub has left; a running one writes its own without it. */
function forgetIn(file: SpareFile, records: readonly string[], login: string): void {
  const saved = file.read() as Record<string, Record<string, unknown> | undefined> | undefined;
  if (typeof saved !== 'object' || saved === null) return;
  for (const name of records) delete saved[name]?.[login];
  file.write(saved);
}
