import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../../src/renderer/kit/parts/problem-text.ts';
import { json, playedStation, refusal } from '../support/played-station.ts';

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
      expect(station.waitsForStart.value).toMatchObject({ status: 503 });
      isThere = true;
      let hasTold = false;
      server.answers.set('/api/status', () =>
        hasTold ? json({ uptime_s: 1, started_ts: 1, site: {} }) : new Promise(() => {}),
      );
      await time.passes(2100);
      expect(station.waitsForStart.value).toMatchObject({ status: 503 });
      hasTold = true;
      await station.status.load();
      expect(station.waitsForStart.value).toBeNull();
      expect(station.models.value.value).toEqual({ nowcast: [] });
      expect(station.models.problem.value).toBeNull();
      expect(sources).toHaveLength(refused + 1);
      sources.at(-1)!.say(message());
      expect(station.telemetry.value).not.toBeNull();
      leave();
    },
  );

  it('forgets with its last viewer that the station was starting, but not another refusal', async () => {
    const { time, server, station } = playedStation();
    const refused = async (status: number, code: string) => {
      server.answers.set('/api/models', () => json({ detail: 'no', code }, status));
      const leave = station.models.join();
      await time.passes(100);
      expect(station.models.problem.value).toMatchObject({ status });
      leave();
      return station.models.problem.value;
    };
    expect(await refused(404, 'refusal.nothing')).toMatchObject({ status: 404 });
    expect(await refused(503, 'refusal.not-started')).toBeNull();
  });

  it('says what a start waits for, as its health tells it', async () => {
    const { time, server, station } = playedStation({ isStarting: true });
    const waits_for = 'Another program keeps the database locked.';
    let health: object = { sampling: false, turn_age_s: null, waits_for };
    server.answers.set('/api/health', () => json({ ...health, uptime_s: time.nowMs }));
    server.answers.set('/api/models', () => json({ nowcast: [] }));
    station.connect();
    const leave = station.models.join();
    await time.passes(9000);
    expect(problemText(station.models.problem.value!)).toBe(waits_for);
    expect(server.asked.every(({ path }) => path === '/api/health')).toBe(true);
    expect(server.count('/api/health')).toBeLessThan(11); // none for each change of what it tells
    expect(problemText(station.waitsForStart.value!)).toBe(waits_for);
    // The lock goes, and the start goes on.
    health = { sampling: false, turn_age_s: null };
    await time.passes(6000);
    for (const problem of [station.models.problem, station.waitsForStart])
      expect(problemText(problem.value!)).toBe('The station is starting…');
    health = { sampling: false, turn_age_s: null, waits_for };
    await time.passes(6000);
    expect(problemText(station.waitsForStart.value!)).toBe(waits_for);
    // It is there; until it has told its status, nothing is drawn in the place of a view.
    health = { sampling: true, turn_age_s: 1 };
    const status = Promise.withResolvers<Response>();
    server.answers.set('/api/status', () => status.promise);
    await time.passes(2100);
    expect(problemText(station.waitsForStart.value!)).toBe(waits_for);
    status.resolve(json({ uptime_s: 1, started_ts: 1, site: {} }));
    await time.passes(100);
    expect(station.waitsForStart.value).toBeNull();
    expect(station.models.value.value).toEqual({ nowcast: [] });
    leave();
  });

  it('that was refused while the station started, and is told after it, is asked for again and begins no other wait', async () => {
    const { time, server, station } = playedStation();
    const started = { isThere: false };
    const early = Promise.withResolvers<Response>();
    const notStarted = () => json({ detail: 'station not started', code: 'refusal.not-started' }, 503);
    server.answers.set('/api/models', () => (started.isThere ? json({ nowcast: [] }) : notStarted()));
    server.answers.set('/api/health', () =>
      json({ sampling: started.isThere, turn_age_s: started.isThere ? 1 : null }),
    );
    server.answers.set('/api/telemetry', () => early.promise);
    station.connect();
    await time.passes(4100); // no stream: it polls
    expect(server.count('/api/telemetry')).toBe(1);
    const leave = station.models.join();
    await time.passes(100);
    expect(station.waitsForStart.value).toMatchObject({ status: 503 });
    started.isThere = true;
    await time.passes(2100);
    const looks = server.count('/api/health');
    server.answers.set('/api/telemetry', () => new Promise(() => {}));
    early.resolve(notStarted());
    await time.passes(100);
    expect([station.waitsForStart.value, station.models.problem.value]).toEqual([null, null]);
    expect([server.count('/api/telemetry'), server.count('/api/health')]).toEqual([2, looks]);
    leave();
  });

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

  it('is there for whoever waited for it, though a newer question overtook theirs', async () => {
    const { time, server, station } = playedStation();
    server.answers.set('/api/asked', () => json({ month: 'October' }));
    const answer = station.resource<{ month: string }>(() => '/api/asked', 600);
    const leave = answer.join();
    await time.passes(100);
    const late = Promise.withResolvers<Response>();
    server.answers.set('/api/asked', () => late.promise);
    server.isMute = true;
    const seen = answer.load().then(() => answer.value.value);
    server.isMute = false;
    void answer.load(); // as after a silence
    await time.passes(100);
    late.resolve(json({ month: 'November' }));
    await time.passes(100);
    expect(await seen).toEqual({ month: 'November' });
    leave();
  });

  it('is asked for anew with the first sample of a day of the station: what it says of today is of yesterday', async () => {
    const { time, server, sources, station, message } = playedStation();
    const midnightS = Date.parse('2026-11-30T00:00:00+09:00') / 1000;
    server.answers.set('/api/status', () => json({ started_ts: 0, uptime_s: 0, site: { timezone: 'Asia/Tokyo' } }));
    server.answers.set('/api/history/daily', () => json({ days: [] }));
    const daily = station.resource(() => '/api/history/daily?days=1', 120);
    station.connect();
    const leave = daily.join();
    await time.passes(100);
    const askedAfter = async (tS: number): Promise<number> => {
      sources[0]!.say(message(tS));
      await time.passes(100);
      return server.count('/api/history/daily');
    };
    expect(await askedAfter(midnightS - 4)).toBe(1);
    expect(await askedAfter(midnightS - 2)).toBe(1);
    expect(await askedAfter(midnightS)).toBe(2);
    expect(await askedAfter(midnightS + 2)).toBe(2);
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
