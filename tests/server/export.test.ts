import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type CsvShape, PLAIN_CSV } from '../../src/contract/names.ts';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { serving } from '../support/serve.ts';
import { stationWith } from '../support/station-with.ts';

/** Pieces of 64 KiB: what the sockets of both sides hold is a tenth of that. */
const MORE_THAN_SOCKETS_HOLD = 2000;

describe('the CSV export', () => {
  it('[4.5] [4.15] is a download named after the start of its window', async () => {
    const station = new FakeStation();
    const served = await serving({ station });
    const start = station.nowS() - 7200;
    const { status, headers, text } = await ask(served.port, {
      path: `/api/export.csv?start=${start}&end=${start + 3600}`,
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="weatherglass-${station.history.localStamp(start)}.csv"`,
    );
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toBe(
      'iso_time,ts,temp_smooth,hum_smooth,press_slp,dew_c,temp_rate,press_rate,cpu_temp,lux,tier,temp_raw,hum_raw',
    );
    expect(rows).toHaveLength(120);
    const long = await ask(served.port, { path: '/api/export.csv?start=-1e15&end=1', method: 'HEAD' });
    expect(long.headers['content-disposition']).toMatch(/filename="weatherglass-0001\d{4}-\d{4}\.csv"$/);
  });

  it('of an empty window is its header alone', async () => {
    const served = await serving({ station: new FakeStation({ variant: 'cold' }) });
    expect((await ask(served.port, { path: '/api/export.csv?hours=24' })).text.trim().split('\r\n')).toHaveLength(1);
  });

  it('makes no more pieces while its reader takes none, and stops making them when it goes', async () => {
    const pieces = endless();
    const served = await serving({ station: pieces.station });
    const socket = connect(served.port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write('GET /api/export.csv?hours=1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => pieces.made > 1).toBe(true);
    for (let [turns, before] = [0, 0]; turns < 20; turns = pieces.made === before ? turns + 1 : 0) {
      expect(pieces.made).toBeLessThan(MORE_THAN_SOCKETS_HOLD);
      before = pieces.made;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(pieces.ended).toBe(false);
    socket.destroy();
    await expect.poll(() => pieces.ended).toBe(true);
  });

  it('asks the station for the layout that its query names', async () => {
    const asked: unknown[] = [];
    const station = stationWith({
      *exportCsv(_startS: number, _endS: number, shape?: CsvShape) {
        asked.push(shape);
        yield 'head\r\n';
      },
    });
    const served = await serving({ station });
    const get = async (query: string) => (await ask(served.port, { path: `/api/export.csv?hours=1${query}` })).status;
    for (const query of [
      '',
      '&units=1',
      '&system=imperial',
      '&flags=1&provenance=1',
      '&flags=1&flag_columns=one&layout=long',
    ])
      expect(await get(query)).toBe(200);
    expect(asked).toEqual([
      PLAIN_CSV,
      { ...PLAIN_CSV, units: 'metric' },
      { ...PLAIN_CSV, units: 'imperial' },
      { ...PLAIN_CSV, flags: 'each', provenance: true },
      { ...PLAIN_CSV, flags: 'one', layout: 'long' },
    ]);
    for (const query of [
      '&layout=tall',
      '&flags=some',
      '&flag_columns=two',
      '&system=us',
      '&provenance=2',
      '&flags=1&flags=0',
    ])
      expect(await get(query), query).toBe(422);
  });

  it('is given up when its reader takes nothing for too long', async () => {
    const pieces = endless();
    const served = await serving({ station: pieces.station, settings: { stalledMs: 50 } });
    const socket = connect(served.port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write('GET /api/export.csv?hours=1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => pieces.ended).toBe(true);
    socket.destroy();
  });

  it('that breaks off in the middle does not look whole', async () => {
    const station = stationWith({
      *exportCsv() {
        yield 'head\r\n';
        throw new Error('disk I/O error');
      },
    });
    const served = await serving({ station });
    await expect(ask(served.port, { path: '/api/export.csv?hours=1' })).rejects.toThrow();
    expect(served.log.lines.some(({ level }) => level === 'error')).toBe(true);
  });
});

/** An export without an end, that counts what it has made and knows when it was let go. */
function endless() {
  const state = { made: 0, ended: false };
  const station = stationWith({
    *exportCsv() {
      try {
        for (;;) {
          state.made += 1;
          yield 'x'.repeat(64 * 1024);
        }
      } finally {
        state.ended = true;
      }
    },
  });
  return Object.assign(state, { station });
}
