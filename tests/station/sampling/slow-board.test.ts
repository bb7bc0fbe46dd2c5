import { afterEach, describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/station/sensors/sample.ts';
import { Bench } from '../../support/station.ts';

describe('a board that is slow now and then', () => {
  let bench: Bench;
  afterEach(() => bench.discard());

  it('is not taken for a clock that jumps: both clocks are read together, before the board', async () => {
    bench = new Bench();
    const board = bench.simulator();
    const read = board.read.bind(board);
    let turn = 0;
    board.read = async (tS: number): Promise<Sample> => {
      turn += 1;
      if (turn % 5 === 0) await bench.clock.sleep(4000, new AbortController().signal);
      return read(tS);
    };
    const station = bench.build(board);
    await station.start();
    await bench.clock.advance(120_000);
    expect(turn).toBeGreaterThan(20);
    expect(station.watch.events(50).filter(({ kind }) => kind === 'clock')).toEqual([]);
    await station.stop();
  });
});
