import type { ChipBus, I2cBus } from './bus.ts';

/** A bus that is opened when first needed. Opening touches no device: without the native addon alone it fails, and then for good. */
export class LateBus implements ChipBus {
  #opened: Promise<I2cBus> | null = null;
  constructor(private readonly openBus: () => Promise<I2cBus>) {}

  async readBlock(address: number, command: number, length: number): Promise<Buffer> {
    return (await this.#bus()).readBlock(address, command, length);
  }
  async writeByte(address: number, register: number, value: number): Promise<void> {
    return (await this.#bus()).writeByte(address, register, value);
  }
  /** Closes what was opened; nothing, if opening never succeeded. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    const bus = await opened?.catch(() => null);
    await bus?.close();
  }

  #bus(): Promise<I2cBus> {
    this.#opened ??= this.openBus();
    return this.#opened;
  }
}
