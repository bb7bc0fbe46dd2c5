import { describe, expect, it } from 'vitest';
import { CpuTemperature } from '../../../../src/station/sensors/machine/cpu-temperature.ts';
import { FirmwareTool, type RunCommand } from '../../../../src/station/sensors/machine/firmware-tool.ts';
import { parseThrottled, Throttling } from '../../../../src/station/sensors/machine/throttling.ts';
import { FakeFiles, fileError } from '../../../support/fake-files.ts';

const cpuOf = (files: FakeFiles, run: RunCommand | null = null) => new CpuTemperature(files, new FirmwareTool(run));
const throttlingOf = (run: RunCommand | null) => new Throttling(new FakeFiles(), new FirmwareTool(run));

const zone = (n: number, type: string, text: string) => ({
  [`/sys/class/thermal/thermal_zone${n}/type`]: `${type}\n`,
  [`/sys/class/thermal/thermal_zone${n}/temp`]: text,
});

describe('the CPU temperature', () => {
  it.each([
    ['cpu-thermal', { ...zone(0, 'gpu-thermal', '70000\n'), ...zone(1, 'cpu-thermal', '48312\n') }],
    ['bcm2835_thermal', { ...zone(0, 'soc-x', '70000\n'), ...zone(1, 'bcm2835_thermal', '48312\n') }],
    ['the first with cpu or soc in it', { ...zone(0, 'battery', '70000\n'), ...zone(1, 'x86_soc_temp', '48312\n') }],
  ])('comes from the right zone: %s', async (_, texts) => {
    expect(await cpuOf(new FakeFiles(texts)).read()).toBe(48.312);
  });

  it('asks the firmware tool only where there is no zone', async () => {
    const tool = async (program: string, args: readonly string[]) => {
      expect([program, ...args]).toEqual(['vcgencmd', 'measure_temp']);
      return "temp=52.6'C\n";
    };
    expect(await cpuOf(new FakeFiles(), tool).read()).toBe(52.6);
    expect(await cpuOf(new FakeFiles(zone(0, 'cpu-thermal', '48312\n')), tool).read()).toBe(48.312);
  });

  it('is null, never 0, where nothing tells, and comes back when it does', async () => {
    const files = new FakeFiles(zone(0, 'cpu-thermal', '48312\n'));
    const cpu = cpuOf(files);
    expect(await cpu.read()).toBe(48.312);
    files.refusals.set('/sys/class/thermal/thermal_zone0/temp', 'EIO');
    expect(await cpu.read()).toBeNull();
    files.refusals.clear();
    files.texts.set('/sys/class/thermal/thermal_zone0/temp', '');
    expect(await cpu.read()).toBeNull();
    files.texts.set('/sys/class/thermal/thermal_zone0/temp', '50000\n');
    expect(await cpu.read()).toBe(50);
    const tool = () => Promise.reject(new Error('spawn vcgencmd ENOENT'));
    expect(await cpuOf(new FakeFiles(), tool).read()).toBeNull();
  });
});

describe('throttling', () => {
  it.each([
    ['50005\n', 0x50005],
    ['throttled=0x50000\n', 0x50000],
    ['throttled=0x0\n', 0],
    ['', null],
    ['error=1 error_msg="Command not registered"\n', null],
  ])('reads %j', (text, flags) => {
    expect(parseThrottled(text)).toBe(flags);
  });

  it('tells of a change once, and says what holds the Pi back', async () => {
    let flags = '0x0';
    const throttling = throttlingOf(async () => `throttled=${flags}\n`);
    expect(await throttling.check()).toBeNull();
    flags = '0x50001';
    expect(await throttling.check()).toMatchObject({
      kind: 'throttled',
      severity: 'warn',
      detail: 'The Pi is slowed down: the supply voltage is too low',
    });
    expect(await throttling.check()).toBeNull();
    flags = '0x5000c';
    expect((await throttling.check())!.detail).toContain('throttled, the CPU is at its soft temperature limit');
    flags = '0x50000';
    expect(await throttling.check()).toMatchObject({ severity: 'info' });
    expect(await throttling.check()).toBeNull();
  });

  it('tells once of what came and went between two checks, but not of what was before the start', async () => {
    let flags = '0x20000';
    const throttling = throttlingOf(async () => `throttled=${flags}\n`);
    expect(await throttling.check()).toBeNull();
    flags = '0x30000';
    expect((await throttling.check())!.detail).toBe('The Pi was slowed down briefly: the supply voltage is too low');
    expect(await throttling.check()).toBeNull();
  });

  it('does not look again and again for a tool that is not installed', async () => {
    let asked = 0;
    const throttling = throttlingOf(() => {
      asked++;
      return Promise.reject(fileError('ENOENT', 'vcgencmd'));
    });
    for (let i = 0; i < 5; i++) await throttling.check();
    expect(asked).toBe(1);
  });

  it('says nothing on a machine whose firmware says nothing', async () => {
    expect(await throttlingOf(null).check()).toBeNull();
    expect(await throttlingOf(() => Promise.reject(new Error('no tool'))).check()).toBeNull();
  });
});
