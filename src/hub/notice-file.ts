import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { NoticeList, Notices } from './notices.ts';
import { alone } from './registry-file.ts';

const FILE = 'notices.json';
const LOCK = 'notices.lock';

/** What the file holds is not what this program wrote, in one sentence. */
export class NoticesDamaged extends Error {}

/** What is said to stations, as a file that commands change while a hub reads it. */
export class NoticeFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Notices {
    if (!existsSync(this.#path)) return new Notices();
    const read = NoticeList.safeParse(this.#json());
    if (!read.success) throw new NoticesDamaged(`${this.#path} is no list of notices of this program; remove it`);
    return new Notices(read.data.notices);
  }

  #json(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new NoticesDamaged(`${this.#path} is no JSON; remove it`);
    }
  }

  /** Differs when the file was changed: a new one takes its place each time, so its number tells. */
  stamp(): string {
    const info = statSync(this.#path, { throwIfNoEntry: false });
    return info === undefined ? '' : `${info.ino} ${info.mtimeMs} ${info.size}`;
  }

  async change<T>(make: (notices: Notices) => { notices: Notices; answer: T }): Promise<T> {
    makeFolder(this.folder, { mode: 0o700 });
    return alone(join(this.folder, LOCK), (stillAlone) => {
      const { notices, answer } = make(this.read());
      const text = `${JSON.stringify({ version: 1, notices: notices.all }, null, 1)}\n`;
      stillAlone();
      writeFileSync(`${this.#path}.next`, text, { mode: 0o600, flush: true });
      stillAlone();
      renameSync(`${this.#path}.next`, this.#path);
      return answer;
    });
  }
}
