import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';
import { runningClock } from '../support/running-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keyIn(name: string, text: string, mode = 0o600): { key: string | null; told: string[] } {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return read(path);
}

function read(path: string): { key: string | null; told: string[] } {
  const told: string[] = [];
  const tell = (text: unknown) => void told.push(String(text));
  const log = { debug: tell, info: tell, warn: tell, error: tell, fatal: tell, trace: tell };
  return { key: connectionPorts(runningClock(), log as never).secret(path), told };
}

describe('a file of a key', () => {
  it("holds the key, without the line's end", () => {
    expect(keyIn('a', 'p w&1\n')).toEqual({ key: 'p w&1', told: [] });
  });

  it('that everybody on the machine can read is told of, and never what stands in it', () => {
    const { key, told } = keyIn('b', 'hush', 0o644);
    expect(key).toBe('hush');
    expect(told.join()).toMatch(/chmod 600/);
    expect(told.join()).not.toContain('hush');
  });

  it('may be a certificate, which is no secret', () => {
    expect(keyIn('ca.pem', '-----BEGIN CERTIFICATE-----\nMII\n', 0o644).told).toEqual([]);
  });

  it('of more than one line, or of no text, holds no key, and what stands in it is told nowhere', () => {
    for (const text of ['hush hush\r\nhush\r\n', 'hush hush\0c']) {
      const { key, told } = keyIn('lines', text);
      expect(key).toBeNull();
      expect(told.join()).toMatch(/more than one line/);
      expect(told.join()).not.toContain('hush hush');
    }
    expect(keyIn('tab', 'Token\tx').key).toBe('Token\tx');
  });

  it('that is not there, empty, a folder, a pipe or endless is missing, and nobody waits for it', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(read(join(folder, 'none')).key).toBeNull();
    expect(keyIn('empty', ' \n').key).toBeNull();
    expect(read(folder).key).toBeNull();
    expect(read(join(folder, 'pipe')).key).toBeNull();
    expect(read('/dev/zero').key).toBeNull();
    expect(keyIn('long', 'x'.repeat(70_000)).key).toBeNull();
  });
});

/** A program that listens at 127.0.0.1 and takes nobody in: it is stopped. */
const LISTENER =
  "const server = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))";

it('a host whose first address takes a second to answer is reached, though its last leads nowhere', async () => {
  const { connect: open } = connectionPorts(runningClock(), {} as never);
  const listener = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(listener.stdout, 'data')) as [Buffer];
  const port = Number(said);
  listener.kill('SIGSTOP');
  // Its queue is full: what knocks now is dropped, and knocks again a second later.
  const queue = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(queue.slice(0, 2).map((one) => once(one, 'connect')));
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const socket = open({ host: 'slow.example', port, lookup: (_host, _options, found) => found(null, addresses) });
  setImmediate(() => listener.kill('SIGCONT')); // the knock has been dropped, and the next one comes in a second
  try {
    await once(socket, 'connect');
    expect(socket.remoteAddress).toBe('127.0.0.1');
  } finally {
    for (const one of [socket, ...queue]) one.destroy();
    listener.kill('SIGKILL');
  }
});
