import { describe, expect, it } from 'vitest';
import { Joystick, type JoystickActions } from '../../../../src/station/sensors/periphery/joystick.ts';
import { parseEvent, parseEvents } from '../../../../src/station/sensors/periphery/joystick-events.ts';
import vectors from '../../../fixtures/sense-hat-vectors.json' with { type: 'json' };
import { FakeClock } from '../../../support/fake-clock.ts';
import { FakeFiles } from '../../../support/fake-files.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe('an input record', () => {
  it.each(vectors.joystick.cases)('$name', ({ layout, event_hex, expect: truth }) => {
    const event = parseEvent(bytesOf(event_hex), layout === '64-bit' ? 24 : 16);
    expect(event).toEqual(truth && { direction: truth.direction, action: truth.action });
  });

  it('is put together when it arrives in two pieces', () => {
    const record = bytesOf(vectors.joystick.cases[0]!.event_hex);
    const first = parseEvents(record.slice(0, 10), 24);
    expect(first.events).toEqual([]);
    const both = parseEvents(Buffer.concat([first.rest, record.slice(10), record.slice(0, 5)]), 24);
    expect(both.events).toMatchObject([{ direction: 'down', action: 'pressed' }]);
    expect(both.rest).toHaveLength(5);
  });
});

const NAME = '/sys/class/input/event3/device/name';
const DEVICE = '/dev/input/event3';
const code = { up: 103, down: 108, left: 105, right: 106, middle: 28 };

function record(direction: keyof typeof code, value: 0 | 1 | 2): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(24));
  bytes.setUint16(16, 1, true);
  bytes.setUint16(18, code[direction], true);
  bytes.setInt32(20, value, true);
  return new Uint8Array(bytes.buffer);
}

function plugged() {
  const files = new FakeFiles({
    '/sys/class/input/event0/device/name': 'vc4-hdmi\n',
    [NAME]: 'Raspberry Pi Sense HAT Joystick\n',
    [DEVICE]: '',
  });
  files.arriving.set(DEVICE, []);
  const told: string[] = [];
  const actions: JoystickActions = {
    dry: () => told.push('dry'),
    rain: () => told.push('rain'),
    nextScene: () => told.push('next'),
    brighter: () => told.push('brighter'),
    dimmer: () => told.push('dimmer'),
  };
  const clock = new FakeClock();
  const stop = new AbortController();
  const stick = new Joystick(files, clock, actions);
  const done = stick.run(stop.signal);
  const press = (...records: Uint8Array[]) => files.arriving.get(DEVICE)!.push(Buffer.concat(records));
  const halt = () => {
    stop.abort();
    return done;
  };
  return { files, clock, stick, told, press, stop: halt };
}

describe('the joystick', () => {
  it('labels with left and right, turns the scene with the middle, and dims with up and down', async () => {
    const { clock, told, press, stop } = plugged();
    press(...(['left', 'right', 'middle', 'up', 'down'] as const).flatMap((way) => [record(way, 1), record(way, 0)]));
    await clock.advance(60);
    expect(told).toEqual(['dry', 'rain', 'next', 'brighter', 'dimmer']);
    await stop();
  });

  it('repeats only the brightness while a key is held', async () => {
    const { clock, told, press, stop } = plugged();
    for (const way of ['right', 'middle', 'up'] as const) press(record(way, 1), record(way, 2), record(way, 2));
    await clock.advance(1_000);
    expect(told).toEqual(['rain', 'next', 'brighter', 'brighter', 'brighter']);
    await stop();
  });

  it('counts the same label within five seconds as one observation', async () => {
    const { clock, told, press, stop } = plugged();
    press(record('right', 1));
    await clock.advance(1_000);
    press(record('right', 1));
    await clock.advance(1_000);
    press(record('left', 1));
    await clock.advance(6_000);
    press(record('left', 1));
    await clock.advance(1_000);
    expect(told).toEqual(['rain', 'dry', 'dry']);
    await stop();
  });

  it('is found again after it was unplugged, and closes what it opened', async () => {
    const { files, clock, stick, told, press, stop } = plugged();
    await clock.advance(100);
    expect([...files.open]).toEqual([DEVICE]);
    files.refusals.set(DEVICE, 'ENODEV');
    await clock.advance(60_000);
    expect(files.open.size).toBe(0);
    expect(stick.takeNotices()).toMatchObject([{ kind: 'sensor', severity: 'warn' }]);
    files.refusals.clear();
    press(record('middle', 1));
    await clock.advance(31_000);
    expect(told).toEqual(['next']);
    expect(stick.takeNotices()).toMatchObject([{ severity: 'info' }]);
    await stop();
    expect(files.open.size).toBe(0);
  });

  it('names the group when it may not be read, once', async () => {
    const { files, clock, stick, stop } = plugged();
    files.refusals.set(DEVICE, 'EACCES');
    await clock.advance(300_000);
    const notices = stick.takeNotices();
    expect(notices).toHaveLength(1);
    expect(notices[0]!.detail).toContain('group input');
    await stop();
  });
});
