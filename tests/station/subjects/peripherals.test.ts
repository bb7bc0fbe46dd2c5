import { expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { OutdoorProbe } from '../../../src/station/sensors/periphery/probe.ts';
import { Peripherals } from '../../../src/station/subjects/peripherals.ts';
import { emptyState } from '../../support/empty-state.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeFiles } from '../../support/fake-files.ts';

const DEVICE = '/dev/input/event3';

/** The stick pushed to the right, as the kernel writes it: "it rains". */
function pushedRight(): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(24));
  bytes.setUint16(16, 1, true);
  bytes.setUint16(18, 106, true);
  bytes.setInt32(20, 1, true);
  return new Uint8Array(bytes.buffer);
}

it.each([true, false])('the panel confirms a label of the stick only when it was taken: %s', async (isTaken) => {
  const clock = new FakeClock();
  const files = new FakeFiles({
    '/sys/class/input/event3/device/name': 'Raspberry Pi Sense HAT Joystick\n',
    [DEVICE]: '',
  });
  // A driver holds the panel: nobody looks for it on the bus of this machine, which takes as long as it takes.
  files.links.set('/sys/bus/i2c/devices/1-0046/driver', 'sense-hat');
  files.arriving.set(DEVICE, []);
  const labels: number[] = [];
  const config = Config.parse({ display: { enabled: true } });
  const peripherals = new Peripherals({ config, clock, files }, null, {
    displayState: () => ({ ...emptyState, temperatureC: 20 }),
    label: (value) => {
      labels.push(value);
      return isTaken;
    },
    report: () => {},
  });
  peripherals.start();
  await clock.advance(500);
  files.arriving.get(DEVICE)!.push(pushedRight());
  const seen = new Set<string | null>();
  for (let n = 0; n < 30; n += 1) {
    await clock.advance(40);
    seen.add(peripherals.frameName);
  }
  expect(labels).toEqual([1]);
  expect(seen.has('label rain')).toBe(isTaken);
  const stopped = peripherals.stop();
  await clock.advance(1000);
  await stopped;
});

it('an event of the probe has its name and the reason in its data', async () => {
  const clock = new FakeClock();
  const files = new FakeFiles({});
  const config = Config.parse({ display: { enabled: false }, sensors: { joystick: false } });
  const device = '28-0316a2794dff';
  const told: unknown[] = [];
  const peripherals = new Peripherals({ config, clock, files }, new OutdoorProbe(files, clock, device, 20), {
    displayState: () => emptyState,
    label: () => true,
    report: (kind, _severity, _words, data) => told.push({ kind, data }),
  });
  peripherals.start();
  await clock.advance(60_000);
  peripherals.tell();
  expect(told).toEqual([{ kind: 'probe', data: { device, reason: 'not_found' } }]);
  await peripherals.stop();
});
