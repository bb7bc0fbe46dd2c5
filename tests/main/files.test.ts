import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeFiles } from '../../src/main/machine/files.ts';
import { findByName, ifThere } from '../../src/station/sensors/machine/files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'weatherglass-files-'));
  mkdirSync(join(root, 'sys/class/graphics/fb0'), { recursive: true });
  writeFileSync(join(root, 'sys/class/graphics/fb0/name'), 'RPi-Sense FB\n');
  mkdirSync(join(root, 'dev'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the files below a root folder', () => {
  it('are found by the name in them, and missing where there are none', async () => {
    const files = new NodeFiles(root);
    expect(await findByName(files, '/sys/class/graphics', 'fb', 'name', 'RPi-Sense FB')).toBe('fb0');
    expect(await findByName(files, '/sys/class/input', 'event', 'device/name', 'anything')).toBeNull();
    expect(await ifThere(files.readText('/sys/class/graphics/fb0/name/deeper'))).toBeNull();
    expect((await files.stat('/sys/class/graphics')).isDirectory()).toBe(true);
  });

  it('give a link as it is written, wherever it leads', async () => {
    symlinkSync('../../bus/i2c/drivers/hts221_i2c', join(root, 'dev/driver'));
    expect(await new NodeFiles(root).link('/dev/driver')).toBe('../../bus/i2c/drivers/hts221_i2c');
  });

  it('are written over from their start, without growing or shrinking', async () => {
    writeFileSync(join(root, 'dev/fb0'), 'aaaaaa');
    const device = await new NodeFiles(root).openForWriting('/dev/fb0');
    await device.rewrite(new TextEncoder().encode('bbbb'));
    await device.rewrite(new TextEncoder().encode('ccc'));
    await device.close();
    expect(readFileSync(join(root, 'dev/fb0'), 'utf8')).toBe('cccbaa');
  });

  it('never make a reader of a device wait for what has not come', async () => {
    const path = join(root, 'dev/event0');
    execFileSync('mkfifo', [path]);
    const device = await new NodeFiles(root).openForReading('/dev/event0');
    expect(await device.readAvailable(24)).toBeNull();
    const writer = openSync(path, 'w');
    expect(await device.readAvailable(24)).toBeNull();
    writeSync(writer, 'pressed');
    expect(Buffer.from((await device.readAvailable(24))!).toString()).toBe('pressed');
    expect(await device.readAvailable(24)).toBeNull();
    await device.close();
  });
});
