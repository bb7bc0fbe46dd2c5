import type { I2cBus, Pause } from '../../../src/station/sensors/bus/bus.ts';
import { type Chip, writeAll } from '../../../src/station/sensors/chips/chip.ts';
import { ColourSensor } from '../../../src/station/sensors/chips/colour-sensor.ts';
import { Hts221 } from '../../../src/station/sensors/chips/hts221.ts';
import { Lps25h } from '../../../src/station/sensors/chips/lps25h.ts';
import { Lsm9ds1Inertial } from '../../../src/station/sensors/chips/lsm9ds1-inertial.ts';
import { Lsm9ds1Magnetometer } from '../../../src/station/sensors/chips/lsm9ds1-magnetometer.ts';
import { ScriptedBus, type Step } from '../scripted-bus.ts';
import type { GoldenCase } from './compare.ts';
import { clockAtZero, image, vectors } from './vectors.ts';

interface VectorStep {
  op: string;
  register?: string;
  command?: string;
  value?: string;
  length?: number;
  expect?: string[];
  ms?: number;
}

const drivers: Record<string, { address: number; make: (bus: I2cBus, pause: Pause) => Chip<unknown> }> = {
  hts221: { address: 0x5f, make: (bus, pause) => new Hts221(bus, pause) },
  lps25h: { address: 0x5c, make: (bus, pause) => new Lps25h(bus, pause) },
  lsm9ds1_ag: { address: 0x6a, make: (bus, pause) => new Lsm9ds1Inertial(bus, pause) },
  lsm9ds1_mag: { address: 0x1c, make: (bus, pause) => new Lsm9ds1Magnetometer(bus, pause) },
  tcs34725: { address: 0x39, make: (bus, pause) => new ColourSensor(bus, pause, clockAtZero) },
  tcs3400: { address: 0x39, make: (bus, pause) => new ColourSensor(bus, pause, clockAtZero) },
};

const STATUS_COMMANDS = ['0x27', '0x17', '0x93'];
const READY = 0x0f;
/** An LSM9DS1 tells its own temperature, too, which the station does not ask for. */
const CHIP_TEMPERATURE = '0x15';
/** Indoor light that calls for no change of exposure: 20000 counts clear. */
const LIGHT = [0x20, 0x4e, 0xb0, 0x1e, 0xb0, 0x1e, 0xb0, 0x1e];

/** A sequence of the vectors as a script: what is read is an identity, "ready", the calibration, or zeros. */
function script(address: number, steps: readonly VectorStep[]): Step[] {
  return steps.map((step): Step => {
    if (step.op === 'delay') return { pauses: step.ms! };
    if (step.op === 'write') return { write: [address, Number(step.register), Number(step.value)] };
    const command = step.register ?? step.command!;
    if (step.expect) return { read: [address, Number(command)], gives: [Number(step.expect[0])] };
    return { read: [address, Number(command)], gives: bytesFor(command, step.length!) };
  });
}

function bytesFor(command: string, length: number): number[] {
  if (STATUS_COMMANDS.includes(command)) return [command === '0x93' ? 0x01 : READY];
  if (command === '0xb0')
    return Array.from({ length }, (_, i) => image(vectors.hts221.cases[0]!.registers)[`0x${(0x30 + i).toString(16)}`]!);
  if (command === '0xb4' || command === '0x94') return LIGHT;
  return command === '0xa7' ? [READY, ...new Array<number>(length - 1).fill(0)] : new Array<number>(length).fill(0);
}

const mismatch = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

async function plays(bus: ScriptedBus, work: () => Promise<unknown>): Promise<string[]> {
  try {
    await work();
    bus.done();
    return [];
  } catch (error) {
    return mismatch(error);
  }
}

/** Initialising, polling and switching off, transaction by transaction. */
export const sequenceCases: GoldenCase[] = Object.entries(drivers).flatMap(([name, { address, make }]) => {
  const { init, poll } = vectors.sequences[name as 'hts221'] as { init: VectorStep[]; poll: VectorStep[] };
  const off = vectors.sequences.shutdown[name as 'hts221'] as VectorStep[];
  const start = script(address, init);
  const begin = async (bus: ScriptedBus): Promise<Chip<unknown>> => {
    const chip = make(bus, bus.pause);
    await chip.probe();
    await chip.init();
    return chip;
  };
  return [
    {
      section: 'sequences',
      name: `${name} init`,
      run: () => {
        const bus = new ScriptedBus(start);
        return plays(bus, () => begin(bus));
      },
    },
    {
      section: 'sequences',
      name: `${name} poll`,
      run: () => {
        const asked = poll.filter(({ command }) => command !== CHIP_TEMPERATURE);
        const bus = new ScriptedBus([...start, ...script(address, asked)]);
        return plays(bus, async () => {
          const chip = await begin(bus);
          await chip.read();
        });
      },
    },
    {
      section: 'sequences',
      name: `${name} shutdown`,
      run: () => {
        const bus = new ScriptedBus(script(address, off));
        const { asleep } = make(bus, bus.pause);
        return plays(bus, () => writeAll(bus, address, asleep));
      },
    },
  ];
});
