import type { Clock } from '../../src/base/clock.ts';
import type { Vec3 } from '../../src/station/sensors/sample.ts';
import { SimulatedBus } from './simulated-bus.ts';
import { SimulatedChip } from './simulated-chip.ts';

/** What there is to measure, in the chips' own axes. */
export interface World {
  humidityPct: number;
  humidityChipC: number;
  pressureHpa: number;
  pressureChipC: number;
  accelG: Vec3;
  gyroDps: Vec3;
  fieldUt: Vec3;
  /** Counts per millisecond at gain 1: clear, red, green, blue. */
  light: readonly [number, number, number, number];
}

export const mildDay: World = {
  humidityPct: 46,
  humidityChipC: 27.4,
  pressureHpa: 1004.2,
  pressureChipC: 28.6,
  accelG: { x: 0, y: 0, z: 1 },
  gyroDps: { x: 0.4, y: -0.9, z: 0.2 },
  fieldUt: { x: -18, y: 3, z: -44 },
  light: [30, 11, 12, 9],
};

export const ADDRESS = { humidity: 0x5f, pressure: 0x5c, inertial: 0x6a, field: 0x1c, light: 0x29 } as const;
export type ChipName = keyof typeof ADDRESS;

interface Model {
  chip: SimulatedChip;
  /** To the state after power-up. */
  reset(): void;
  powered(): boolean;
  periodMs(): number;
  convert(world: World): void;
}

const int16 = (registers: Uint8Array, at: number, value: number): void => {
  const raw = Math.max(-32768, Math.min(32767, Math.round(value))) & 0xffff;
  registers[at] = raw & 0xff;
  registers[at + 1] = raw >> 8;
};

/** A Sense HAT whose chips wake up powered down, convert only when switched on, and forget everything on a reset. */
export class SimulatedSenseHat {
  readonly bus: SimulatedBus;
  readonly #models: Record<ChipName, Model>;
  readonly #lastMs = new Map<ChipName, number>();
  constructor(
    private readonly clock: Pick<Clock, 'steadyMs'>,
    public world: (steadyMs: number) => World = () => mildDay,
  ) {
    this.#models = { humidity: hts221(), pressure: lps25h(), inertial: inertial(), field: field(), light: tcs34725() };
    const names = Object.keys(this.#models) as ChipName[];
    for (const name of names) {
      this.reset(name);
      const { chip } = this.#models[name];
      const clearsReady = chip.onRead;
      chip.onRead = (register) => {
        this.#convertIfDue(name);
        clearsReady(register);
      };
    }
    this.bus = new SimulatedBus(new Map(names.map((name) => [ADDRESS[name], this.#models[name].chip])));
  }

  chip(name: ChipName): SimulatedChip {
    return this.#models[name].chip;
  }

  /** As after a dip of the supply. */
  reset(name: ChipName): void {
    this.#models[name].chip.registers.fill(0);
    this.#models[name].reset();
    this.#lastMs.set(name, this.clock.steadyMs());
  }

  #convertIfDue(name: ChipName): void {
    const model = this.#models[name];
    const nowMs = this.clock.steadyMs();
    if (!model.powered()) this.#lastMs.set(name, nowMs);
    else if (nowMs - this.#lastMs.get(name)! >= model.periodMs()) {
      this.#lastMs.set(name, nowMs);
      model.convert(this.world(nowMs));
    }
  }
}

/** Reading one of these registers clears these bits of the status register. */
const clearing = (chip: SimulatedChip, status: number, bits: Record<number, number>): void => {
  chip.onRead = (register) => {
    const bit = bits[register];
    if (bit !== undefined) chip.registers[status]! &= ~bit;
  };
};

function hts221(): Model {
  const chip = new SimulatedChip('sub-address-bit-7');
  const { registers } = chip;
  clearing(chip, 0x27, { 41: 0b10, 43: 0b01 });
  return {
    chip,
    reset: () => {
      chip.load({ 15: 0xbc, 16: 0x1b, 48: 62, 49: 148, 50: 168, 51: 29, 53: 4 });
      int16(registers, 0x36, 6);
      int16(registers, 0x3a, -9622);
      int16(registers, 0x3c, -258);
      int16(registers, 0x3e, 2570);
    },
    powered: () => (registers[0x20]! & 0x83) > 0x80,
    periodMs: () => [Infinity, 1000, 143, 80][registers[0x20]! & 0b11]!,
    convert: ({ humidityPct, humidityChipC }) => {
      int16(registers, 0x28, 6 + ((humidityPct - 31) / (74 - 31)) * (-9622 - 6));
      int16(registers, 0x2a, -258 + ((humidityChipC - 21) / (35.625 - 21)) * (2570 + 258));
      registers[0x27] = 0b11;
    },
  };
}

function lps25h(): Model {
  const chip = new SimulatedChip('sub-address-bit-7');
  const { registers } = chip;
  clearing(chip, 0x27, { 42: 0b10, 44: 0b01 });
  chip.wraps = (register) => (register === 0x2a && registers[0x21]! & 0x40 ? 0x28 : register + 1);
  return {
    chip,
    reset: () => chip.load({ 15: 0xbd, 16: 0x05, 41: 0x80, 42: 0x2f }), // 760 hPa, before any conversion
    powered: () => registers[0x20]! >= 0x90,
    periodMs: () => 40,
    convert: ({ pressureHpa, pressureChipC }) => {
      const raw = Math.round(pressureHpa * 4096);
      registers.set([raw & 0xff, (raw >> 8) & 0xff, (raw >> 16) & 0xff], 0x28);
      int16(registers, 0x2b, (pressureChipC - 42.5) * 480);
      registers[0x27] = 0b11;
    },
  };
}

function inertial(): Model {
  const chip = new SimulatedChip('if-add-inc');
  const { registers } = chip;
  const settings = { 15: 0x68, 16: 0, 17: 0, 18: 0, 30: 0x38, 31: 0x38, 32: 0, 33: 0, 34: 0x04 };
  clearing(chip, 0x17, { 29: 0b10, 45: 0b01 });
  chip.onWrite = (register, value) => {
    if (register === 0x22 && value & 0x01) chip.load({ ...settings, 23: 0 });
  };
  return {
    chip,
    reset: () => chip.load(settings),
    powered: () => registers[0x10]! >= 0x20,
    periodMs: () => 68,
    convert: ({ accelG, gyroDps }) => {
      [gyroDps.x, gyroDps.y, gyroDps.z].forEach((v, i) => {
        int16(registers, 0x18 + 2 * i, v / 0.00875);
      });
      [accelG.x, accelG.y, accelG.z].forEach((v, i) => {
        int16(registers, 0x28 + 2 * i, v / 0.000061);
      });
      registers[0x17] = 0b11;
    },
  };
}

function field(): Model {
  const chip = new SimulatedChip('sub-address-bit-7');
  const { registers } = chip;
  const settings = { 15: 0x3d, 32: 0x10, 33: 0, 34: 0x03, 35: 0, 36: 0 };
  clearing(chip, 0x27, { 45: 0b1111 });
  chip.wraps = (register) => (register === 0x2d ? 0x28 : register + 1);
  chip.onWrite = (register, value) => {
    if (register === 0x21 && value & 0x0c) chip.load({ ...settings, 39: 0 });
  };
  return {
    chip,
    reset: () => chip.load(settings),
    powered: () => (registers[0x22]! & 0b11) === 0,
    periodMs: () => 100,
    convert: ({ fieldUt }) => {
      [fieldUt.x, fieldUt.y, fieldUt.z].forEach((v, i) => {
        int16(registers, 0x28 + 2 * i, v / 0.014);
      });
      registers[0x27] = 0b1111;
    },
  };
}

function tcs34725(): Model {
  const chip = new SimulatedChip('command-type');
  const { registers } = chip;
  const cycles = (): number => 256 - registers[0x81]!;
  return {
    chip,
    reset: () => chip.load({ 146: 0x44, 129: 0xff }),
    powered: () => (registers[0x80]! & 0b11) === 0b11,
    periodMs: () => cycles() * 2.4,
    convert: ({ light }) => {
      const gain = [1, 4, 16, 60][registers[0x8f]! & 0b11]!;
      const full = Math.min(65535, 1024 * cycles());
      light.forEach((perMs, i) => {
        const count = Math.min(full, Math.round(perMs * gain * cycles() * 2.4));
        registers.set([count & 0xff, count >> 8], 0x94 + 2 * i);
      });
      registers[0x93] = 0x01;
    },
  };
}
