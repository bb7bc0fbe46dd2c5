import { describe, expect, it } from 'vitest';
import type { Labels } from '../../src/contract/conditions.ts';
import { IdempotencyKeys } from '../../src/server/limits/idempotency-keys.ts';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { serving } from '../support/serve.ts';

const served = (station = new FakeStation()) => serving({ station });

describe('a change with an Idempotency-Key', () => {
  const label = (port: number, key: string, body: object = { kind: 'rain', value: 1 }, path = '/api/label') =>
    ask(port, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  const given = async (port: number) => ((await ask(port, { path: '/api/labels' })).json as Labels).total;

  it('is done once and answered alike, however often it is asked; another key is another change', async () => {
    const { port } = await served();
    const before = await given(port);
    const answers = [await label(port, 'a'), await label(port, 'a'), ...(await Promise.all([label(port, 'a')]))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await given(port)).toBe(before + 1);
    await label(port, 'b');
    expect(await given(port)).toBe(before + 2);
  });
  it('is refused with another body or of another thing; on another route the key is another', async () => {
    const { port } = await served();
    await label(port, 'a');
    expect(await label(port, 'a', { kind: 'rain', value: 0 })).toMatchObject({
      status: 422,
      json: { detail: 'this Idempotency-Key was used for a different request before' },
    });
    expect((await label(port, 'a', { text: 'x' }, '/api/notes')).status).toBe(200);
    const remove = (id: number) =>
      ask(port, { method: 'DELETE', path: `/api/label/${id}`, headers: { 'idempotency-key': 'a' } });
    const { id } = (await label(port, 'c')).json as { id: number };
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id + 1)).status).toBe(422);
  });
  it('may be asked again after a refusal, and is refused unread under a key that is too long', async () => {
    const station = new FakeStation();
    const { port } = await served(station);
    const undo = () => label(port, 'u', { signal: 'temperature' }, '/api/calibrate/undo');
    expect((await undo()).status).toBe(409);
    station.calibration.calibrate(20);
    expect((await undo()).status).toBe(200);
    expect((await label(port, 'k'.repeat(81))).status).toBe(422);
  });
});

describe('what is remembered of idempotency keys', () => {
  const bytes = (length: number) => async () => Buffer.alloc(length);
  const route = { method: 'post', path: '/x' } as const;

  it('is shared while it is under way, and forgotten where it failed', async () => {
    const idempotencyKeys = new IdempotencyKeys(new FakeClock());
    let done = 0;
    let finish = (_: Buffer): void => undefined;
    const act = () => {
      done += 1;
      return new Promise<Buffer>((resolve) => {
        finish = resolve;
      });
    };
    const both = [idempotencyKeys.once(route, 'k', 1, act), idempotencyKeys.once(route, 'k', 1, act)];
    finish(Buffer.from('done'));
    expect((await Promise.all(both)).map(String)).toEqual(['done', 'done']);
    expect(done).toBe(1);
    const failing = () => Promise.reject(new Error('not now'));
    await expect(idempotencyKeys.once(route, 'f', 1, failing)).rejects.toThrow('not now');
    expect(String(await idempotencyKeys.once(route, 'f', 2, async () => Buffer.from('now')))).toBe('now');
  });
  it.each([
    ['many', 300, 10],
    ['long', 30, 16 * 1024],
  ])('is bounded: of %s the oldest go', async (_, count, length) => {
    const idempotencyKeys = new IdempotencyKeys(new FakeClock());
    const first = await idempotencyKeys.once(route, '0', 1, bytes(length));
    for (let i = 1; i < count; i += 1) await idempotencyKeys.once(route, String(i), 1, bytes(length));
    expect(await idempotencyKeys.once(route, String(count - 1), 1, bytes(0))).toHaveLength(length);
    expect(await idempotencyKeys.once(route, '0', 1, bytes(length))).not.toBe(first);
  });
  it('is over after a quarter of an hour, and a file for somebody to read is not kept at all', async () => {
    const clock = new FakeClock();
    const idempotencyKeys = new IdempotencyKeys(clock);
    await idempotencyKeys.once(route, 'k', 1, bytes(1));
    await clock.advance(14 * 60_000);
    expect(await idempotencyKeys.once(route, 'k', 1, bytes(2))).toHaveLength(1);
    await clock.advance(60_000);
    expect(await idempotencyKeys.once(route, 'k', 1, bytes(2))).toHaveLength(2);
    await idempotencyKeys.once(route, 'file', 1, bytes(100_000));
    expect(await idempotencyKeys.once(route, 'file', 1, bytes(3))).toHaveLength(3);
  });
});
