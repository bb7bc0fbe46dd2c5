import vectors from '../../fixtures/sense-hat-vectors.json' with { type: 'json' };
import { SimulatedBus } from '../simulated-bus.ts';
import { type Increment, SimulatedChip } from '../simulated-chip.ts';

export type Registers = Record<string, number>;
export { vectors };

/** JSON gives each case its own shape; the keys that are present are what matters. */
export const image = (registers: object): Registers => registers as Registers;

export const INCREMENT: Record<string, Increment> = {
  hts221: 'sub-address-bit-7',
  lps25h: 'sub-address-bit-7',
  lsm9ds1_mag: 'sub-address-bit-7',
  lsm9ds1_ag: 'if-add-inc',
  tcs34725: 'command-type',
  tcs3400: 'always',
};

export const chipOf = (name: string, registers: object): SimulatedChip =>
  new SimulatedChip(INCREMENT[name]!).load(image(registers));

export const busOf = (chips: Record<string, SimulatedChip>): SimulatedBus =>
  new SimulatedBus(new Map(Object.entries(chips).map(([address, chip]) => [Number(address), chip])));

export const noPause = async (): Promise<void> => {};
export const clockAtZero = { steadyMs: () => 0 };
