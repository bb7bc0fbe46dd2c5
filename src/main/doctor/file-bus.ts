import { readFile } from 'node:fs/promises';
import { hex, type I2cBus } from '../../station/sensors/bus/bus.ts';

const ERRNO: Record<string, number> = { EREMOTEIO: 121, EBUSY: 16, ETIMEDOUT: 110, EIO: 5, EACCES: 13, EOPNOTSUPP: 95 };

/** An address with its registers, or with the error that stands in their place. */
type Chip = Record<string, number> | string;

/**
 * The bus of a root folder that is not this machine's: `dev/i2c-1` is then a JSON text such as
 * `{"0x5f": {"0x0f": 188}, "0x5c": "EBUSY"}`. It only answers; nothing can be written to it.
 */
export async function fileBus(path: string): Promise<I2cBus> {
  const chips = JSON.parse((await readFile(path, 'utf8')) || '{}') as Record<string, Chip>;
  const refuse = async () => {
    throw new Error('a bus from a file takes no writes');
  };
  return {
    async readBlock(address, command, length) {
      const chip = chips[hex(address)] ?? 'EREMOTEIO';
      if (typeof chip === 'string') throw Object.assign(new Error(chip), { code: chip, errno: ERRNO[chip] ?? 5 });
      const register = (at: number) => chip[hex(at)];
      // A burst of an ST chip names its first register with the auto-increment bit set.
      const bytes = Array.from({ length }, (_, i) => register(command + i) ?? register((command & 0x7f) + i) ?? 0);
      return Buffer.from(bytes);
    },
    writeByte: refuse,
    write: refuse,
    close: async () => {},
  };
}
