import { describe, expect, it } from 'vitest';
import { playedStation } from '../support/played-station.ts';

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
