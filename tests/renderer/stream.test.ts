import { describe, expect, it } from 'vitest';
import { Freshness } from '../../src/renderer/kit/data/freshness.ts';
import { ReopeningStream } from '../../src/renderer/kit/data/reopening-stream.ts';
import { FakeTime } from './support/fake-time.ts';
import { FakeSource } from './support/played-station.ts';

describe('a stream', () => {
  it('that falls silent is opened anew after 15 s, and then ever more patiently', () => {
    const time = new FakeTime();
    const openedMs: number[] = [];
    const stream = new ReopeningStream(
      () => {
        openedMs.push(time.nowMs);
        return new FakeSource();
      },
      time,
      { message: () => undefined, refused: () => undefined },
    );
    stream.start();
    time.pass(120_000);
    const waits = openedMs.slice(1).map((ms, i) => (ms - openedMs[i]!) / 1000);
    expect(waits.slice(0, 5)).toEqual([16, 17, 19, 23, 30]);
  });
  it('that was refused is asked again, and one message makes it eager once more', () => {
    const time = new FakeTime();
    const sources: FakeSource[] = [];
    const heard: string[] = [];
    const stream = new ReopeningStream(
      () => {
        sources.push(new FakeSource());
        return sources.at(-1)!;
      },
      time,
      { message: (text) => heard.push(text), refused: () => heard.push('refused') },
    );
    stream.start();
    const refuse = (): void => sources.at(-1)!.refuse();
    refuse();
    time.pass(1000);
    refuse();
    time.pass(1999);
    expect(sources).toHaveLength(2);
    time.pass(1);
    expect(sources).toHaveLength(3);
    sources.at(-1)!.onmessage?.({ data: 'hello' } as MessageEvent<string>);
    refuse();
    time.pass(1000);
    expect(sources).toHaveLength(4);
    expect(heard).toEqual(['refused', 'refused', 'hello', 'refused']);
    stream.stop();
    time.pass(60_000);
    expect(sources).toHaveLength(4);
  });
});

describe('the age of the data', () => {
  it('grows while the stream repeats an old sample, and starts again with a new one', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, 1001);
    expect(freshness.ageS(500)).toBe(0.5);
    freshness.note(1000, 4000, 1005);
    expect(freshness.ageS(9000)).toBe(9);
    freshness.note(1009, 9500, 1010);
    expect(freshness.ageS(9500)).toBeCloseTo(0.5, 1);
  });
  it('counts what had passed before the page was opened', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, 1090);
    expect(freshness.ageS(0)).toBe(90);
  });
  it('counts it even when the station tells its clock only afterwards', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, null);
    freshness.clockKnown(11_803, 3000); // three hours and three seconds after the sample
    expect(freshness.ageS(3000)).toBe(10_803);
    freshness.clockKnown(11_804, 4000);
    expect(freshness.ageS(4000)).toBe(10_804);
  });
  it('is that of the sample, however long it was held up on its way, and the way may become quick again', () => {
    const freshness = new Freshness();
    for (let s = 0; s <= 10; s += 2) freshness.note(1000 + s, s * 1000, null);
    // Nothing comes for twenty seconds, and then everything at once, the oldest first.
    freshness.note(1012, 30_000, null);
    expect(freshness.ageS(30_000)).toBeCloseTo(18, 1);
    freshness.note(1028, 30_010, null);
    expect(freshness.ageS(31_000)).toBeCloseTo(3, 1);
    freshness.note(1030, 31_000, null);
    expect(freshness.ageS(31_000)).toBeCloseTo(1, 1);
    freshness.note(1033, 33_000, null);
    expect(freshness.ageS(33_000)).toBeCloseTo(0, 1);
  });
  it('is not made younger by an answer that was overtaken', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, null);
    freshness.note(1010, 10_000, null);
    expect(freshness.note(1004, 11_000, null)).toBe('overtaken');
    expect(freshness.ageS(12_000)).toBeCloseTo(2, 1);
  });
  it('goes by a clock that was set back, from the second sample on', () => {
    const freshness = new Freshness();
    for (let s = 0; s <= 10; s += 2) freshness.note(5000 + s, s * 1000, null);
    expect(freshness.note(1000, 12_000, null)).toBe('overtaken');
    expect(freshness.note(1002, 14_000, null)).toBe('new');
    expect(freshness.ageS(15_000)).toBe(1);
  });
  it('goes by it also where a sample comes once a minute and is repeated meanwhile', () => {
    const freshness = new Freshness();
    freshness.note(5000, 0, null, 60);
    for (let s = 60; s < 180; s += 2) freshness.note(1000 + 60 * Math.floor(s / 60), 1000 * s, null, 60);
    expect(freshness.ageS(180_000)).toBe(60);
  });
  it('does not take what a stream had held back, while answers overtook it, for a clock that was set back', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, null);
    freshness.note(1012, 12_000, null); // by asking
    for (const [i, stampS] of [1002, 1004, 1006, 1008, 1010].entries())
      expect([stampS, freshness.note(stampS, 13_000 + 40 * i, null, 2)]).toEqual([stampS, 'overtaken']);
    expect(freshness.ageS(13_500)).toBeCloseTo(1.5, 1);
    expect(freshness.note(1014, 14_000, null, 2)).toBe('new');
  });
  it('does not drift away with two clocks that differ by half a thousandth', () => {
    const freshness = new Freshness();
    for (let s = 0; s < 200_000; s += 2) freshness.note(1000 + s * 0.9995, s * 1000, null);
    expect(freshness.ageS(199_998_000)).toBeLessThan(0.1);
  });
  it('does not believe a clock that jumps while the page is open', () => {
    const freshness = new Freshness();
    freshness.note(1000, 0, null);
    freshness.note(8_000_000, 2000, 1002);
    expect(freshness.ageS(3000)).toBe(1);
  });
});
