import { readFile } from 'node:fs/promises';
import type { I2cBus } from '../../station/sensors/bus/bus.ts';

const ERRNO: Record<string, number> = { EREMOTEIO: 121, EBUSY: 16, ETIMEDOUT: 110, EIO: 5, EACCES: 13, EOPNOTSUPP: 95 };

/** An address with its registers, or with the error that stands in their place. */
type Chip = Record<string, number> | string;

/**
 * The bus of a root folder that is not this machine's: `dev/i2c-1` is then a JSON text such as
 * `{"0x5f": {"0x0f": 188}, "0x5c": "EBUSY"}`. It only answers; nothing can be written to it.
 */
export class FileBus implements I2cBus {
  private constructor(private readonly chips: Readonly<Record<string, Chip>>) {}

  static async open(path: string): Promise<FileBus> {
    return new FileBus(JSON.parse((await readFile(path, 'utf8')) || '{}') as Record<string, Chip>);
  }

  async readBlock(address: number, command: number, length: number): Promise<Buffer> {
    const chip = this.chips[`0x${address.toString(16).padStart(2, '0')}`] ?? 'EREMOTEIO';
    if (typeof chip === 'string') throw Object.assign(new Error(chip), { code: chip, errno: ERRNO[chip] ?? 5 });
    const register = (at: number) => chip[`0x${at.toString(16).padStart(2, '0')}`];
    // A burst of an ST chip names its first register with the auto-increment bit set.
    return Buffer.from(Array.from({ length }, (_, i) => register(command + i) ?? register((command & 0x7f) + i) ?? 0));
  }

  async writeByte(): Promise<void> {
    throw new Error('a bus from a file takes no writes');
  }

  async write(): Promise<void> {
    throw new Error('a bus from a file takes no writes');
  }

  async close(): Promise<void> {}
}
