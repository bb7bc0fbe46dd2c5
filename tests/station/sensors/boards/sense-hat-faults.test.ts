import { describe, expect, it } from 'vitest';
import { BusModuleMissing } from '../../../../src/station/sensors/bus/bus-errors.ts';
import type { Sample } from '../../../../src/station/sensors/sample.ts';
import { busFaults } from '../../../support/bus-faults.ts';
import { BenchedSenseHat } from '../../../support/sense-hat-on-the-bench.ts';
import { ADDRESS, type ChipName } from '../../../support/simulated-sense-hat.ts';

const signalOf: Record<ChipName, (sample: Sample) => unknown> = {
  humidity: (sample) => sample.humidityPct,
  pressure: (sample) => sample.pressureHpa,
  inertial: (sample) => sample.accelG,
  field: (sample) => sample.fieldUt,
  light: (sample) => sample.light,
};
const names = Object.keys(signalOf) as ChipName[];

const missing = (sample: Sample): ChipName[] => names.filter((name) => signalOf[name](sample) === null);

describe.each(names)('a %s chip that stops answering', (name) => {
  it('costs its own signal only, is told of once each way, and is set up anew before it counts', async () => {
    const bench = await new BenchedSenseHat().running();
    bench.ail(name, busFaults.nack);
    expect(missing(await bench.next())).toEqual([name]);
    expect(bench.notices()).toEqual([expect.stringMatching(/^warn: .* does not answer/)]);

    bench.ail(name, null);
    bench.hat.reset(name); // it had lost its power
    expect(missing(await bench.next(10))).toEqual([name]); // nobody knocks before half a minute is over
    expect(bench.notices()).toEqual([]);
    expect(missing(await bench.next(12))).toEqual([]);
    expect(bench.notices()).toEqual([expect.stringMatching(/^info: .* works again/)]);
  });

  it('is looked for every 30 to 60 s, without a word', async () => {
    const bench = await new BenchedSenseHat().running();
    const askedS: number[] = [];
    bench.ail(name, () => {
      askedS.push(Math.round(bench.clock.nowS()));
      return busFaults.nack();
    });
    await bench.next();
    bench.notices();
    await bench.next(150);
    const times = [...new Set(askedS)];
    const gaps = times.slice(1).map((s, i) => s - times[i]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(62);
    expect(bench.notices()).toEqual([]);
  });

  it('is set up again at once when it was reset and forgot its settings', async () => {
    const bench = await new BenchedSenseHat().running();
    bench.hat.reset(name);
    expect(missing(await bench.next())).toEqual([name]);
    expect(missing(await bench.next(3))).toEqual([]);
    expect(bench.notices()).toEqual([
      expect.stringMatching(/^warn: .* lost its settings/),
      expect.stringMatching(/^info: .* works again/),
    ]);
  });
});

it('never takes a power-on default for weather, even when the reset falls between status and data', async () => {
  for (const name of names) {
    for (let nth = 1; nth <= 3; nth++) {
      const bench = await new BenchedSenseHat().running();
      const healthy = await bench.next();
      let transfers = 0;
      bench.hat.bus.mishap = ({ address }) => {
        if (address === ADDRESS[name] && ++transfers === nth) bench.hat.reset(name);
        return null;
      };
      for (let turn = 0; turn < 5; turn++) {
        const sample = await bench.next();
        for (const other of names)
          if (other !== name) expect(signalOf[other](sample)).toEqual(signalOf[other](healthy));
        expect([null, healthy.pressureHpa]).toContain(sample.pressureHpa);
        expect([null, healthy.humidityPct]).toContain(sample.humidityPct);
        if (signalOf[name](sample) !== null) expect(signalOf[name](sample)).toEqual(signalOf[name](healthy));
      }
    }
  }
});

it('loses nothing to a single bad transfer, or two', async () => {
  const bench = await new BenchedSenseHat().running();
  for (const fault of [busFaults.nack, busFaults.transferError, busFaults.arbitrationLost]) {
    for (let which = 1; which <= 14; which++) {
      let count = 0;
      bench.hat.bus.mishap = () => (++count === which || count === which + 1 ? fault() : null);
      expect(missing(await bench.next())).toEqual([]);
    }
  }
  expect(bench.notices()).toEqual([]);
});

it('loses one reading of one chip at most to a short read, for what was read is gone', async () => {
  const bench = await new BenchedSenseHat().running();
  for (let which = 1; which <= 14; which++) {
    let count = 0;
    bench.hat.bus.mishap = () => (++count === which ? { shortBy: 1 } : null);
    expect(missing(await bench.next()).length).toBeLessThanOrEqual(1);
    expect(missing(await bench.next())).toEqual([]);
  }
  expect(bench.notices()).toEqual([]);
});

it('takes lasting short reads for a fault, not for values', async () => {
  const bench = await new BenchedSenseHat().running();
  bench.ail('pressure', () => ({ shortBy: 1 }));
  expect(missing(await bench.next())).toEqual(['pressure']);
  expect(bench.notices()).toEqual([expect.stringMatching(/^warn: LPS25H .* loses transfers/)]);
});

it('names the kernel driver that holds an address, and how to make it let go', async () => {
  const bench = new BenchedSenseHat();
  const device = '/sys/bus/i2c/devices/1-005f/driver';
  bench.files.links.set(device, '../../../../../../bus/i2c/drivers/hts221');
  bench.files.links.set(`${device}/module`, '../../../../module/hts221_i2c'); // not the driver's name
  bench.ail('humidity', busFaults.claimed);
  await bench.running();
  expect(missing(await bench.next())).toEqual(['humidity']);
  expect(bench.notices()).toEqual([
    'warn: HTS221 (humidity) is held by the kernel driver hts221: sudo modprobe -r hts221_i2c',
  ]);
  bench.ail('humidity', null);
  expect(missing(await bench.next(35))).toEqual([]);
});

it('keeps the other chips when one of them blocks the bus only while it is asked', async () => {
  const bench = await new BenchedSenseHat().running();
  bench.ail('field', busFaults.stuckLine);
  for (let turn = 0; turn < 100; turn++) expect(missing(await bench.next())).toEqual(['field']);
  expect(bench.notices()).toEqual([expect.stringMatching(/^warn: LSM9DS1 \(magnetic field\) holds a line/)]);
});

it.each(names)('starts the other chips when the %s chip blocks the bus from the beginning', async (name) => {
  const bench = new BenchedSenseHat();
  bench.ail(name, busFaults.stuckLine);
  await bench.running();
  expect(missing(await bench.next(3))).toEqual([name]);
  expect(missing(await bench.next(100))).toEqual([name]);
  expect(bench.notices()).toHaveLength(1);
});

it('asks a stuck bus ever more rarely, tells once, and sets every chip up anew when it is free', async () => {
  const bench = await new BenchedSenseHat().running();
  const askedS: number[] = [];
  bench.hat.bus.mishap = () => {
    askedS.push(bench.clock.nowS());
    return busFaults.stuckLine();
  };
  expect(missing(await bench.next())).toEqual(names);
  expect(askedS.length).toBeLessThanOrEqual(2); // a second each, on the real bus
  expect(missing(await bench.next(300))).toEqual(names);
  expect(askedS.length).toBeLessThanOrEqual(8);
  expect(bench.notices()).toEqual([expect.stringMatching(/holds a line of the I2C bus low/)]);

  bench.hat.bus.mishap = () => null;
  for (const name of names) bench.hat.reset(name);
  expect(missing(await bench.next(300))).toEqual([]);
  expect(bench.notices()).toEqual(['info: The I2C bus works again']);
});

it.each([
  { fault: busFaults.noBus, says: /There is no I2C bus: enable I2C/ },
  { fault: busFaults.noPermission, says: /No permission .* usermod -aG i2c/ },
])('tells once of a bus that vanished ($says) and goes on when it is back', async ({ fault, says }) => {
  const bench = await new BenchedSenseHat().running();
  bench.hat.bus.mishap = fault;
  const sample = await bench.next(100);
  expect(missing(sample)).toEqual(names);
  expect(sample.cpuC).toBe(51.234);
  expect(bench.notices()).toEqual([expect.stringMatching(says)]);

  bench.hat.bus.mishap = () => null;
  for (const name of names) bench.hat.reset(name);
  expect(missing(await bench.next(35))).toEqual([]);
  expect(bench.notices()).toEqual(['info: The I2C bus works again']);
});

it('says once, and never asks again, when the native module is not there', async () => {
  let asked = 0;
  const bench = new BenchedSenseHat({
    openBus: async () => {
      asked++;
      throw new BusModuleMissing("Cannot find module 'i2c-bus'");
    },
  });
  await bench.running();
  await bench.next(100);
  expect(asked).toBe(1);
  expect(bench.notices()).toEqual([expect.stringMatching(/^error: The I2C bus cannot be used here/)]);
  await bench.board.close();
});

it('reads the calibration of the humidity chip again when it was not copied yet', async () => {
  const bench = new BenchedSenseHat();
  const { registers } = bench.hat.chip('humidity');
  const calibration = registers.slice(0x30, 0x40);
  registers.fill(0, 0x30, 0x40);
  await bench.board.open();
  await bench.clock.advance(50);
  registers.set(calibration, 0x30);
  await bench.clock.advance(3000);
  expect((await bench.next()).humidityPct).toBeCloseTo(46, 2);
  expect(bench.notices()).toEqual([]);
});

it('never publishes humidity on a calibration of zeros', async () => {
  const bench = new BenchedSenseHat();
  bench.hat.chip('humidity').registers.fill(0, 0x30, 0x40);
  await bench.running();
  expect(missing(await bench.next(50))).toEqual(['humidity']);
  expect(bench.notices()).toEqual([expect.stringMatching(/factory calibration reads as zeros/)]);
});

it('keeps the humidity of a chip whose temperature calibration is damaged, and says so once', async () => {
  const bench = new BenchedSenseHat();
  bench.hat.chip('humidity').registers.fill(0, 0x3c, 0x40);
  await bench.running();
  const sample = await bench.next(50);
  expect(sample.humidityPct).toBeCloseTo(46, 2);
  expect(sample.humidityChipC).toBeNull();
  expect(bench.notices()).toEqual([expect.stringMatching(/temperature calibration is damaged/)]);
});

it('refuses the relative of the pressure chip that speaks another scale', async () => {
  const bench = new BenchedSenseHat();
  bench.hat.chip('pressure').registers[0x0f] = 0xb1;
  await bench.running();
  expect(missing(await bench.next())).toEqual(['pressure']);
  expect(bench.notices()).toEqual([expect.stringMatching(/LPS22HB/)]);
});

it('sets a chip up again that answers, keeps its settings, and measures nothing', async () => {
  const bench = await new BenchedSenseHat().running();
  const chip = bench.hat.chip('pressure');
  const { onRead } = chip;
  chip.onRead = (register) => {
    onRead(register);
    if (register === 0x27) chip.registers[0x27] = 0;
  };
  expect(missing(await bench.next(4))).toEqual(['pressure']);
  expect(bench.notices()).toEqual([]);
  await bench.next(2);
  expect(bench.notices()).toEqual([expect.stringMatching(/answers but does not measure/)]);
  chip.onRead = onRead;
  expect(missing(await bench.next(40))).toEqual([]);
});
