import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { json, playedStation, refusal } from './support/played-station.ts';

describe('the page’s station', () => {
  it('asks nothing and opens nothing before it is connected', async () => {
    const { time, server, sources } = playedStation();
    await time.passes(60_000);
    expect([server.asked.length, sources.length]).toEqual([0, 0]);
  });

  it('lets go of everything when it is left', async () => {
    const { time, server, sources, station } = playedStation();
    const leave = station.connect();
    await time.passes(10_000);
    leave();
    const asked = server.asked.length;
    await time.passes(120_000);
    expect(server.asked.length).toBe(asked);
    expect(sources.every((source) => source.readyState === 2)).toBe(true);
  });

  it('goes by the station’s clock, and follows it when the network corrects it', async () => {
    const { time, sources, station, stationNowS, message } = playedStation({ aheadS: 3600 });
    station.connect();
    await time.passes(300);
    sources[0]!.say(message());
    await time.passes(2000);
    sources[0]!.say(message());
    expect(station.stationNowS()).toBeCloseTo(stationNowS(), 0);
    await time.passes(2000);
    sources[0]!.say(message(stationNowS() + 86_400)); // network time came: the station had been a day behind
    expect(station.stationNowS()).toBeCloseTo(stationNowS() + 86_400, 0);
    expect(station.minuteS.value).toBe(Math.floor((stationNowS() + 86_400) / 60) * 60);
    expect(station.ageS.value).toBe(0);
  });

  it('does not believe a browser whose own clock is set meanwhile', async () => {
    const { time, sources, station, stationNowS, message } = playedStation({ aheadS: 0 });
    station.connect();
    await time.passes(300);
    for (let i = 0; i < 3; i++) {
      sources[0]!.say(message());
      await time.passes(2000);
    }
    time.wallAheadS -= 7200;
    sources[0]!.say(message());
    expect(station.stationNowS()).toBeCloseTo(stationNowS(), 0);
    expect(station.isStale.value).toBe(false);
  });
});

describe('a station whose clock is slowed down', () => {
  it.each([
    ['by itself, which walks off a small lead at half speed', 0.5],
    ['by network time, at most by a twelfth', 11 / 12],
  ])('%s, is not old, neither meanwhile nor afterwards', async (_how, speed) => {
    const { time, sources, station, stationNowS, message } = playedStation();
    station.connect();
    await time.passes(300);
    let stampS = stationNowS();
    for (let i = 0; i < 150; i++) {
      sources[0]!.say(message(stampS));
      await time.passes(2000);
      expect([i, station.ageS.value! < 3]).toEqual([i, true]);
      stampS += i < 10 || i > 100 ? 2 : 2 * speed;
    }
  });
});

describe('a machine that slept with the page open', () => {
  it('fetches what it missed with the first sample, though its own clock counted none of it', async () => {
    const { time, server, sources, station, stationNowS, message } = playedStation();
    station.connect();
    const leave = station.outlook.join();
    await time.passes(300);
    sources[0]!.say(message());
    await time.passes(2000);
    const before = server.count('/api/outlook');
    sources[0]!.say(message(stationNowS() + 28_800));
    await time.passes(0);
    expect(server.count('/api/outlook')).toBe(before + 1);
    leave();
  });
});

describe('a station whose clock is set back', () => {
  it('is asked anew, for what it said bore the wrong hours', async () => {
    const { time, server, sources, station, stationNowS, message } = playedStation();
    station.connect();
    const leave = station.outlook.join();
    await time.passes(300);
    sources[0]!.say(message(stationNowS() + 10_800));
    await time.passes(2000);
    const before = server.count('/api/outlook');
    for (let i = 0; i < 3; i++) {
      sources[0]!.say(message());
      await time.passes(2000);
    }
    expect(server.count('/api/outlook')).toBe(before + 1);
    leave();
  });
});

describe('a laptop that slept off its network', () => {
  const asleep = async (from: ReturnType<typeof playedStation>, sleptS: number): Promise<void> => {
    from.time.wallAheadS += sleptS; // the steady clock stood still, as most browsers' do
    await from.time.passes(2000);
  };
  const begun = async () => {
    const played = playedStation({ aheadS: 0 });
    played.station.connect();
    await played.time.passes(300);
    played.sources[0]!.say(played.message());
    await played.time.passes(1000);
    return played;
  };

  it('knows how old its reading is, and the new one is new', async () => {
    const played = await begun();
    const { time, server, sources, station } = played;
    server.isDown = true;
    await asleep(played, 7200);
    await time.passes(30_000);
    expect([station.isStale.value, station.ageS.value]).toEqual([true, 7232]);
    expect(station.status.isOld.value).toBe(true);
    server.isDown = false;
    played.sleptS = 7200;
    await time.passes(5000);
    sources.at(-1)!.say(played.message());
    expect([station.isStale.value, station.ageS.value]).toEqual([false, 0]);
  });

  it('takes what its sockets held back over the night for no news', async () => {
    const played = await begun();
    const { time, sources, station, stationNowS } = played;
    const heldS = stationNowS() + 1;
    played.sleptS = 28_800;
    played.time.wallAheadS += 28_800;
    sources[0]!.say(played.message(heldS));
    await time.passes(2000);
    expect(station.ageS.value! / 3600).toBeCloseTo(8, 2);
    sources[0]!.say(played.message());
    expect(station.isStale.value).toBe(false);
  });

  it('does not take a clock that somebody put forward for a night', async () => {
    const played = await begun();
    const { time, sources, station, stationNowS } = played;
    await asleep(played, 7200);
    await time.passes(100);
    sources[0]!.say(played.message());
    expect([station.isStale.value, station.ageS.value! < 3]).toEqual([false, true]);
    expect(station.stationNowS()).toBeCloseTo(stationNowS(), 0);
  });
});

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

describe('an answer', () => {
  it.each([
    ['under a page that is there already', false, 1],
    ['before its page came', true, 0],
  ])(
    'waits quietly while the station starts, %s: its health is asked by one question for all, and the rest once it is there',
    async (_when, isStarting, refused) => {
      const { time, server, sources, station, message } = playedStation({ isStarting });
      let isThere = false;
      type Handler = Parameters<typeof server.answers.set>[1];
      const unlessThere =
        (answer: Handler): Handler =>
        (init) =>
          isThere ? answer(init) : json({ detail: 'station not started', code: 'refusal.not-started' }, 503);
      for (const [path, answer] of [...server.answers]) server.answers.set(path, unlessThere(answer));
      server.answers.set(
        '/api/models',
        unlessThere(() => json({ nowcast: [] })),
      );
      server.answers.set('/api/health', () => json({ sampling: isThere, turn_age_s: isThere ? 1 : null }));
      station.connect();
      const leave = station.models.join();
      await time.passes(100);
      sources[0]?.refuse();
      await time.passes(13_000);
      expect([server.count('/api/models'), server.count('/api/status'), sources.length]).toEqual(
        Array(3).fill(refused),
      );
      expect(server.count('/api/health')).toBeGreaterThan(10);
      expect(server.count('/api/health')).toBeLessThan(15);
      expect(station.models.problem.value).toMatchObject({ status: 503 });
      isThere = true;
      await time.passes(2100);
      expect(station.models.value.value).toEqual({ nowcast: [] });
      expect(station.models.problem.value).toBeNull();
      expect(sources).toHaveLength(refused + 1);
      sources.at(-1)!.say(message());
      expect(station.telemetry.value).not.toBeNull();
      leave();
    },
  );

  it('of a station whose database is away is refused alone: the others are asked as ever', async () => {
    const { time, server, station } = playedStation();
    server.answers.set('/api/models', () => refusal(503, 'the disk does not answer'));
    station.connect();
    const leave = station.models.join();
    await time.passes(9000);
    expect([server.count('/api/models'), server.count('/api/health')]).toEqual([3, 0]);
    expect(station.status.problem.value).toBeNull();
    leave();
  });

  it('waits for a station that falls silent while it starts, with the same one question', async () => {
    const { time, server, station } = playedStation({ isStarting: true });
    server.isDown = true;
    station.connect();
    await time.passes(9000);
    expect(server.asked.every(({ path }) => path === '/api/health')).toBe(true);
    expect(station.status.problem.value?.status).toBe(0);
    server.isDown = false;
    server.answers.set('/api/health', () => json({ sampling: true, turn_age_s: 1 }));
    await time.passes(2100);
    expect([station.status.problem.value, station.status.value.value === null]).toEqual([null, false]);
  });

  it('is asked for again after four seconds of a fault, and left in peace after a refusal', async () => {
    const { time, server, station } = playedStation();
    server.answers.set('/api/models', () => refusal(500, 'internal error'));
    const leave = station.models.join();
    await time.passes(13_000);
    expect(server.count('/api/models')).toBe(4);
    server.answers.set('/api/models', () => refusal(422, 'range limited to one year'));
    await time.passes(40_000);
    expect(server.count('/api/models')).toBe(6);
    expect(station.models.problem.value?.message).toBe('range limited to one year');
    leave();
  });

  it('that never comes is given up after twenty seconds and asked for again', async () => {
    const { time, server, station } = playedStation();
    server.isMute = true;
    const leave = station.models.join();
    await time.passes(19_000);
    expect(station.models.problem.value).toBeNull();
    await time.passes(2000);
    expect(station.models.problem.value?.status).toBe(0);
    server.isMute = false;
    server.answers.set('/api/models', () => json({ nowcast: [] }));
    await time.passes(4000);
    expect(station.models.value.value).toEqual({ nowcast: [] });
    leave();
  });

  it('is not asked for by a page nobody looks at', async () => {
    const { time, server, tab, station } = playedStation();
    server.answers.set('/api/models', () => json({}));
    const leave = station.models.join();
    await time.passes(1000);
    tab.visible = false;
    await time.passes(600_000);
    expect(server.count('/api/models')).toBe(1);
    tab.visible = true;
    station.lookAgain(600_000);
    await time.passes(100);
    expect(server.count('/api/models')).toBe(2);
    leave();
  });

  it('to another question never stands for this one: it is dim at once, and gone where this one is refused', async () => {
    const { time, server, station } = playedStation();
    server.answers.set('/api/asked', () => json({ month: 'October' }));
    const path = signal<string | null>('/api/asked');
    const answer = station.resource<{ month: string }>(() => path.value, 600);
    const leave = answer.join();
    await time.passes(100);
    expect([answer.value.value, answer.isAnother.value]).toEqual([{ month: 'October' }, false]);
    server.isMute = true;
    path.value = '/api/asked?other';
    expect([answer.value.value, answer.isAnother.value, answer.isOld.value]).toEqual([
      { month: 'October' },
      true,
      true,
    ]);
    server.isMute = false;
    server.answers.set('/api/asked', () => refusal(422, 'no'));
    path.value = '/api/asked?third';
    await time.passes(100);
    expect([answer.value.value, answer.problem.value?.message]).toEqual([null, 'no']);
    server.answers.set('/api/asked', () => json({ month: 'October' }));
    path.value = '/api/asked';
    await time.passes(100);
    expect([answer.value.value, answer.isAnother.value]).toEqual([{ month: 'October' }, false]);
    path.value = null;
    await time.passes(100);
    expect([answer.value.value, answer.isAnother.value]).toEqual([null, false]);
    leave();
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
