import { join } from 'node:path';
import { alone } from '../alone.ts';
import { readStrictly, stampOf } from '../json-file.ts';
import { People, PeopleList } from './people.ts';

const FILE = 'people.json';
const LOCK = 'people.lock';

/** File of the people who may log in: commands change it while a hub reads it. */
export class PeopleFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): People {
    return new People(readStrictly(this.#path, PeopleList, 'list of people', 'restore it from a backup')?.people);
  }

  stamp(): string {
    return stampOf(this.#path);
  }

  async change<T>(make: (people: People) => { people: People; answer: T }): Promise<T> {
    return alone(this.folder, LOCK, [FILE], (write) => {
      const { people, answer } = make(this.read());
      write(FILE, { version: 1, people: people.all });
      return answer;
    });
  }
}
