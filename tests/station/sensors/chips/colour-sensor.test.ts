import { describe, expect, it } from 'vitest';
import type { Counts } from '../../../../src/station/sensors/chips/colour-light.ts';
import { fullScale, nextExposure } from '../../../../src/station/sensors/chips/colour-light.ts';
import { ColourSensor } from '../../../../src/station/sensors/chips/colour-sensor.ts';
import { busFaults } from '../../../support/bus-faults.ts';
import { SimulatedBus } from '../../../support/simulated-bus.ts';
import { SimulatedChip } from '../../../support/simulated-chip.ts';

const noPause = async (): Promise<void> => {};

/** A sensor of either family, lit by so many counts per ms at gain 1. */
function lit(chip: SimulatedChip, gains: readonly number[], msPerCycle: number, light: Counts): void {
  const { registers } = chip;
  const { onRead } = chip;
  chip.onRead = (register) => {
    onRead(register);
    if (register !== 0x93) return;
    const cycles = 256 - registers[0x81]!;
    const perMs = [light.clear, light.red, light.green, light.blue];
    perMs.forEach((rate, i) => {
      const count = Math.min(fullScale(cycles), Math.round(rate * gains[registers[0x8f]!]! * cycles * msPerCycle));
      registers.set([count & 0xff, count >> 8], 0x94 + 2 * i);
    });
    registers[0x93] = registers[0x93]! | 1;
  };
}

async function started(identity: number, address: number, light: Counts) {
  const isTcs3400 = identity >= 0x90;
  const chip = new SimulatedChip(isTcs3400 ? 'always' : 'command-type').load({
    146: identity,
    141: isTcs3400 ? 0x40 : 0,
  });
  lit(chip, isTcs3400 ? [1, 4, 16, 64] : [1, 4, 16, 60], isTcs3400 ? 2.78 : 2.4, light);
  const time = { ms: 0, steadyMs: () => time.ms };
  const sensor = new ColourSensor(new SimulatedBus(new Map([[address, chip]])), noPause, time);
  await sensor.probe();
  await sensor.init();
  const next = async () => {
    time.ms += 2000;
    return sensor.read();
  };
  return { sensor, chip, time, next };
}

const day = (clear: number): Counts => ({ clear, red: 0.37 * clear, green: 0.4 * clear, blue: 0.3 * clear });

it.each([
  [0x44, 0x29, 'TCS34725'],
  [0x4d, 0x39, 'TCS34725'],
  [0x90, 0x39, 'TCS3400'],
  [0x93, 0x29, 'TCS3400'],
])('knows the family of identity %i at address %i for a %s', async (identity, address, name) => {
  const { sensor, chip } = await started(identity, address, day(10));
  expect(sensor.name).toBe(`${name} (colour)`);
  expect(sensor.address).toBe(address);
  expect(chip.registers[0x8d]).toBe(name === 'TCS3400' ? 0x40 : 0); // CONFIG is left alone
});

it('says what it found, when that is no colour sensor, and nothing answers at the other address', async () => {
  const stranger = new SimulatedChip('always').load({ 146: 0xab });
  const bus = new SimulatedBus(new Map([[0x39, stranger]]));
  await expect(new ColourSensor(bus, noPause, { steadyMs: () => 0 }).probe()).rejects.toMatchObject({ errno: 121 });
  bus.chips.set(0x29, stranger);
  await expect(new ColourSensor(bus, noPause, { steadyMs: () => 0 }).probe()).rejects.toThrow('No colour sensor');
  bus.mishap = busFaults.claimed;
  await expect(new ColourSensor(bus, noPause, { steadyMs: () => 0 }).probe()).rejects.toMatchObject({ errno: 16 });
});

describe.each([
  ['TCS34725', 0x44],
  ['TCS3400', 0x90],
])('auto-gain of the %s', (_, identity) => {
  it.each([
    { what: 'a candle', clear: 0.02 },
    { what: 'a lamp', clear: 2 },
    { what: 'a bright room', clear: 30 },
    { what: 'a window', clear: 300 },
  ])('settles for $what and then stays, with counts that carry', async ({ clear }) => {
    const { next } = await started(identity, 0x29, day(clear));
    for (let i = 0; i < 8; i++) await next();
    const settled = await next();
    const again = await next();
    expect(again).toEqual(settled);
    expect(settled!.saturated).toBe(false);
    expect(settled!.lux).toBeGreaterThan(0);
    expect(settled!.clear).toBeGreaterThan(500);
  });

  it('tells the same light at every exposure', async () => {
    const { next } = await started(identity, 0x29, day(0.6));
    const gains = new Set<number>();
    for (let i = 0; i < 8; i++) {
      const { clear, gain, integrationMs } = (await next())!;
      gains.add(gain);
      expect(clear / gain / integrationMs).toBeCloseTo(0.6, 2);
    }
    expect(gains.size).toBeGreaterThan(1);
  });

  it('has no lux for light beyond its range, at the lowest gain', async () => {
    const { next } = await started(identity, 0x29, day(5000));
    for (let i = 0; i < 5; i++) await next();
    expect(await next()).toMatchObject({ saturated: true, lux: null, cctK: null, gain: 1 });
  });
});

it('throws away what was integrated across a change of gain', async () => {
  const { sensor, time, next } = await started(0x44, 0x29, day(0.1));
  expect((await next())!.gain).toBe(4);
  time.ms += 200; // one integration was under way, the next has not ended
  expect(await sensor.read()).toBeNull();
  time.ms += 200;
  expect((await sensor.read())!.gain).toBe(16);
});

it('takes the analog saturation flag for saturation and clears it, or it would stand for ever', async () => {
  const { chip, next } = await started(0x90, 0x39, day(30));
  chip.onWrite = (register) => {
    if (register === 0xe6) chip.registers[0x93] = 0x01;
  };
  chip.registers[0x93] = 0x81;
  expect(await next()).toMatchObject({ saturated: true, lux: null });
  expect((await next())!.saturated).toBe(false);
});

it('never asks for its own undoing: a step up never lands where a step down begins', () => {
  for (let gainIndex = 0; gainIndex < 4; gainIndex++) {
    for (let clear = 0; clear < 65_536; clear += 37) {
      const before = { gainIndex, cycles: 64 };
      const after = nextExposure(before, clear, false);
      const factor = (4 ** (after.gainIndex - gainIndex) * after.cycles) / 64;
      const landed = Math.min(65_535, clear * factor);
      const then = nextExposure(after, landed, false);
      if (factor > 1)
        expect(then.gainIndex * 1000 + then.cycles).toBeGreaterThanOrEqual(after.gainIndex * 1000 + after.cycles);
    }
  }
});
