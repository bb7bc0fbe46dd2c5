import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.ts';
import { NoticeList, Notices } from './notices.ts';

const FILE = 'notices.json';
const LOCK = 'notices.lock';

/** The notices file was not written by this program; the message says why. */
export class NoticesDamaged extends Error {}

/** Notices file: commands change it while a hub reads it. */
export class NoticeFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Notices {
    if (!existsSync(this.#path)) return new Notices();
    const read = NoticeList.safeParse(this.#json());
    if (!read.success) throw new NoticesDamaged(`${this.#path} is not a valid list of notices; delete it`);
    return new Notices(read.data.notices);
  }

  #json(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new NoticesDamaged(`${this.#path} is not JSON; delete it`);
    }
  }

  /** Differs when the file was changed: a new one takes its place each time, so its number tells. */
  stamp(): string {
    const info = statSync(this.#path, { throwIfNoEntry: false });
    return info === undefined ? '' : `${info.ino} ${info.mtimeMs} ${info.size}`;
  }

  async change<T>(make: (notices: Notices) => { notices: Notices; answer: T }): Promise<T> {
    return alone(this.folder, LOCK, [FILE], (write) => {
      const { notices, answer } = make(this.read());
      write(FILE, { version: 1, notices: notices.all });
      return answer;
    });
  }
}
