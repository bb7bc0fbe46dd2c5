import { type ChipBus, hex } from './bus.ts';
import { i2cFault } from './bus-errors.ts';

const QUICK_RETRIES = 2;

/**
 * A bus that tries a failed transfer twice more before it gives up, and takes a short read for a failed one. Only faults that
 * pass by themselves are repeated: a held address or a stuck line would fail the same way, after a second each.
 */
export class RetryingBus implements ChipBus {
  /** Transfers that went wrong since the counter was last set to 0, whether or not a retry helped. */
  failures = 0;
  constructor(private readonly bus: ChipBus) {}

  readBlock(address: number, command: number, length: number): Promise<Buffer> {
    return this.#stubbornly(async () => whole(await this.bus.readBlock(address, command, length), length, address));
  }
  writeByte(address: number, register: number, value: number): Promise<void> {
    return this.#stubbornly(() => this.bus.writeByte(address, register, value));
  }

  async #stubbornly<T>(transfer: () => Promise<T>): Promise<T> {
    for (let left = QUICK_RETRIES; ; left--) {
      try {
        return await transfer();
      } catch (error) {
        this.failures++;
        if (left === 0 || i2cFault(error).retry !== 'yes') throw error;
      }
    }
  }
}

function whole(bytes: Buffer, length: number, address: number): Buffer {
  if (bytes.length === length) return bytes;
  const message = `short read from ${hex(address)}: ${bytes.length} of ${length} bytes`;
  throw Object.assign(new Error(message), { code: 'EIO', errno: 5, syscall: 'readI2cBlock' });
}
