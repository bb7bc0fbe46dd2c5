import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { LOGIN } from '../../src/contract/fleet-line.ts';
import { FileDamaged } from '../../src/hub/files/json-file.ts';
import { acquireLock, underLock } from '../../src/hub/files/lock.ts';
import { hashSecret, isSecretOf, Registry, slugOf } from '../../src/hub/registry.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { realNowS } from '../support/real-now.ts';
import { SmallDisk } from '../support/small-disk.ts';

const added = (registry: Registry, name: string) => {
  const result = registry.added(name, 1000);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

describe('who belongs to a fleet', () => {
  it.each([
    ['North School', 'north-school'],
    ['  Grundschule Süd/Ost №7 ', 'grundschule-sud-ost-no7'],
    ['Sønderå', 'sondera'],
    ['Łódź', 'lodz'],
    ['北', 'station'],
    ['A', 'station-a'],
    ['x'.repeat(80), 'x'.repeat(36)],
    ["'; DROP SERIES", 'drop-series'],
  ])('%j becomes a login that is safe in any question', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
    expect(slug).toMatch(LOGIN);
  });
  it('a login that its owner chose is taken as it is, or refused with the reason', () => {
    const registry = new Registry();
    const added = registry.added('北京第一小学', 1, 'beijing-1');
    expect(added).toMatchObject({ login: 'beijing-1' });
    const { list: one } = added as { list: Registry };
    expect(one.added('Another', 2, 'beijing-1')).toMatch(/^the login beijing-1 is taken/);
    expect(one.added('Another', 2, 'Bad Login')).toMatch(/^a login has 3 to 40 characters/);
    expect(one.added('Another', 2)).toMatchObject({ login: 'another' });
  });

  it('gives every station its own login and a secret that is written down nowhere', () => {
    let registry = new Registry();
    const keys = Array.from({ length: 12 }, () => {
      const { login, secret, list: next } = added(registry, 'x'.repeat(60));
      registry = next;
      return { login, secret };
    });
    expect(new Set(keys.map(({ login }) => login)).size).toBe(12);
    for (const { login, secret } of keys) {
      expect(login).toMatch(LOGIN);
      expect(secret.length).toBeGreaterThanOrEqual(43);
      expect(JSON.stringify(registry.stations)).not.toContain(secret);
      expect(registry.whose(login, secret)?.login).toBe(login);
      expect(registry.whose(login, `${secret}x`)).toBeNull();
      expect(registry.whose(login, '')).toBeNull();
    }
    expect(registry.whose(keys[0]!.login, keys[1]!.secret)).toBeNull();
  });

  it.each(['', '   ', 'a\nb', 'x'.repeat(81), 'tab\there'])('refuses the name %j', (name) =>
    expect(new Registry().added(name, 0)).toMatch(/1 to 80 letters/),
  );

  it('knows a revoked station, lets nginx know nothing of it, and lets it in again with a new secret', () => {
    const { list: registry, login, secret } = added(new Registry(), 'North');
    const revoked = registry.revoked(login, 2000);
    expect(revoked.whose(login, secret)?.revoked_ts).toBe(2000);
    expect(revoked.htpasswd()).toBe('');
    const rotated = revoked.rotated(login, 3000);
    expect(rotated.list.whose(login, secret)).toBeNull();
    expect(rotated.list.whose(login, rotated.secret)?.revoked_ts).toBeNull();
  });

  it('finds a station by its login or its name, and asks where two have the name', () => {
    const one = added(new Registry(), 'North');
    const two = added(one.list, 'North');
    expect(one.list.named('North')).toMatchObject({ login: 'north' });
    expect(two.list.named('North')).toMatch(/2 stations .*north, north-2/);
    expect(two.list.named('north-2')).toMatchObject({ login: 'north-2' });
    expect(two.list.named('South')).toMatch(/no station "South"/);
  });

  it('hashes as nginx reads it: base64 of SHA-1 over secret and salt, and the salt', () => {
    const salt = Buffer.from('12345678');
    const hash = hashSecret('secret', salt);
    const digest = createHash('sha1').update('secret12345678').digest();
    expect(hash).toBe(`{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`);
    expect(isSecretOf(hash, 'secret')).toBe(true);
    expect(isSecretOf(hash, 'Secret')).toBe(false);
    expect(hashSecret('secret')).not.toBe(hashSecret('secret'));
  });
});

describe('the file of the fleet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-registry-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let folders = 0;
  const fresh = () => join(folder, String(folders++));

  it('is empty before it is written, and is for its owner alone', async () => {
    const place = fresh();
    const file = new RegistryFile(place);
    expect(file.read().stations).toEqual([]);
    const before = file.stamp();
    await file.change((registry) => ({ list: added(registry, 'North').list }));
    expect(file.stamp()).not.toBe(before);
    expect(statSync(join(place, 'stations.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(place, 'stations.lock'))).toBe(false);
  });

  it('changes its stamp with every change, however quickly they come', async () => {
    const file = new RegistryFile(fresh());
    const stamps = new Set<string>();
    for (let i = 0; i < 10; i++) {
      await file.change((registry) => ({ list: added(registry, 'abc').list.revoked('abc', 5) }));
      stamps.add(file.stamp());
    }
    expect(stamps.size).toBe(10);
  });

  it('loses nothing to commands that come at once, from several programs', async () => {
    const place = fresh();
    const script = `
      const { RegistryFile } = await import(process.argv[1] + '/src/hub/registry-file.ts');
      const file = new RegistryFile(process.argv[2]);
      for (let i = 0; i < 5; i++)
        await file.change((registry) => ({ list: registry.added('North', 1).list }));`;
    const root = join(import.meta.dirname, '../..');
    await Promise.all(
      Array.from(
        { length: 3 },
        () =>
          new Promise<void>((resolve, reject) =>
            execFile(
              process.execPath,
              ['--experimental-transform-types', '--input-type=module', '-e', script, root, place],
              (error) => (error ? reject(error) : resolve()),
            ),
          ),
      ),
    );
    expect(new RegistryFile(place).read().stations).toHaveLength(15);
  });

  it('is not kept waiting by the lock of a program that died', async () => {
    const place = fresh();
    const file = new RegistryFile(place);
    await file.change((registry) => ({ list: registry }));
    writeFileSync(join(place, 'stations.lock'), '');
    utimesSync(join(place, 'stations.lock'), 1, 1);
    expect(await file.change((list) => ({ list, answer: 'done' }))).toMatchObject({ answer: 'done' });
  });

  it('is not taken from under a command that is at it when the clock is set', async () => {
    const place = fresh();
    await new RegistryFile(place).change((registry) => ({ list: registry }));
    const lock = join(place, 'stations.lock');
    const { release } = await acquireLock(lock);
    utimesSync(lock, 1, 1); // so it looks when network time comes in between
    const next = acquireLock(lock);
    expect(existsSync(lock)).toBe(true);
    release();
    (await next).release();
    expect(existsSync(lock)).toBe(false);
  });

  it('loses nothing of a command that stood still for longer than its lock is believed, nor of the one after it', async () => {
    const place = fresh();
    const file = new RegistryFile(place);
    const script = `
      import { existsSync, writeFileSync } from 'node:fs';
      const { RegistryFile } = await import(process.argv[1] + '/src/hub/registry-file.ts');
      const file = new RegistryFile(process.argv[2]);
      const waits = setInterval(() => {
        if (existsSync(process.argv[2] + '/go')) writeFileSync(process.argv[2] + '/waits', '');
      }, 100);
      await file.change((registry) => {
        if (existsSync(process.argv[2] + '/next-is-at-it')) writeFileSync(process.argv[2] + '/came-between', '');
        writeFileSync(process.argv[2] + '/began', '');
        while (!existsSync(process.argv[2] + '/go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
        return { list: registry.added('Slow', 1).list };
      });
      clearInterval(waits);`;
    const root = join(import.meta.dirname, '../..');
    const options = ['--experimental-transform-types', '--input-type=module', '-e', script, root, place];
    const slow = new Promise<void>((resolve, reject) =>
      execFile(process.execPath, options, (error) => (error ? reject(error) : resolve())),
    );
    await vi.waitFor(() => statSync(join(place, 'began')), { timeout: 60_000 });
    utimesSync(join(place, 'stations.lock'), 1, 1); // as if it had stood still for long
    await file.change((registry) => ({ list: added(registry, 'Quick').list }));
    const { isMine, release } = await acquireLock(join(place, 'stations.lock')); // and one more, when the slow one goes on
    const soonS = Date.now() / 1000 + 9; // now: a lock of this hour is believed, and this one for longer than a machine stands still
    utimesSync(join(place, 'stations.lock'), soonS, soonS);
    writeFileSync(join(place, 'next-is-at-it'), '');
    writeFileSync(join(place, 'go'), '');
    await Promise.race([slow, vi.waitFor(() => statSync(join(place, 'waits')), { timeout: 60_000 })]);
    expect(isMine()).toBe(true);
    rmSync(join(place, 'next-is-at-it'));
    release();
    await slow;
    expect(existsSync(join(place, 'came-between'))).toBe(false);
    expect(file.read().stations.map(({ name }) => name)).toEqual(['Quick', 'Slow']);
  });

  it('is written by nobody who wrote the next one and then stood still until another had the lock', async () => {
    const place = fresh();
    const file = new RegistryFile(place);
    const lock = join(place, 'stations.lock');
    let tries = 0;
    await underLock(place, 'stations.lock', ['stations.json'], (write) => {
      tries += 1;
      if (tries === 1) {
        // Another one took the lock for an old one, has tidied up and is at it.
        writeFileSync(lock, 'another');
        writeFileSync(join(place, 'stations.json.next-another'), 'half');
        queueMicrotask(() => rmSync(lock));
      }
      write('stations.json', { version: 1, stations: [] });
    });
    expect(tries).toBe(2);
    expect(file.read().stations).toEqual([]);
    expect(readdirSync(place)).toEqual(['stations.json']);
  });

  it('is not kept waiting by a lock from before the clock was set back', async () => {
    const place = fresh();
    const file = new RegistryFile(place);
    await file.change((registry) => ({ list: registry }));
    const inAYear = realNowS('files are stamped by the machine') + 365 * 86_400;
    writeFileSync(join(place, 'stations.lock'), '');
    utimesSync(join(place, 'stations.lock'), inAYear, inAYear);
    expect(await file.change((list) => ({ list, answer: 'done' }))).toMatchObject({ answer: 'done' });
  });

  it('is as it was when the disk has room for a part of the next one only', async (context) => {
    const disk = SmallDisk.during(context, 1);
    const file = new RegistryFile(disk.folder);
    const many = (registry: Registry) => {
      let next = registry;
      for (let i = 0; i < 40; i++) next = added(next, 'North').list;
      return { list: next };
    };
    await file.change(many);
    disk.fill();
    truncateSync(join(disk.folder, 'holiday-photos'), statSync(join(disk.folder, 'holiday-photos')).size - 8192);
    await expect(file.change(many)).rejects.toThrow(/ENOSPC/);
    expect(file.read().stations).toHaveLength(40);
  });

  it.each(['', '{', '[]', '{"version":2,"stations":[]}', '{"version":1,"stations":[{"login":"A B"}]}'])(
    'that holds %j is refused and left as it is',
    async (text) => {
      const place = fresh();
      const file = new RegistryFile(place);
      await file.change((registry) => ({ list: registry }));
      writeFileSync(join(place, 'stations.json'), text);
      expect(() => file.read()).toThrow(FileDamaged);
      await expect(file.change((registry) => ({ list: registry }))).rejects.toThrow(FileDamaged);
      expect(readFileSync(join(place, 'stations.json'), 'utf8')).toBe(text);
    },
  );
});
