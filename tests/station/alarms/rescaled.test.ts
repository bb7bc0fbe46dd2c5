import { describe, expect, it } from 'vitest';
import { loud, Room } from './room.ts';

const HIGH = { altitudeM: 60 };
const LOW = { altitudeM: 25 };

describe('a change across another scale', () => {
  it('a corrected altitude is no storm', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.alarms.rescaled({ from: HIGH, to: LOW, moved: [], anew: [] });
    await room.pass(10, null); // the reading that is there is on the scale before
    await room.pass(4 * 3600, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual([]);
    await room.pass(3600, { seaLevelHpa: 1008 });
    expect(room.changes).toEqual(['storm fired']);
  });

  it('one that changed while the station was off is none either', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.save();
    room.begin();
    room.alarms.rescaled({ from: HIGH, to: LOW, moved: [], anew: [] });
    await room.pass(2 * 3600, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual([]);
  });

  it('neither is one behind which the power fails before the next reading', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.alarms.rescaled({ from: HIGH, to: LOW, moved: [], anew: [] });
    room.save();
    room.begin();
    await room.pass(2 * 3600, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual([]);
  });

  it('nor one behind a turn that still saw the value of before', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.alarms.rescaled({ from: HIGH, to: LOW, moved: [], anew: [] });
    await room.pass(2, { seaLevelHpa: 1016 });
    room.save();
    room.begin();
    await room.pass(3.5 * 3600, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual([]);
  });

  it('a rising wind goes on through a corrected hygrometer, which moves nothing of it', async () => {
    const gale = { id: 'gale', quantity: 'windGustMs', when: 'rises', on: 10, off: 5, over_s: 3600, ...loud } as const;
    const room = new Room([gale]);
    await room.pass(2 * 3600, { windGustMs: 3 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['humidity'], anew: [] });
    await room.pass(1200, { windGustMs: 18 });
    expect(room.changes).toEqual(['gale fired']);
  });

  it('a board that warms up does so through a corrected thermometer, which moves nothing of it', async () => {
    const warm = { id: 'warm', quantity: 'cpuC', when: 'rises', on: 10, off: 5, over_s: 3600, ...loud } as const;
    const room = new Room([warm]);
    await room.pass(2 * 3600, { cpuC: 45 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['temperature'], anew: [] });
    await room.pass(1200, { cpuC: 60 });
    expect(room.changes).toEqual(['warm fired']);
  });

  it('a fall of the temperature goes on through another barometer', async () => {
    const room = new Room([{ id: 'window_open', ...loud }]);
    await room.pass(2 * 3600, { temperatureC: 24 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['pressure'], anew: [] });
    await room.pass(1800, { temperatureC: 20.5 });
    expect(room.changes).toEqual(['window_open fired']);
  });

  it('another barometer at the same altitude is no storm', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['pressure'], anew: [] });
    await room.pass(2 * 3600, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual([]);
  });

  it('a corrected thermometer is no open window', async () => {
    const room = new Room([{ id: 'window_open', ...loud }]);
    await room.pass(2 * 3600, { temperatureC: 24 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['temperature'], anew: [] });
    await room.pass(2 * 3600, { temperatureC: 20.5 });
    expect(room.changes).toEqual([]);
  });

  it('a storm goes on through a corrected thermometer', async () => {
    const room = new Room([{ id: 'storm', ...loud }]);
    await room.pass(4 * 3600, { seaLevelHpa: 1016 });
    room.alarms.rescaled({ from: LOW, to: LOW, moved: ['temperature'], anew: [] });
    await room.pass(1200, { seaLevelHpa: 1011.8 });
    expect(room.changes).toEqual(['storm fired']);
  });
});
