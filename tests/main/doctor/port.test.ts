import { createServer as createHttpServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askPort, facilitiesOf } from '../../../src/main/doctor/facilities.ts';
import { portOf } from '../../support/port-of.ts';
import { Pi } from './healthy-pi.ts';

let pi: Pi;
beforeEach(() => {
  pi = new Pi();
});
afterEach(() => pi.remove());

describe('the port', () => {
  const { port } = facilitiesOf(null);
  const listening = async (answer: string) => {
    const server = createHttpServer((_request, response) => response.end(answer));
    const number = await portOf(server);
    const close = () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    };
    return { number, close };
  };

  it('is free, taken, or held by a station that runs already', async () => {
    const stranger = await listening('hello');
    expect(await port('127.0.0.1', stranger.number)).toBe('taken');
    await stranger.close();
    expect(await port('127.0.0.1', stranger.number)).toBe('free');
    const station = await listening('{"status":"ok","version":"1.0.0","uptime_s":12.5}');
    expect(await port('127.0.0.1', station.number)).toBe('ours');
    await station.close();
  });

  it('whose user is silent is not called another program’s: a busy station is silent, too', async () => {
    const server = createHttpServer(() => undefined);
    const number = await portOf(server);
    expect(await askPort('127.0.0.1', number, 100)).toBe('silent');
    server.closeAllConnections();
    server.close();
    pi.facilities.port = async () => 'silent';
    const { findings } = await pi.examine('--json');
    expect(findings.get('port')).toMatchObject({ status: 'warn', detail: expect.stringContaining('a busy station') });
  });

  it('cannot be opened on an address that is not this machine’s', async () => {
    expect(await port('192.0.2.1', 8000)).toBe('no-such-address');
  });
});
