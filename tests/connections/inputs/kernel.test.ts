import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Kernel } from '../../../src/connections/inputs/kernel.ts';
import { buildTree } from '../../station/inputs/support/manifest.ts';
import { payloads } from '../../station/inputs/support/payloads.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { Intake } from './support/intake.ts';

const manifest = (file: string): string => payloads('iio').find((one) => one.file === `${file}.tsv`)!.text;

let root: string;
let clock: FakeClock;
let intake: Intake;
let kernel: Kernel;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-kernel-'));
  clock = new FakeClock();
  intake = new Intake(clock);
  kernel = new Kernel({ root }, intake.take, intake.tell, intake.ports);
});
afterEach(async () => {
  await Promise.all([kernel.stop(), clock.advance(1000)]);
  rmSync(root, { recursive: true });
});
const IIO = 'sys/bus/iio/devices';
const values = (sender: string) => intake.heard.findLast((one) => one.sender === sender)?.values;

describe('kernel sensors', () => {
  it.each([
    ['scd41', ['i2c-1-0062']],
    ['bme280', ['i2c-1-0076']],
    ['dht22', ['dht11@4']],
    ['ds18b20', ['28-031600a1b2c3', '28-0316a2795cff']],
    ['sht4x-hwmon', ['i2c-1-0044']],
    ['si7021', ['i2c-1-0040']],
    ['sps30', ['i2c-1-0069']],
    ['two-bme280-boot-a', ['i2c-1-0076', 'i2c-1-0077']],
    ['veml6070', ['i2c-1-0038']],
  ])('%s is found by itself, under its address', async (file, senders) => {
    buildTree(manifest(file), root);
    kernel.start();
    await expect.poll(() => intake.senders).toEqual(senders);
    expect(intake.told).toEqual([]);
  });

  it.each(['nothing-there', 'hwmon-not-weather'])('%s: told once, and a sensor that comes is found', async (file) => {
    buildTree(manifest(file), root);
    kernel.start();
    await expect.poll(() => intake.told).toEqual(['input.kernel-none']);
    await clock.advance(120_000);
    rmSync(join(root, IIO), { recursive: true, force: true });
    buildTree(manifest('bme280'), root);
    await expect.poll(() => clock.advance(10_000).then(() => intake.senders)).toEqual(['i2c-1-0076']);
    expect(intake.told).toEqual(['input.kernel-none', 'input.works']);
  });

  it('two of a kind keep their identity when the kernel changes their numbers', async () => {
    buildTree(manifest('two-bme280-boot-a'), root);
    kernel.start();
    await expect.poll(() => values('i2c-1-0077')).toBeDefined();
    expect(values('i2c-1-0076')!['outdoor.temperature_c']).toBe(21);
    const [a, b] = ['iio:device0', 'iio:device1'].map((name) => join(root, IIO, name));
    renameSync(a!, `${a}-x`);
    renameSync(b!, a!);
    renameSync(`${a}-x`, b!);
    intake.heard.length = 0;
    await expect.poll(() => clock.advance(10_000).then(() => values('i2c-1-0077'))).toBeDefined();
    expect(values('i2c-1-0076')!['outdoor.temperature_c']).toBe(21);
    expect(values('i2c-1-0077')!['outdoor.temperature_c']).toBe(8);
  });

  it('a node that cannot be read leaves the others, and is told after three times', async () => {
    buildTree(manifest('scd40-read-error'), root);
    kernel.start();
    await expect.poll(() => intake.heard.length).toBe(1);
    expect(values('i2c-1-0062')).toEqual({
      'outdoor.humidity_pct': expect.closeTo(60, 1),
      'co2.co2_ppm': expect.closeTo(1045, 5),
    });
    expect(intake.told).toEqual([]);
    await expect.poll(() => clock.advance(10_000).then(() => intake.heard.length)).toBeGreaterThan(5);
    expect(intake.told).toEqual(['input.kernel-node']);
  });

  it('a sensor that is pulled out and a node of endless text harm nobody', async () => {
    buildTree(manifest('two-bme280-boot-a'), root);
    kernel.start();
    await expect.poll(() => intake.senders).toHaveLength(2);
    unlinkSync(join(root, IIO, 'iio:device0'));
    mkdirSync(join(root, IIO, 'iio:device7'));
    writeFileSync(join(root, IIO, 'iio:device7/name'), 'bmp280\n');
    symlinkSync('/dev/zero', join(root, IIO, 'iio:device7/in_temp_input'));
    intake.heard.length = 0;
    await expect.poll(() => clock.advance(10_000).then(() => intake.heard.length)).toBeGreaterThan(10);
    expect(intake.senders).toContain('i2c-1-0077');
    expect(intake.senders).not.toContain('bmp280');
    expect(intake.logged).toEqual([]);
  });
});
