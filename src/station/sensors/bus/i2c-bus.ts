import type { PromisifiedBus } from 'i2c-bus';
import { SerialQueue } from '../../../base/serial-queue.ts';
import type { I2cBus } from './bus.ts';
import { BusModuleMissing } from './bus-errors.ts';

/** Interface of the i2c-bus package that we use, for stand-ins. */
export interface I2cModule {
  openPromisified(busNumber: number): Promise<PromisifiedBus>;
}

/** The only place that loads the native addon: it builds on Linux alone, and simulation has to run anywhere. */
async function loadModule(): Promise<I2cModule> {
  try {
    const module = await import('i2c-bus');
    return module.default ?? module;
  } catch (error) {
    const [said] = String(error).split('\n'); // the search for a missing build lists a dozen paths
    throw new BusModuleMissing(said, { cause: error });
  }
}

/**
 * /dev/i2c-`busNumber`. Opening touches no device: a missing bus or permission shows at the first transfer. Rejects without a
 * usable addon.
 */
export async function openI2cBus(busNumber: number, load: () => Promise<I2cModule> = loadModule): Promise<I2cBus> {
  return new RealI2cBus(await load(), busNumber);
}

/**
 * The kernel's bus through the i2c-bus package, one transfer at a time.
 *
 * The package opens a descriptor per address, selects the address, and keeps the descriptor even if the selection failed (EBUSY): it would
 * then talk to nobody. A descriptor opened before the adapter vanished is as useless. So every address has a package bus of its own,
 * closed after any failure: the next transfer begins with a fresh descriptor.
 */
class RealI2cBus implements I2cBus {
  readonly #handles = new Map<number, PromisifiedBus>();
  readonly #queue = new SerialQueue();
  #closed = false;
  constructor(
    private readonly module: I2cModule,
    private readonly busNumber: number,
  ) {}

  readBlock(address: number, command: number, length: number): Promise<Buffer> {
    return this.#transfer(address, async (handle) => {
      const { bytesRead, buffer } = await handle.readI2cBlock(address, command, length, Buffer.alloc(length));
      return buffer.subarray(0, bytesRead);
    });
  }
  writeByte(address: number, register: number, value: number): Promise<void> {
    return this.#transfer(address, (handle) => handle.writeByte(address, register, value));
  }
  async write(address: number, bytes: Uint8Array): Promise<void> {
    await this.#transfer(address, (handle) => handle.i2cWrite(address, bytes.length, Buffer.from(bytes)));
  }

  /** Lets the transfers already asked for finish. */
  close(): Promise<void> {
    return this.#queue.take(async () => {
      this.#closed = true;
      for (const address of [...this.#handles.keys()]) await this.#discard(address);
    });
  }

  #transfer<T>(address: number, work: (handle: PromisifiedBus) => Promise<T>): Promise<T> {
    return this.#queue.take(async () => {
      if (this.#closed) throw new Error('the I2C bus was closed');
      try {
        return await work(await this.#handle(address));
      } catch (error) {
        await this.#discard(address);
        throw error;
      }
    });
  }

  async #handle(address: number): Promise<PromisifiedBus> {
    const known = this.#handles.get(address);
    if (known) return known;
    const handle = await this.module.openPromisified(this.busNumber);
    this.#handles.set(address, handle);
    return handle;
  }

  async #discard(address: number): Promise<void> {
    const handle = this.#handles.get(address);
    this.#handles.delete(address);
    await handle?.close();
  }
}
