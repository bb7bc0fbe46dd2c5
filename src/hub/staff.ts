import type { Clock } from '../base/clock.ts';
import type { Log } from '../http/log.ts';
import { foreign } from '../words/sentence.ts';
import { Access } from './access/access.ts';
import type { People } from './access/people.ts';
import { PeopleFile } from './access/people-file.ts';
import { Audit } from './audit.ts';
import { HeardFile } from './heard-file.ts';
import { HttpRefusal } from './refusal.ts';

/** People of a running hub, as it knows them now. */
class KnownPeople {
  readonly #file: PeopleFile;
  readonly #heard: HeardFile<People>;
  constructor(folder: string, log: Log) {
    this.#file = new PeopleFile(folder);
    this.#heard = new HeardFile(this.#file, 'the list of people', log);
  }

  get now(): People {
    return this.#heard.now;
  }

  hear(): void {
    this.#heard.hear();
  }

  /** Changes the file, and takes the change up at once. A sentence instead of people is a refusal. */
  async change(make: (people: People) => People | string): Promise<People> {
    const changed = await this.#file.change((before) => {
      const people = make(before);
      if (typeof people === 'string') throw new HttpRefusal(422, foreign(people));
      return { people, answer: people };
    });
    this.hear();
    return changed;
  }
}

/** Access control and audit log, which the routes for people share. */
export class Staff {
  readonly people: KnownPeople;
  readonly access: Access;
  readonly audit: Audit;
  constructor(folder: string, clock: Clock, log: Log) {
    this.people = new KnownPeople(folder, log);
    this.access = new Access(() => this.people.now, clock);
    this.audit = new Audit(folder, clock);
  }
}
