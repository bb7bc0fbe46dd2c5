import { expect, it } from 'vitest';
import { busFaults } from '../../../support/bus-faults.ts';
import { FakeFiles } from '../../../support/fake-files.ts';
import { BenchedSenseHat } from '../../../support/sense-hat-on-the-bench.ts';
import { ADDRESS, mildDay } from '../../../support/simulated-sense-hat.ts';

it('joins what all chips measure into one sample, in the body frame', async () => {
  const bench = await new BenchedSenseHat().running();
  const sample = await bench.next();
  expect(sample.humidityPct).toBeCloseTo(46, 2);
  expect(sample.humidityChipC).toBeCloseTo(27.4, 2);
  expect(sample.pressureHpa).toBeCloseTo(1004.2, 3);
  expect(sample.pressureChipC).toBeCloseTo(28.6, 2);
  expect(sample.cpuC).toBe(51.234);
  expect(sample.accelG!.z).toBeCloseTo(1, 3);
  expect(sample.gyroDps!.y).toBeCloseTo(-0.9, 1);
  expect(sample.fieldUt!.x).toBeCloseTo(18, 1);
  expect(sample.fieldUt!.z).toBeCloseTo(44, 1);
  expect(sample.light!.lux).toBeGreaterThan(100);
  expect(bench.board.hasColourSensor).toBe(true);
  expect(bench.notices()).toEqual([]);
});

it('takes at most 16 bus transfers for a turn, whatever the light does', async () => {
  const bench = await new BenchedSenseHat().running();
  let most = 0;
  for (let turn = 0; turn < 60; turn++) {
    const brightness = turn % 20 < 10 ? 40 : 0;
    bench.hat.world = () => ({
      ...mildDay,
      light: [30 * brightness, 11 * brightness, 12 * brightness, 9 * brightness],
    });
    const before = bench.hat.bus.transfers;
    await bench.next();
    most = Math.max(most, bench.hat.bus.transfers - before);
  }
  expect(most).toBeLessThanOrEqual(16);
  expect(most).toBeGreaterThan(10);
});

it('gives null, not defaults, while the chips settle', async () => {
  const bench = new BenchedSenseHat();
  await bench.board.open();
  const sample = await bench.board.read(0);
  expect([sample.humidityPct, sample.pressureHpa, sample.accelG, sample.fieldUt, sample.light]).toEqual(
    Array(5).fill(null),
  );
  expect(sample.cpuC).toBe(51.234);
});

it('lets two callers share one turn', async () => {
  const bench = await new BenchedSenseHat().running();
  await bench.clock.advance(2000);
  const [first, second] = await Promise.all([bench.board.read(0), bench.board.read(0)]);
  expect(first).toBe(second);
});

it('counts a clipped axis as no value', async () => {
  const bench = await new BenchedSenseHat().running();
  bench.hat.world = () => ({ ...mildDay, accelG: { x: 0, y: 0, z: 3 } });
  const sample = await bench.next();
  expect(sample.accelG).toBeNull();
  expect(sample.gyroDps).not.toBeNull();
});

it('is complete without a colour sensor, as the first boards are', async () => {
  const bench = new BenchedSenseHat();
  bench.hat.bus.chips.delete(ADDRESS.light);
  await bench.running();
  const sample = await bench.next(100);
  expect(sample.light).toBeNull();
  expect(sample.pressureHpa).not.toBeNull();
  expect(bench.board.hasColourSensor).toBe(false);
  expect(bench.notices()).toEqual([]);
});

it.each(['nack', 'transferError', 'arbitrationLost'] as const)(
  'warns of no colour sensor that was never there, however the bus puts it: %s',
  async (fault) => {
    const bench = new BenchedSenseHat();
    bench.ail('light', busFaults[fault]);
    await bench.running();
    const sample = await bench.next(100);
    expect([sample.light, sample.pressureHpa === null]).toEqual([null, false]);
    expect(bench.notices()).toEqual([]);
  },
);

it("takes another maker's part at the colour sensor's address for no colour sensor", async () => {
  const bench = new BenchedSenseHat();
  bench.hat.chip('light').registers[0x92] = 0xab;
  await bench.running();
  expect((await bench.next()).light).toBeNull();
  expect(bench.board.hasColourSensor).toBe(false);
  expect(bench.notices()).toEqual([]);
});

it('says of a board that is not there what is missing, chip by chip, and finds it when it comes', async () => {
  const bench = new BenchedSenseHat();
  const chips = new Map(bench.hat.bus.chips);
  bench.hat.bus.chips.clear();
  await bench.running();
  expect(bench.notices()).toHaveLength(4);
  expect((await bench.next(30)).pressureHpa).toBeNull();
  expect(bench.notices()).toEqual([]);
  for (const [address, chip] of chips) bench.hat.bus.chips.set(address, chip);
  const sample = await bench.next(40);
  expect(sample.pressureHpa).toBeCloseTo(1004.2, 3);
  expect(sample.light).not.toBeNull();
  expect(bench.board.hasColourSensor).toBe(true);
  expect(bench.notices().filter((notice) => notice.includes('works again'))).toHaveLength(4);
});

it('puts every chip to sleep on closing, and lets go of the bus', async () => {
  const bench = await new BenchedSenseHat().running();
  const register = (chip: Parameters<typeof bench.hat.chip>[0], at: number) => bench.hat.chip(chip).registers[at];
  await bench.board.close();
  expect(bench.hat.bus.closed).toBe(true);
  expect([register('humidity', 0x20), register('pressure', 0x20), register('inertial', 0x10)]).toEqual([0, 0, 0]);
  expect([register('field', 0x22), register('light', 0x80)]).toEqual([3, 0]);
  expect(bench.notices()).toEqual([]);
});

it('closes at once while the chips still settle', async () => {
  const bench = new BenchedSenseHat();
  await bench.board.open();
  await bench.board.close();
  expect(bench.hat.bus.closed).toBe(true);
  expect(bench.notices()).toEqual([]);
});

it('tells of throttling once when it begins and once when it ends', async () => {
  const files = new FakeFiles({ '/sys/devices/platform/soc/soc:firmware/get_throttled': '0\n' });
  const bench = await new BenchedSenseHat({ files }).running();
  const flags = '/sys/devices/platform/soc/soc:firmware/get_throttled';
  await bench.next(20);
  expect(bench.notices()).toEqual([]);
  files.texts.set(flags, '50005\n');
  await bench.next(20);
  expect(bench.notices()).toEqual(['warn: The Pi is slowed down: the supply voltage is too low, the CPU is throttled']);
  files.texts.set(flags, '50000\n');
  await bench.next(20);
  expect(bench.notices()).toEqual(['info: The Pi runs at full speed again']);
});

it('samples on without a CPU temperature', async () => {
  const bench = await new BenchedSenseHat({ files: new FakeFiles() }).running();
  const sample = await bench.next();
  expect(sample.cpuC).toBeNull();
  expect(sample.pressureHpa).not.toBeNull();
});

it('finds a fresh reading of every chip also at two turns a second', async () => {
  const bench = await new BenchedSenseHat({ sampleIntervalS: 0.5 }).running();
  for (let turn = 0; turn < 20; turn++) {
    await bench.clock.advance(500);
    const sample = await bench.board.read(0);
    expect(Object.values(sample)).not.toContain(null);
  }
});
