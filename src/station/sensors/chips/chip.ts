import type { Sentence } from '../../../words/sentence.ts';
import { type ChipBus, hex } from '../bus/bus.ts';
import { wrongChip } from '../bus/bus-errors.ts';

export type Setting = readonly [register: number, value: number];

/** Driver of one chip. It knows registers and scale factors only; `ChipSlot` decides on retries, giving up and events. */
export interface Chip<Reading> {
  readonly name: string;
  /** 7-bit. Of a chip that may sit at two, the one where it was found. */
  readonly address: number;
  readonly identityRegister: number;
  /** Settles whether the chip is there: reads its identity, throws when it is another's. */
  probe(): Promise<void>;
  /** From any state to measuring, including the settle times. Assumes `probe`. */
  init(): Promise<void>;
  /** The newest measurement, null while the chip has none that was not read before. */
  read(): Promise<Reading | null>;
  /** A register that no reset chip holds like this: with it the chip still has our settings. */
  readonly running: Setting;
  /** To power-down. */
  readonly asleep: readonly Setting[];
  /**
   * Whether a chip that was reset between status and data could give this reading: power-on defaults look like weather. Such a reading
   * counts only if the chip is then found `running`. Absent: any reading could be one.
   */
  couldBeReset?(reading: Reading): boolean;
  /** Defect of a chip that still gives some values. */
  readonly defect?: Sentence | null;
}

/** Sub-address bit 7 of the ST sensors: without it a burst returns the first register again and again. */
export const AUTO_INCREMENT = 0x80;

export async function readByte(bus: ChipBus, address: number, register: number): Promise<number> {
  return (await bus.readBlock(address, register, 1)).readUInt8();
}

/** Writes registers in the given order. */
export async function writeAll(bus: ChipBus, address: number, settings: readonly Setting[]): Promise<void> {
  for (const [register, value] of settings) await bus.writeByte(address, register, value);
}

/** Throws where the identity at the chip's address is another's. */
export async function expectIdentity(bus: ChipBus, chip: Chip<unknown>, expected: number): Promise<void> {
  const found = await readByte(bus, chip.address, chip.identityRegister);
  if (found !== expected) throw wrongChip(chip.name, chip.address, found, hex(expected));
}
