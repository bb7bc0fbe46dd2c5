import { join } from 'node:path';
import { alone } from '../alone.ts';
import { readStrictly, stampOf } from '../json-file.ts';
import { WaveList, Waves } from './waves.ts';

const FILE = 'waves.json';
const LOCK = 'waves.lock';

/** File of the upgrade waves: commands change it while a hub reads it. */
export class WaveFile {
  readonly #path: string;
  constructor(private readonly folder: string) {
    this.#path = join(folder, FILE);
  }

  read(): Waves {
    return new Waves(readStrictly(this.#path, WaveList, 'list of waves', 'delete it')?.waves);
  }

  stamp(): string {
    return stampOf(this.#path);
  }

  async change<T>(make: (waves: Waves) => { waves: Waves; answer: T }): Promise<T> {
    return alone(this.folder, LOCK, [FILE], (write) => {
      const { waves, answer } = make(this.read());
      write(FILE, { version: 1, waves: [...waves.all] });
      return answer;
    });
  }
}
