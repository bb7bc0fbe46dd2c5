import { describe, expect, it } from 'vitest';
import { json, playedStation } from '../support/played-station.ts';

describe('a stream that fails', () => {
  it('is replaced by questions within a second when the station has none to spare, and taken up again when it has', async () => {
    const { time, server, sources, station, message } = playedStation();
    station.connect();
    await time.passes(300);
    sources[0]!.refuse();
    await time.passes(1000);
    expect(station.telemetry.value?.temperature).toBe(4.4);
    expect(station.rain.value?.rain_probability).toBe(0.11);
    for (let i = 0; i < 20; i++) {
      await time.passes(3000);
      sources.at(-1)!.refuse();
      expect(station.isStale.value, `after ${3 * i} s`).toBe(false);
    }
    expect(server.count('/api/telemetry')).toBeLessThan(20);
    await time.passes(16_000);
    for (let i = 0; i < 3; i++) {
      sources.at(-1)!.say(message());
      await time.passes(2000);
    }
    const asked = server.count('/api/telemetry');
    for (let i = 0; i < 10; i++) {
      sources.at(-1)!.say(message());
      await time.passes(2000);
    }
    expect(server.count('/api/telemetry')).toBe(asked);
  });

  it('is helped out while something on the way swallows it, and is opened anew', async () => {
    const { time, sources, station } = playedStation();
    station.connect();
    await time.passes(60_000);
    expect(station.isStale.value).toBe(false);
    expect(sources.length).toBeGreaterThan(2);
  });

  it('leaves the page waiting, not broken, while the station is away; then what was missed is fetched', async () => {
    const { time, server, sources, station, message } = playedStation();
    station.connect();
    await time.passes(300);
    sources[0]!.say(message());
    server.answers.set('/api/scorecard', () => json({ rows: [], explainer: '' }));
    const leave = station.scorecard.join();
    await time.passes(1000);
    server.isDown = true;
    await time.passes(40_000);
    expect(station.isStale.value).toBe(true);
    server.isDown = false;
    const before = server.count('/api/scorecard');
    sources.at(-1)!.say(message());
    await time.passes(1000);
    expect(server.count('/api/scorecard')).toBe(before + 1);
    expect(station.isStale.value).toBe(false);
    leave();
  });

  it('is silent once nothing has come for three samples, not while the same old sample comes again', async () => {
    const { time, server, sources, station, message } = playedStation();
    station.connect();
    await time.passes(300);
    const old = message();
    for (let i = 0; i < 6; i++) {
      sources[0]!.say(old);
      await time.passes(2000);
    }
    expect([station.isStale.value, station.isSilent.value]).toEqual([true, false]);
    server.isMute = true;
    await time.passes(6000);
    expect([station.status.problem.value, station.isSilent.value]).toEqual([null, true]);
    sources.at(-1)!.say(message());
    await time.passes(1000);
    expect(station.isSilent.value).toBe(false);
  });

  it('does not leave a question that is never answered between itself and the next', async () => {
    const { time, server, station } = playedStation();
    station.connect();
    server.isMute = true;
    await time.passes(60_000);
    server.isMute = false;
    await time.passes(20_000);
    expect(station.isStale.value).toBe(false);
    expect(station.telemetry.value).not.toBeNull();
  });
});

describe('a page that nobody sees', () => {
  it('closes its stream and asks nothing, but where its reader wants notifications', async () => {
    const { time, server, sources, tab, station } = playedStation();
    const leave = station.connect();
    await time.passes(100);
    tab.visible = false;
    station.lookAway();
    expect(sources.map(({ readyState }) => readyState)).toEqual([2]);
    await time.passes(60_000);
    expect(server.count('/api/telemetry')).toBe(0);
    tab.visible = true;
    station.lookAgain(60_000);
    expect(sources).toHaveLength(2);
    tab.listening = true;
    tab.visible = false;
    station.lookAway();
    expect(sources.at(-1)!.readyState).not.toBe(2);
    leave();
  });
});
