import { describe, expect, it } from 'vitest';
import { ambientShare } from '../../../src/station/display/brightness.ts';
import { blue, darkFrame, type Frame, green, red } from '../../../src/station/display/frame.ts';
import { LedDisplay } from '../../../src/station/display/led-display.ts';
import { findPanel, type LedBus, type Panel } from '../../../src/station/display/panel.ts';
import { temperature } from '../../../src/station/display/scenes/temperature.ts';
import type { DisplayState } from '../../../src/station/display/state.ts';
import { busFaults } from '../../support/bus-faults.ts';
import { emptyState } from '../../support/empty-state.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { FakeFiles, fileError } from '../../support/fake-files.ts';

class FakePanel implements Panel {
  readonly name = 'fake';
  readonly shown: Frame[] = [];
  broken = false;
  closed = false;
  async show(frame: Frame): Promise<void> {
    if (this.broken) throw fileError('EIO', '/dev/fb1');
    this.shown.push(frame);
  }
  async close(): Promise<void> {
    this.closed = true;
    await this.show(darkFrame);
  }
}

function lit(known: Partial<DisplayState> = {}, options = {}) {
  const state: { now: DisplayState } = { now: { ...emptyState, temperatureC: 21, ...known } };
  const panel = new FakePanel();
  const seeking = { gives: panel as Panel | null };
  const clock = new FakeClock();
  const stop = new AbortController();
  const display = new LedDisplay(
    async () => seeking.gives,
    () => state.now,
    clock,
    { brightness: 1, sceneS: 8, ...options },
  );
  const done = display.run(stop.signal);
  const halt = () => {
    stop.abort();
    return done;
  };
  return { state, panel, seeking, clock, display, halt };
}
const light = (frame: Frame) => frame.reduce((sum, c) => sum + red(c) + green(c) + blue(c), 0);
/** How much the panel gives at the moment. */
const lightOf = (panel: FakePanel) => light(panel.shown.at(-1)!);

describe('the display', () => {
  it('names the scene it shows and goes to the next after its time', async () => {
    const { clock, display, halt } = lit({ rainProbability: 0.5, pressureHpaPerH: 0.2 }, { sceneS: 8 });
    const names: (string | null)[] = [];
    for (let i = 0; i < 4; i++) {
      await clock.advance(i === 0 ? 4_000 : 8_000);
      names.push(display.frameName);
    }
    expect(names).toEqual(['temperature', 'pressure', 'rain', 'temperature']);
    await halt();
  });

  it('offers its 64 colours for a preview, in full light even when the panel is dimmed', async () => {
    const { clock, display, panel, halt } = lit({ sunElevationDeg: -30, lux: 0 });
    await clock.advance(2_000);
    const colours = display.frame().map((hex) => Number.parseInt(hex.slice(1), 16));
    expect(colours).toEqual(temperature({ ...emptyState, temperatureC: 21 }));
    const lamps = (frame: Frame) => frame.map((c) => c !== 0);
    expect(lamps(panel.shown.at(-1)!)).toEqual(lamps(colours));
    expect(lightOf(panel)).toBeLessThan(0.5 * light(colours));
    await halt();
  });

  it('is dark after a stop, on the panel and in the preview', async () => {
    const { clock, display, panel, halt } = lit();
    await clock.advance(1_000);
    expect(panel.shown.at(-1)).not.toEqual(darkFrame);
    await halt();
    expect(panel.shown.at(-1)).toEqual(darkFrame);
    expect(panel.closed).toBe(true);
    expect(display.frameName).toBeNull();
    expect(new Set(display.frame())).toEqual(new Set(['#000000']));
  });

  it('drops everything for an alert, and takes up again when it is over', async () => {
    const { clock, display, state, halt } = lit();
    await clock.advance(1_000);
    state.now = { ...state.now, alert: 'storm' };
    await clock.advance(600);
    expect(display.frameName).toBe('alert');
    state.now = { ...state.now, alert: null };
    await clock.advance(600);
    expect(display.frameName).toBe('temperature');
    await halt();
  });

  it('confirms a label even in front of an alert', async () => {
    const { clock, display, halt } = lit({ alert: 'frost' });
    await clock.advance(1_000);
    display.flash('rain');
    await clock.advance(100);
    expect(display.frameName).toBe('label rain');
    await clock.advance(1_500);
    expect(display.frameName).toBe('alert');
    await halt();
  });

  it('turns the scene and the brightness at a press', async () => {
    const { clock, display, panel, halt } = lit({ rainProbability: 0.9 }, { brightness: 0.5, sceneS: 600 });
    await clock.advance(1_000);
    display.nextScene();
    await clock.advance(1_000);
    expect(display.frameName).toBe('rain');
    const usual = lightOf(panel);
    display.dimmer();
    await clock.advance(100);
    const dim = lightOf(panel);
    display.brighter();
    display.brighter();
    await clock.advance(100);
    expect(dim).toBeLessThan(usual);
    expect(lightOf(panel)).toBeGreaterThan(usual);
    await halt();
  });

  it('writes nothing while nothing changes', async () => {
    const { clock, panel, halt } = lit({}, { sceneS: 600 });
    await clock.advance(2_000);
    const before = panel.shown.length;
    await clock.advance(60_000);
    expect(panel.shown.length).toBe(before);
    await halt();
  });

  it('follows a lamp slowly, since it lights its own sensor', async () => {
    const { clock, panel, state, halt } = lit({ lux: 300 }, { sceneS: 600 });
    await clock.advance(2_000);
    const bright = lightOf(panel);
    state.now = { ...state.now, lux: 1 };
    await clock.advance(1_000);
    const soon = lightOf(panel);
    await clock.advance(60_000);
    expect(soon).toBeGreaterThan(0.7 * bright);
    expect(lightOf(panel)).toBeLessThan(0.6 * bright);
    await halt();
  });

  it('keeps its preview without a panel, and uses one that turns up', async () => {
    const { clock, display, panel, seeking, state, halt } = lit();
    await clock.advance(1_000);
    panel.broken = true;
    seeking.gives = null;
    state.now = { ...state.now, temperatureC: 12 };
    await clock.advance(120_000);
    expect(display.frameName).toBe('temperature');
    expect(display.takeNotices()).toMatchObject([{ kind: 'display', severity: 'warn' }]);
    panel.broken = false;
    seeking.gives = panel;
    await clock.advance(61_000);
    expect(display.takeNotices()).toMatchObject([{ kind: 'display', severity: 'info' }]);
    await halt();
  });
});

describe('the brightness', () => {
  it('falls with the sun where no light is measured', () => {
    const shares = [30, 6, 3, 0, -3, -6, -40].map((elevation) => ambientShare(elevation, null));
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares[0]).toBe(1);
    expect(shares.at(-1)).toBeLessThan(0.1);
  });

  it('follows the room where light is measured, and stays modest at night', () => {
    const day = [0, 1, 10, 100, 300, 20_000].map((lux) => ambientShare(40, lux));
    expect(day).toEqual(day.toSorted((a, b) => a - b));
    expect(ambientShare(40, 500)).toBe(1);
    expect(ambientShare(-30, 500)).toBe(0.5);
    expect(ambientShare(-30, 0)).toBeLessThan(0.1);
  });

  it('is full where neither is known', () => {
    expect(ambientShare(null, null)).toBe(1);
  });
});

/** A bus on which only the LED controller, or something that calls itself `id`, is found. */
function busWith(id: number | Error) {
  const bus = { sent: [] as [number, Uint8Array][], closed: 0 };
  const open = async (): Promise<LedBus> => ({
    readBlock: async () => {
      if (id instanceof Error) throw id;
      return Buffer.from([id]);
    },
    write: async (address, bytes) => {
      bus.sent.push([address, bytes]);
    },
    close: async () => {
      bus.closed++;
    },
  });
  return { bus, open };
}
const noBus = async (): Promise<LedBus> => {
  throw new Error('the framebuffer is there: no bus is asked');
};
const FB = {
  '/sys/class/graphics/fb0/name': 'vc4drmfb\n',
  '/sys/class/graphics/fb1/name': 'RPi-Sense FB\n',
  '/dev/fb1': '',
};

describe('the search for the panel', () => {
  it('finds the framebuffer by its name, whatever its number', async () => {
    const files = new FakeFiles(FB);
    const panel = await findPanel(files, noBus, 0);
    expect(panel?.name).toBe('/dev/fb1');
    await panel?.show(new Array<number>(64).fill(0xff0000));
    expect(Buffer.from(files.written.get('/dev/fb1')![0]!).toString('hex')).toBe('00f8'.repeat(64));
    await panel?.close();
    expect(files.written.get('/dev/fb1')!.at(-1)).toEqual(new Uint8Array(128));
    expect(files.open.size).toBe(0);
  });

  it('talks to the controller itself only where no kernel driver holds it', async () => {
    const { bus, open } = busWith(0xf3); // a kernel without the mask gives bit 7 as it comes
    const panel = await findPanel(new FakeFiles(), open, 0);
    await panel?.show(new Array<number>(64).fill(0xff0000));
    await panel?.close();
    expect(bus.sent.map(([address, bytes]) => [address, bytes.length])).toEqual([
      [0x46, 193],
      [0x46, 193],
    ]);
    expect(bus.sent[1]![1]).toEqual(new Uint8Array(193));
    expect(bus.closed).toBe(1);
    const held = new FakeFiles();
    held.links.set('/sys/bus/i2c/devices/1-0046/driver', '../../../bus/i2c/drivers/simple-mfd-i2c');
    expect(await findPanel(held, open, 0)).toBeNull();
  });

  it('leaves a stranger at its address alone', async () => {
    const { bus, open } = busWith(0x12);
    expect(await findPanel(new FakeFiles(), open, 0)).toBeNull();
    expect(bus).toEqual({ sent: [], closed: 1 });
  });

  it('says in words why the controller cannot be reached, and keeps no bus open', async () => {
    const { bus, open } = busWith(busFaults.nack());
    await expect(findPanel(new FakeFiles(), open, 0)).rejects.toThrow('does not answer');
    expect(bus.closed).toBe(1);
  });

  it('says which group opens the panel', async () => {
    const files = new FakeFiles(FB);
    files.refusals.set('/dev/fb1', 'EACCES');
    const clock = new FakeClock();
    const stop = new AbortController();
    const display = new LedDisplay(
      () => findPanel(files, noBus, 0),
      () => emptyState,
      clock,
      { brightness: 1, sceneS: 8 },
    );
    const done = display.run(stop.signal);
    await clock.advance(300_000);
    const notices = display.takeNotices();
    expect(notices).toHaveLength(1);
    expect(notices[0]!.detail).toContain('group video');
    stop.abort();
    await done;
  });
});
