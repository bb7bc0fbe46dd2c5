import { describe, expect, it } from 'vitest';
import { json, playedStation } from '../support/played-station.ts';

describe('a station that is set to sample seldom', () => {
  it('is not old between two samples, and is once three of them are missing', async () => {
    const { time, server, sources, station, stationNowS, message } = playedStation();
    const site = { timezone: 'UTC' };
    server.answers.set('/api/status', () =>
      json({ started_ts: stationNowS() - 5000, uptime_s: 5000, jobs: [], site, sample_interval_s: 30 }),
    );
    station.connect();
    const leave = station.status.join();
    await time.passes(300);
    const stampS = stationNowS();
    sources[0]!.say(message(stampS));
    for (let i = 0; i < 44; i++) {
      await time.passes(2000);
      sources[0]!.say(message(stampS)); // the stream repeats the newest
      expect(station.isStale.value, `after ${2 * (i + 1)} s`).toBe(false);
    }
    for (let i = 0; i < 2; i++) {
      await time.passes(2000);
      sources[0]!.say(message(stampS));
    }
    expect(station.isStale.value).toBe(true);
    leave();
  });
});

describe('what is older than three of its periods looks old', () => {
  const hour = 3600;
  it('the sample after six seconds, also when the stream goes on repeating it', async () => {
    const { time, sources, station, message, stationNowS } = playedStation();
    station.connect();
    await time.passes(300);
    sources[0]!.say(message());
    const last = stationNowS();
    for (let i = 0; i < 3; i++) {
      await time.passes(2000);
      sources[0]!.say(message(last));
    }
    expect(station.isStale.value).toBe(false);
    await time.passes(2000);
    sources[0]!.say(message(last));
    expect(station.isStale.value).toBe(true);
    expect(station.isRainOld.value).toBe(false);
    for (let i = 0; i < 450; i++) {
      await time.passes(2000);
      sources[0]!.say(message(last));
    }
    expect(station.isRainOld.value).toBe(true);
  });

  it('a sample that was three hours old when the page was opened, whichever answer comes first', async () => {
    for (const first of ['stream', 'status']) {
      const { time, server, sources, station, message, stationNowS } = playedStation();
      const old = stationNowS() - 3 * hour;
      station.connect();
      server.answers.set('/api/telemetry', () => json(message(old).telemetry));
      await time.passes(300);
      if (first === 'stream') sources[0]!.say(message(old));
      const leave = station.status.join();
      await time.passes(100);
      if (first === 'status') sources[0]!.say(message(old));
      await time.passes(1000);
      expect(station.isStale.value, first).toBe(true);
      expect(station.ageS.value! / hour, first).toBeCloseTo(3, 2);
      leave();
    }
  });

  it('a forecast by the hour it was issued, not the second it was fetched', async () => {
    const { time, server, station, stationNowS } = playedStation();
    station.connect();
    const stop = [station.status.join(), station.forecast.join(), station.recent.temperature.join()];
    const issued = stationNowS();
    server.answers.set('/api/forecast', () => json({ issued_ts: issued, anchors: {}, targets: {} }));
    server.answers.set('/api/history/range', () => json({ n: 1, bucket_s: 300, series: { ts: [issued - 300] } }));
    await time.passes(14 * 60_000);
    expect([station.forecast.isOld.value, station.recent.temperature.isOld.value]).toEqual([false, false]);
    await time.passes(2 * 60_000);
    expect([station.forecast.isOld.value, station.recent.temperature.isOld.value]).toEqual([true, true]);
    for (const leave of stop) leave();
  });

  it.each([
    ['status', '/api/status', 30],
    ['outlook', '/api/outlook', 900],
    ['scorecard', '/api/scorecard', 300],
    ['anomaly', '/api/anomaly', 15],
    ['nerd', '/api/nerd', 30],
    ['models', '/api/models', 30],
  ] as const)('%s by the last time the station could say it', async (name, path, periodS) => {
    const { time, server, station } = playedStation();
    station.connect();
    server.answers.set(path, () => json({ started_ts: 1.75e9, uptime_s: 0, site: {} }));
    const leave = station[name].join();
    await time.passes(10 * periodS * 1000);
    expect(station[name].isOld.value).toBe(false);
    server.isDown = true;
    await time.passes((3 * periodS + 2) * 1000);
    expect(station[name].isOld.value).toBe(true);
    expect(station[name].value.value).not.toBeNull(); // old, but not gone
    server.isDown = false;
    await time.passes(10_000);
    expect(station[name].isOld.value).toBe(false);
    leave();
  });
});
