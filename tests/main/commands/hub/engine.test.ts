import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HubHealth } from '../../../../src/contract/fleet.ts';
import { FolderLock } from '../../../../src/station/store/rescue/folder/lock.ts';
import { freePort } from '../../../support/free-port.ts';
import { hubCommands } from '../../../support/hub-commands.ts';
import { basic } from '../../../support/hub-here.ts';
import { HubProcess } from '../../../support/hub-process.ts';
import { realNowS } from '../../../support/real-now.ts';

const root = join(import.meta.dirname, '../../../..');
const { fresh, hub } = hubCommands();

/** A hub in a process of its own, for what ends by itself. */
const served = (...args: string[]) =>
  new Promise<{ code: number; err: string }>((resolve) => {
    const all = [join(root, 'bin/weatherglass.mjs'), 'hub', '--engine', 'http://127.0.0.1:9', ...args];
    const child = execFile(process.execPath, all, { timeout: 60_000 }, (_error, _out, err) =>
      resolve({ code: child.exitCode ?? -1, err }),
    );
  });

describe('weatherglass hub --engine', () => {
  it('is the only one on its folder, until it ends, however that is', async () => {
    const data = fresh();
    const first = new HubProcess('http://127.0.0.1:9', data, await freePort());
    await first.start();
    expect(await served('--port', '0', '--data', data)).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^weatherglass: Process \d+ already runs a hub on \S+: stop it first, or choose another folder with --data\.\n$/,
      ),
    });
    expect((await hub('add', 'North', '--data', data)).code).toBe(0); // commands go on beside it
    expect(await first.end('SIGKILL')).toBeNull();
    await first.start();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(readdirSync(data)).not.toContain('hub.pid');
    expect((await hub('list', '--data', data)).code).toBe(0);
  });

  it('holds a folder that somebody removed, as soon as it is there again', async () => {
    const data = fresh();
    const first = new HubProcess('http://127.0.0.1:9', data, await freePort());
    await first.start();
    renameSync(data, `${data}-removed`); // in one step: the first would write into a folder that is being emptied
    rmSync(`${data}-removed`, { recursive: true });
    await expect.poll(() => existsSync(join(data, 'hub.pid'))).toBe(true);
    expect(await served('--port', '0', '--data', data)).toEqual({
      code: 1,
      err: expect.stringMatching(/^weatherglass: Process \d+ already runs a hub on /),
    });
    expect(await first.end('SIGTERM')).toBe(0);
  });

  it('ends when another one has taken its folder, and writes nothing into that', async () => {
    const [own, taken, data] = [fresh(), fresh(), `${fresh()}-link`];
    for (const folder of [own, taken]) mkdirSync(folder, { recursive: true });
    symlinkSync(own, data);
    const first = served('--port', '0', '--data', data);
    await expect.poll(() => existsSync(join(data, 'picture.json'))).toBe(true);
    const other = new FolderLock(taken, 'hub');
    symlinkSync(taken, `${data}-next`);
    renameSync(`${data}-next`, data); // in one step: the first would take an empty folder itself
    expect(await first).toEqual({
      code: 1,
      err: expect.stringMatching(
        new RegExp(
          `^weatherglass: Process ${process.pid} already runs a hub on \\S+: stop it first, or choose .*\n$`,
          'm',
        ),
      ),
    });
    expect(readdirSync(data).filter((name) => !/^hub\.(lock|pid)/.test(name))).toEqual([]);
    other.release();
  });

  it('starts by npm without an engine, serves what it knows, hears of commands and stops in order', async () => {
    const data = fresh();
    const { out } = await hub('add', 'North', '--data', data);
    const key = { login: 'north', secret: /secret: (\S+)/.exec(out)![1]! };
    const process_ = new HubProcess('http://127.0.0.1:9', data, await freePort());
    await process_.start();
    expect(process_.said.join('')).toBe(`weatherglass hub ready ${process_.url}\n`);
    const health = (await (await fetch(`${process_.url}/api/health`)).json()) as HubHealth;
    expect(health).toMatchObject({ ok: false, stations: 1, engine: { kind: 'victoria-metrics', state: 'down' } });
    const post = async () =>
      (
        await fetch(`${process_.url}/api/v1/ingest`, {
          method: 'POST',
          body: `wx temp=1 ${Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'))}`,
          headers: { Authorization: basic(key) },
        })
      ).status;
    expect(await post()).toBe(502);
    await hub('revoke', 'north', '--data', data);
    await expect.poll(post).toBe(403);
    expect(await process_.end('SIGTERM')).toBe(0);
  });

  it('ends with one sentence when its port is taken, and leaves a new folder as it was', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const data = fresh();
    const { code, err } = await served('--port', String(port), '--data', data);
    holder.close();
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(/^weatherglass: .*EADDRINUSE/);
    expect(readdirSync(data)).toEqual([]);
  });
});
