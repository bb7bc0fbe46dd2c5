import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { FakeStation } from '../support/fake-station.ts';
import { lanAddress } from '../support/lan.ts';
import { afterLived } from '../support/lived.ts';
import { serving } from '../support/serve.ts';

/** What comes back on one connection for these bytes, until it is closed or has been silent for a while. */
const said = (port: number, text: string, silentMs = 1000, address = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, address, () => socket.write(text));
    const leave = () => socket.destroy();
    let stop = afterLived(20_000, leave); // for the first word: a busy machine takes its time
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
      stop();
      stop = afterLived(silentMs, leave);
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        stop();
        resolve(heard);
      });
  });

describe('a header that decides something', () => {
  it.each([
    ['Host: localhost\r\nHost: evil.example', 'host'],
    ['Host: localhost\r\nHost: localhost', 'host'],
    ['Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example', 'origin'],
    ['Host: localhost\r\nContent-Type: application/json\r\ncontent-type: text/plain', 'content-type'],
    ['Host: localhost\r\nX-Weatherglass-Pin: 1234\r\nX-Weatherglass-Pin: 2345', 'x-weatherglass-pin'],
  ])('is refused when it is given twice (%j)', async (headers, name) => {
    const served = await serving({ station: new FakeStation() });
    const heard = await said(served.port, `GET /api/status HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
    expect(heard).toMatch(/^HTTP\/1\.1 400/);
    expect(heard).toContain(`{"detail":"the header ${name} is given twice"}`);
  });
});

describe('a request that offers an upgrade', () => {
  it('is answered, and says that nothing behind it on the connection will be', async () => {
    const served = await serving({ station: new FakeStation() });
    const heard = await said(
      served.port,
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n' +
        'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(heard).toMatch(/^HTTP\/1\.1 200/);
    expect(heard.toLowerCase()).toContain('\r\nconnection: close\r\n');
  });
});

describe('a request target that is no path', () => {
  it.each(['http://localhost/api/health', 'http://[::1/x', 'http://a:b:c/', '*'])(
    'is refused in our words: %s',
    async (target) => {
      const served = await serving({ station: new FakeStation() });
      const heard = await said(served.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1\.1 400/);
      expect(heard).toContain('Content-Security-Policy: ');
      expect(heard).toMatch(/\{"detail":"the request target must be a path"\}$/);
    },
  );
});

describe('requests in a row on one connection', () => {
  const row = (length: number, path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(length);
  const answers = (heard: string) => heard.split('HTTP/1.1 200').length - 1;

  it('are answered in their order', async () => {
    const served = await serving({ station: new FakeStation() });
    const heard = await said(served.port, row(4, '/api/health') + row(4, '/api/status'));
    expect(answers(heard)).toBe(8);
    expect(heard.lastIndexOf('"status":"ok"')).toBeLessThan(heard.indexOf('"display_frame"'));
  });

  it.each(['/', '/api/status', '/api/telemetry', '/api/nope'])(
    'are not even begun when nobody could wait for so many: %s',
    async (path) => {
      const served = await serving({ station: new FakeStation() });
      const heard = await said(served.port, row(2000, path), 5000);
      expect(heard.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(16);
      expect((await ask(served.port, { path: '/api/health' })).status).toBe(200);
    },
  );

  it.skipIf(!lanAddress)(
    'end all connections of who sent them, who may open none for a minute; others may',
    async () => {
      const clock = new FakeClock(1.75e9);
      const { port, log } = await serving({ station: new FakeStation(), clock, settings: { host: '0.0.0.0' } });
      const bystander = said(port, row(1, '/api/stream'), 5000, lanAddress);
      await said(port, row(100, '/api/status'), 5000, lanAddress);
      expect(log.lines.map(({ message, fields }) => [message, fields])).toEqual([
        [
          'more questions on one connection than anybody waits for: the address is shut out for a minute',
          { address: lanAddress },
        ],
      ]);
      expect(await bystander).toMatch(/^(HTTP|$)/); // it has ended
      expect(await said(port, row(1, '/api/status'), 300, lanAddress)).toBe('');
      expect(answers(await said(port, row(1, '/api/status')))).toBe(1);
      await clock.advance(60_000);
      expect(answers(await said(port, row(1, '/api/status'), 300, lanAddress))).toBe(1);
    },
  );

  it('from this machine end the one connection alone', async () => {
    const served = await serving({ station: new FakeStation() });
    await said(served.port, row(100, '/api/status'), 5000);
    expect(served.log.lines.map(({ message }) => message)).toEqual([
      'more questions on one connection than anybody waits for: the connection is ended',
    ]);
    expect(answers(await said(served.port, row(1, '/api/status')))).toBe(1);
  });
});

describe('a refused change', () => {
  it('is one line a minute for each kind of refusal, however often it is tried', async () => {
    const served = await serving({ station: new FakeStation(), settings: { writeLimit: { burst: 3, perMinute: 1 } } });
    for (let i = 0; i < 50; i += 1) await ask(served.port, { method: 'DELETE', path: `/api/label/${i + 1000}` });
    const told = served.log.lines.map(({ message, fields }) => `${message} ${fields['status']}`);
    expect(told).toEqual(['change refused 404', 'change refused 429']);
  });

  it('does not write what was asked for in its whole length', async () => {
    const served = await serving({ station: new FakeStation() });
    await ask(served.port, { method: 'DELETE', path: `/api/label/${'9'.repeat(10_000)}` });
    expect(JSON.stringify(served.log.lines).length).toBeLessThan(400);
  });
});
