import { describe, expect, it } from 'vitest';
import { json, playedStation, refusal } from '../support/played-station.ts';

describe('a station that was away', () => {
  it.each([5, -30])(
    'is fresh again when its clock began again where it had stopped, %i s from its last stamp',
    async (apartS) => {
      const { time, server, sources, station, stationNowS, message } = playedStation();
      station.connect();
      await time.passes(300);
      sources[0]!.say(message());
      const lastS = stationNowS();
      server.isDown = true;
      await time.passes(60_000);
      expect(station.isStale.value).toBe(true);
      server.isDown = false;
      const backMs = time.nowMs;
      const itsNowS = () => lastS + apartS + (time.nowMs - backMs) / 1000;
      server.answers.set('/api/status', () =>
        json({ started_ts: itsNowS() - 3, uptime_s: 3, jobs: [], site: { timezone: 'UTC' }, sample_interval_s: 2 }),
      );
      for (let i = 0; i < 4; i++) {
        sources.at(-1)!.say(message(itsNowS()));
        await time.passes(2000);
      }
      expect([station.isStale.value, station.ageS.value! < 5]).toEqual([false, true]);
      expect(station.stationNowS()).toBeCloseTo(itsNowS(), -1);
    },
  );
});

describe('a slow way', () => {
  it('does not make an old value new, nor the station’s clock slow', async () => {
    const { time, server, sources, station, stationNowS, message } = playedStation();
    station.connect();
    await time.passes(300);
    for (let i = 0; i < 5; i++) {
      sources[0]!.say(message());
      await time.passes(2000);
    }
    server.isMute = true;
    await time.passes(10_000);
    sources[0]!.say(message(stationNowS() - 9.5)); // and more are on their way behind it
    expect(station.isStale.value).toBe(true);
    expect(station.ageS.value).toBe(9);
    expect(station.stationNowS()).toBeCloseTo(stationNowS(), 0);
    sources[0]!.say(message(stationNowS() - 1, 5));
    expect(station.isStale.value).toBe(false);
  });

  it('does not bring back what was overtaken', async () => {
    const { time, sources, station, stationNowS, message } = playedStation();
    station.connect();
    await time.passes(300);
    sources[0]!.say(message(stationNowS(), 4));
    await time.passes(10_000);
    sources[0]!.say(message(stationNowS(), 5));
    sources[0]!.say(message(stationNowS() - 7, 6));
    expect(station.telemetry.value?.temperature).toBe(5);
    expect(station.isStale.value).toBe(false);
  });

  it('does not begin with old readings that look new, however many come before the station has told its clock', async () => {
    const { time, server, sources, station, stationNowS, message } = playedStation();
    let tell: (response: Response) => void = () => undefined;
    const status = server.answers.get('/api/status')!;
    server.answers.set('/api/status', () => new Promise<Response>((resolve) => (tell = resolve)));
    station.connect();
    await time.passes(300);
    for (const heldS of [30, 28, 26]) sources[0]!.say(message(stationNowS() - heldS));
    expect(station.telemetry.value).toBeNull();
    tell(await status({}));
    await time.passes(0);
    expect([station.telemetry.value?.timestamp, station.isStale.value]).toEqual([stationNowS() - 26, true]);
    expect(station.ageS.value).toBe(26);
    expect(station.stationNowS()).toBeCloseTo(stationNowS(), 0);
  });

  it('shows what comes where the station cannot say what time it is', async () => {
    const { time, server, sources, station, message } = playedStation();
    server.answers.set('/api/status', () => refusal(500, 'broken'));
    station.connect();
    await time.passes(300);
    sources[0]!.say(message());
    expect(station.telemetry.value).not.toBeNull();
  });

  it('counts what an answer took as part of its age', async () => {
    const { time, server, station } = playedStation();
    station.connect();
    let answer: (response: Response) => void = () => undefined;
    server.answers.set('/api/anomaly', () => new Promise<Response>((resolve) => (answer = resolve)));
    const leave = station.anomaly.join();
    await time.passes(15_000);
    answer(json({}));
    await time.passes(0);
    expect(station.anomaly.ageS.value).toBeGreaterThanOrEqual(14);
    leave();
  });
});
