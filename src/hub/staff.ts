import type { Clock } from '../base/clock.ts';
import { type RateLimit, TokenBuckets } from '../base/token-buckets.ts';
import { ApiError } from '../http/api-error.ts';
import type { Log } from '../http/log.ts';
import { sentence } from '../words/sentence.ts';
import { Access } from './access/access.ts';
import { isSameName, People, peopleFile } from './access/people.ts';
import { Programs, programFile } from './access/programs.ts';
import type { Asker } from './access/roles.ts';
import { GroupReceivers, groupReceiverFile } from './alerts/group-receivers.ts';
import { Audit, type NewEntry } from './audit.ts';
import { FileDamaged } from './files/json-file.ts';
import { ReloadedFile } from './files/reloaded-file.ts';
import { outOfOrder } from './refusal.ts';

/** Sixty deeds at once and sixty an hour of a person: more would push out of the audit log what others did. */
const DEEDS: RateLimit = { burst: 60, perMinute: 1 };

/**
 * Drops what a person made, tokens and receivers of alerts, when the person goes, or comes: both stand on a name, which somebody else may
 * have had. Dates alone would not tell the two apart where the clock was set. A damaged list keeps nobody from going or coming.
 */
export async function dropMadeBy(folder: string, name: string): Promise<void> {
  const isOthers = ({ by }: { by: string | null }): boolean => by === null || !isSameName(by, name);
  await unlessDamaged(async () => {
    const file = programFile(folder);
    if (file.read().all.every(isOthers)) return; // no file is written for that
    await file.change(({ all }) => ({ list: new Programs(all.filter(isOthers)) }));
  });
  await unlessDamaged(async () => {
    const file = groupReceiverFile(folder);
    if (file.read().all.every(isOthers)) return;
    await file.change(({ all }) => ({ list: new GroupReceivers(all.filter(isOthers)) }));
  });
}

async function unlessDamaged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
  }
}

/** Access control and audit log, which the routes for people share. */
export class Staff {
  readonly people: ReloadedFile<People>;
  readonly programs: ReloadedFile<Programs>;
  readonly access: Access;
  readonly audit: Audit;
  readonly #deeds: TokenBuckets;
  constructor(
    private readonly folder: string,
    clock: Clock,
    private readonly log: Log,
  ) {
    this.people = new ReloadedFile(peopleFile(folder), log, new People([], true));
    this.people.reload();
    this.programs = new ReloadedFile(programFile(folder), log, new Programs());
    this.access = new Access(this.people, this.programs, clock);
    this.audit = new Audit(folder, clock);
    this.#deeds = new TokenBuckets(DEEDS, clock);
    if (this.people.now.isLost)
      log.error(
        {},
        'nobody can log in, because people.json is gone or damaged: restore it from a backup, or remove it and add an operator with "weatherglass hub person add"',
      );
  }

  async dropMadeBy(name: string): Promise<void> {
    await dropMadeBy(this.folder, name);
    this.programs.reload();
  }

  /** Audits a login. On a full disk the person is let in all the same, or could not read what is wrong. */
  async tell(entry: NewEntry): Promise<void> {
    try {
      await this.audit.write(entry);
    } catch (error) {
      if (outOfOrder(error) === null) throw error;
      this.log.error(
        { did: entry.did, who: entry.who },
        'the audit log cannot be written: this login is missing there',
      );
    }
  }

  /** Lets a person's deed pass, or refuses one too many. Operators have no limit: their programs set up whole fleets. */
  admitDeed({ name, role }: Asker): void {
    const seconds = role === 'operator' ? 0 : this.#deeds.take(name ?? '');
    if (seconds > 0) throw new ApiError(429, sentence('fleet-hub.deeds-wait', { seconds }), { afterS: seconds });
  }
}
