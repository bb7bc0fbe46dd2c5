import { DAY_S } from '../../base/durations.ts';
import { FLEET_LIMITS } from '../../contract/fleet-line.ts';
import type { Log } from '../../http/log.ts';
import type { Hub } from '../hub.ts';
import { isOutdated } from '../rows.ts';
import type { ErasedFile } from './erasure.ts';

/** Span read at once to find superseded revisions: whole days, because each is decided alone. */
const SPAN_S = 60 * DAY_S;

type Tidied = Pick<Hub, 'registry' | 'engine' | 'turns' | 'nowS'>;

/**
 * Tidying of the engine: removes revisions whose days were all sent anew, and rows of erased stations that came to it afterwards.
 * Returns the number of removed revisions. An engine that is away is tidied the next time.
 */
export async function tidy(hub: Tidied, erasedFile: ErasedFile, log: Log): Promise<number> {
  let removed = 0;
  await hub.engine.whenThere(async () => {
    await eraseAgain(hub, erasedFile, log);
    for (const [login, revs] of await hub.engine.ask((engine) => engine.revisions())) {
      if (revs.length < 2 || hub.registry.find(login) === null) continue;
      removed += await hub.turns.take(login, () => tidyOne(hub, login, revs, log));
    }
  });
  return removed;
}

async function eraseAgain({ engine }: Tidied, erasedFile: ErasedFile, log: Log): Promise<void> {
  for (const { login } of erasedFile.read().all) {
    if ((await engine.ask((there) => there.seriesOf(login))) === 0) continue;
    await engine.ask((there) => there.erase(login));
    log.warn({ login }, 'rows of an erased station had come to the engine again, and were erased');
  }
}

async function tidyOne({ engine, nowS }: Tidied, login: string, revs: readonly number[], log: Log): Promise<number> {
  await engine.flush(); // what replaces a revision is on the disk before that goes
  let outdated = revs.slice(0, -1);
  const endS = Math.ceil((nowS + FLEET_LIMITS.aheadS) / DAY_S) * DAY_S;
  // Newest days first: nearly every revision still has a row there, and the years before need not be read.
  for (let toS = endS; toS > 0 && outdated.length > 0; toS -= SPAN_S) {
    const series = await engine.ask((there) => there.series(login, 'wx', Math.max(1, toS - SPAN_S), toS - 1));
    outdated = outdated.filter((rev) => isOutdated(rev, series));
  }
  for (const rev of outdated) {
    await engine.ask((there) => there.removeRevision(login, rev));
    log.info({ login, rev }, 'an old revision was removed: all its days are told anew');
  }
  return outdated.length;
}
