import { afterEach, describe, expect, it } from 'vitest';
import type { Labels } from '../../src/contract/conditions.ts';
import type { CalibrationUndone } from '../../src/contract/models.ts';
import type { Notes } from '../../src/contract/notes.ts';
import { ApiProblem, createApi } from '../../src/renderer/data/api.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lossyWay } from '../support/lossy-way.ts';
import { type Served, serve } from '../support/serve.ts';

const ends: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
async function served(station = new FakeStation()): Promise<Served> {
  const one = await serve({ station });
  ends.push(() => one.server.stop());
  return one;
}

describe('over a way that loses every second answer', () => {
  /** A browser and somebody who asks again until they are told. */
  function browser(url: string) {
    const api = createApi(
      (path, init) => fetch(`${url}${path as string}`, init),
      async () => null,
      () => 'silent',
    );
    const insist = async <T>(change: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await change();
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.status !== 0) throw error;
        }
      }
    };
    return {
      post: <T>(path: string, body: object) => insist(() => api.post<T>(path, body)),
      remove: (path: string) => insist(() => api.remove(path)),
      api,
    };
  }

  it('everything is done once: words, notes, references, what takes them back', async () => {
    const station = new FakeStation();
    const { url } = await served(station);
    const way = await lossyWay(url, 2);
    ends.push(() => way.close());
    const { post, remove, api } = browser(way.url);
    const labels = async () => (await api.getJson<Labels>('/api/labels')).total;
    const notes = async () => (await api.getJson<Notes>('/api/notes')).total;
    const before = [await labels(), await notes()];

    const ids: number[] = [];
    for (const value of [1, 0, 1]) ids.push((await post<{ id: number }>('/api/label', { kind: 'rain', value })).id);
    expect(new Set(ids).size).toBe(3);
    const { id } = await post<{ id: number }>('/api/notes', { text: 'first frost' });
    expect([await labels(), await notes()]).toEqual([before[0]! + 3, before[1]! + 1]);
    await remove(`/api/label/${ids[0]}`); // the second time it is asked it is gone, and that is no error
    await remove(`/api/notes/${id}`);
    expect([await labels(), await notes()]).toEqual([before[0]! + 2, before[1]!]);

    for (const reference_c of [19, 19, 20]) await post('/api/calibrate', { reference_c });
    expect((await post<CalibrationUndone>('/api/calibrate/undo', { signal: 'temperature' })).n).toBe(2);
    expect((await post<CalibrationUndone>('/api/calibrate/undo', { signal: 'temperature' })).n).toBe(1);
    expect(way.lost()).toBeGreaterThan(4);
  });

  it('of two browsers that mean the same each is done, whosever answer was lost', async () => {
    const station = new FakeStation();
    const { url } = await served(station);
    const way = await lossyWay(url, 1);
    ends.push(() => way.close());
    for (const reference of [18, 19, 20, 21]) station.calibration.calibrate(reference);
    const [unlucky, lucky] = [browser(way.url), browser(url)];
    const undo = { signal: 'temperature' };
    await expect(unlucky.api.post('/api/calibrate/undo', undo)).rejects.toThrow('silent');
    expect(await lucky.post('/api/calibrate/undo', undo)).toMatchObject({ n: 2 });
    await expect(unlucky.api.post('/api/calibrate/undo', undo)).rejects.toThrow('silent');
    expect(await lucky.post('/api/calibrate/undo', undo)).toMatchObject({ n: 1 });
  });
});
