import type { Clock } from '../../../base/clock.ts';
import { sentence } from '../../../words/sentence.ts';
import { type ChipBus, hex, type Pause } from '../bus/bus.ts';
import { ChipFault, i2cFault } from '../bus/bus-errors.ts';
import type { LightReading } from '../sample.ts';
import { type Chip, readByte, type Setting, writeAll } from './chip.ts';
import { type ColourFamily, type Exposure, lightReading, nextExposure, TCS3400, TCS34725 } from './colour-light.ts';

/** Bit 7 marks a command on the TCS34725 and is part of the address on the TCS3400: the numbers are the same. */
const ENABLE = 0x80;
const ATIME = 0x81;
const CONTROL = 0x8f;
const ID = 0x92;
const STATUS = 0x93;
const CLEAR_INTERRUPTS = 0xe6; // a command, not a register: the byte sent with it means nothing

const ADDRESSES = [0x39, 0x29] as const;
const POWER_ON = 0x01;
const MEASURING = 0x03;
const VALID = 0x01;
const ANALOG_SATURATION = 0x80;

/**
 * The colour sensor of version 2 boards, of either family: the identity decides, for both were sold at both addresses, and
 * unrelated parts sit there too. CONFIG is never written; its reset value differs between the two and 0 breaks the TCS3400.
 */
export class ColourSensor implements Chip<LightReading> {
  readonly identityRegister = ID;
  readonly running: Setting = [ENABLE, MEASURING];
  readonly asleep: readonly Setting[] = [[ENABLE, 0x00]];
  address: number = ADDRESSES[0];
  #family: ColourFamily | null = null;
  #exposure: Exposure;
  #cleanFromMs = 0;
  constructor(
    private readonly bus: ChipBus,
    private readonly pause: Pause,
    private readonly clock: Pick<Clock, 'steadyMs'>,
    private readonly firstExposure: Exposure = { gainIndex: 1, cycles: 64 },
  ) {
    this.#exposure = firstExposure;
  }

  get name(): string {
    return `${this.#family?.name ?? 'TCS3400/TCS34725'} (colour)`;
  }

  async probe(): Promise<void> {
    let silent: unknown = null;
    for (const address of ADDRESSES) {
      try {
        const identity = await readByte(this.bus, address, ID);
        const family = [TCS34725, TCS3400].find(({ identities }) => identities.includes(identity));
        if (!family) continue; // some other maker's part: not a colour sensor, and none of our business
        this.address = address;
        this.#family = family;
        return;
      } catch (error) {
        if (i2cFault(error).kind !== 'no-answer') throw error;
        silent = error;
      }
    }
    throw silent ?? new ChipFault('wrong-chip', sentence('chip.no-colour', { addresses: ADDRESSES.map(hex) }));
  }

  async init(): Promise<void> {
    const family = this.#known();
    this.#exposure = this.firstExposure; // the last one may rest on what the chip said while it was being reset
    await this.bus.writeByte(this.address, ENABLE, POWER_ON);
    await this.pause(3);
    await writeAll(this.bus, this.address, [
      [ATIME, 256 - this.#exposure.cycles],
      [CONTROL, this.#exposure.gainIndex],
      ...(family.infraredRegister === null ? [] : [[family.infraredRegister, 0x00] as const]),
      this.running,
    ]);
    const integrationMs = this.#exposure.cycles * family.msPerCycle;
    await this.pause(5 * Math.ceil(integrationMs / 5 + 1)); // and a margin for the chip's own clock
  }

  async read(): Promise<LightReading | null> {
    const family = this.#known();
    const status = await readByte(this.bus, this.address, STATUS);
    if (!(status & VALID) || this.clock.steadyMs() < this.#cleanFromMs) return null;
    const block = await this.bus.readBlock(this.address, family.dataCommand, 8);
    const [clear, red] = [block.readUInt16LE(0), block.readUInt16LE(2)];
    const [green, blue] = [block.readUInt16LE(4), block.readUInt16LE(6)];
    const flagged = family === TCS3400 && (status & ANALOG_SATURATION) !== 0;
    if (flagged) await this.bus.writeByte(this.address, CLEAR_INTERRUPTS, 0x00); // else the flag stays for good
    const reading = lightReading({ clear, red, green, blue }, this.#exposure, family, flagged);
    await this.#expose(nextExposure(this.#exposure, clear, reading.saturated), family);
    return reading;
  }

  /** The data registers start at 0, which is also what darkness reads. */
  couldBeReset({ clear }: LightReading): boolean {
    return clear === 0;
  }

  /** The integration under way mixes both exposures and is thrown away, whole, together with the one after it began. */
  async #expose(next: Exposure, family: ColourFamily): Promise<void> {
    if (next.gainIndex !== this.#exposure.gainIndex) await this.bus.writeByte(this.address, CONTROL, next.gainIndex);
    else if (next.cycles !== this.#exposure.cycles) await this.bus.writeByte(this.address, ATIME, 256 - next.cycles);
    else return;
    const integrations = (this.#exposure.cycles + next.cycles) * family.msPerCycle;
    this.#cleanFromMs = this.clock.steadyMs() + integrations;
    this.#exposure = next;
  }

  #known(): ColourFamily {
    if (!this.#family) throw new Error(`${this.name}: used before it was found`);
    return this.#family;
  }
}
