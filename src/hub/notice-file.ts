import { join } from 'node:path';
import { alone } from './alone.ts';
import { readStrictly, stampOf } from './json-file.ts';
import { NoticeList, Notices } from './notices.ts';

const FILE = 'notices.json';
const LOCK = 'notices.lock';

/** Notices file: commands change it while a hub reads it. */
export class NoticeFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Notices {
    return new Notices(readStrictly(this.#path, NoticeList, 'list of notices', 'delete it')?.notices);
  }

  stamp(): string {
    return stampOf(this.#path);
  }

  async change<T>(make: (notices: Notices) => { notices: Notices; answer: T }): Promise<T> {
    return alone(this.folder, LOCK, [FILE], (write) => {
      const { notices, answer } = make(this.read());
      write(FILE, { version: 1, notices: notices.all });
      return answer;
    });
  }
}
