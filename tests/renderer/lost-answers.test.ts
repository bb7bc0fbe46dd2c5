import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Labels } from '../../src/contract/conditions.ts';
import type { CalibrationUndone } from '../../src/contract/models.ts';
import type { Notes } from '../../src/contract/notes.ts';
import { ApiProblem, createApi } from '../../src/renderer/kit/data/api.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lossyWay } from '../support/lossy-way.ts';
import { serving } from '../support/serve.ts';

const served = (station = new FakeStation()) => serving({ station });

describe('over a way that loses every second answer', () => {
  /** A browser and somebody who asks again until they are told. */
  function browser(url: string) {
    const api = createApi(
      (path, init) => fetch(`${url}${path as string}`, init),
      null,
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
    onTestFinished(() => way.close());
    const { post, remove, api } = browser(way.url);
    const labels = async () => (JSON.parse(await api.getText('/api/labels')) as Labels).total;
    const notes = async () => (JSON.parse(await api.getText('/api/notes')) as Notes).total;
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
    onTestFinished(() => way.close());
    for (const reference of [18, 19, 20, 21]) station.calibration.calibrate(reference);
    const [unlucky, lucky] = [browser(way.url), browser(url)];
    const undo = { signal: 'temperature' };
    await expect(unlucky.api.post('/api/calibrate/undo', undo)).rejects.toThrow('silent');
    expect(await lucky.post('/api/calibrate/undo', undo)).toMatchObject({ n: 2 });
    await expect(unlucky.api.post('/api/calibrate/undo', undo)).rejects.toThrow('silent');
    expect(await lucky.post('/api/calibrate/undo', undo)).toMatchObject({ n: 1 });
  });
});

describe('a change whose answer was lost', () => {
  const keysOf = (answers: Array<() => Promise<Response>>) => {
    const keys: string[] = [];
    const api = createApi(
      async (_, init) => {
        keys.push((init!.headers as Record<string, string>)['idempotency-key']!);
        return answers.shift()!();
      },
      null,
      () => 'silent',
    );
    return { keys, label: () => api.post('/api/label', { kind: 'rain', value: 1 }).catch(() => null) };
  };
  const lost = () => Promise.reject(new TypeError('no answer'));
  const taken = async () => Response.json({ id: 1 });
  const proxy = (status: number) => async () => new Response('<h1>nginx</h1>', { status });

  it.each([502, 504])(
    'is the same one after a proxy said %d: it knows nothing of what the station did',
    async (status) => {
      const { keys, label } = keysOf([proxy(status), taken]);
      await label();
      await label();
      expect(keys[1]).toBe(keys[0]);
    },
  );
  it('is another one minutes later: it rains again', async () => {
    const { keys, label } = keysOf([lost, lost, taken]);
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(async () => now.mockRestore());
    await label();
    now.mockReturnValue(110_000);
    await label();
    now.mockReturnValue(240_000);
    await label();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
