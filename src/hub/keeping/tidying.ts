import { DAY_S, HOUR_S } from '../../base/durations.ts';
import type { Log } from '../../http/log.ts';
import type { Hub } from '../hub.ts';
import { isOutdated } from '../rows.ts';
import type { ErasedFile } from './erasure.ts';

/** Clocks of stations may be ahead by so much. */
const AHEAD_S = HOUR_S / 6;
/** Span read at once to find superseded revisions: whole days, because each is decided alone. */
const SPAN_S = 60 * DAY_S;

interface Parts {
  hub: Pick<Hub, 'registry' | 'engine' | 'inTurn' | 'nowS'>;
  erasedFile: ErasedFile;
  log: Log;
}

/** Removes what nobody is shown: revisions whose days were all sent anew, and rows of erased stations that came to the engine afterwards. */
export class Tidying {
  constructor(private readonly parts: Parts) {}

  /** Returns the number of removed revisions. An engine that is away is tidied the next time. */
  async tidy(): Promise<number> {
    const { hub } = this.parts;
    let removed = 0;
    await hub.engine.whenThere(async () => {
      await this.#eraseAgain();
      for (const [login, revs] of await hub.engine.ask((engine) => engine.revisions())) {
        if (revs.length < 2 || hub.registry.find(login) === null) continue;
        removed += await hub.inTurn(login, () => this.#tidyOne(login, revs));
      }
    });
    return removed;
  }

  async #eraseAgain(): Promise<void> {
    const { hub, erasedFile, log } = this.parts;
    for (const { login } of erasedFile.read().all) {
      if ((await hub.engine.ask((engine) => engine.seriesOf(login))) === 0) continue;
      await hub.engine.ask((engine) => engine.erase(login));
      log.warn({ login }, 'rows of an erased station had come to the engine again, and were erased');
    }
  }

  async #tidyOne(login: string, revs: readonly number[]): Promise<number> {
    const { hub, log } = this.parts;
    await hub.engine.flush(); // what replaces a revision is on the disk before that goes
    let outdated = revs.slice(0, -1);
    const endS = Math.ceil((hub.nowS + AHEAD_S) / DAY_S) * DAY_S;
    // Newest days first: nearly every revision still has a row there, and the years before need not be read.
    for (let toS = endS; toS > 0 && outdated.length > 0; toS -= SPAN_S) {
      const series = await hub.engine.ask((engine) => engine.series(login, 'wx', Math.max(1, toS - SPAN_S), toS - 1));
      outdated = outdated.filter((rev) => isOutdated(rev, series));
    }
    for (const rev of outdated) {
      await hub.engine.ask((engine) => engine.removeRevision(login, rev));
      log.info({ login, rev }, 'an old revision was removed: all its days are told anew');
    }
    return outdated.length;
  }
}
