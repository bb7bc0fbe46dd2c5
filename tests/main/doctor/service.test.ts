import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { facilitiesOf, type PortState, type ServiceState } from '../../../src/main/doctor/facilities.ts';
import { portOf } from '../../support/port-of.ts';
import { Pi } from './healthy-pi.ts';

let pi: Pi;
beforeEach(() => {
  pi = new Pi();
  pi.put('/etc/passwd', 'root:x:0:0::/root:/bin/sh\nweatherglass:x:995:995::/:/bin/false\n');
  pi.put('/usr/lib/systemd/system/weatherglass.service', '[Service]\nSupplementaryGroups=i2c video input\n');
  install();
});
afterEach(() => pi.remove());

const install = () => {
  pi.put('/usr/lib/weatherglass/station.json', JSON.stringify({ user: 'weatherglass', env: {} }));
  pi.env = { WEATHERGLASS_STATION: '/usr/lib/weatherglass/station.json' };
};

interface Played {
  unit?: Partial<ServiceState['unit']>;
  upgrade?: ServiceState['upgrade'];
  port?: PortState;
  notReady?: { reason: string; uptimeS: number };
}

/** The answers as `systemctl show` of systemd 252 gave them when each state was played. */
const WELL = {
  refused: null,
  load: 'loaded',
  file: 'enabled',
  active: 'active',
  sub: 'running',
  result: 'success',
  restarts: 0,
};
const STOPPED = { active: 'inactive', sub: 'dead' };

async function doctor({ unit, upgrade = 'none', port = 'ours', notReady }: Played) {
  pi.facilities.service = async () => ({ unit: { ...WELL, ...unit }, upgrade });
  pi.facilities.port = async () => port;
  pi.facilities.notReady = async () => notReady ?? null;
  const { status, detail, fix } = (await pi.examine('--json')).findings.get('service')!;
  return [status, detail, fix];
}

describe('doctor: the installed service', () => {
  it.each<[string, Played, [string, string, string | null]]>([
    ['well', {}, ['ok', 'runs as weatherglass and measures', null]],
    ['restarted once, long ago', { unit: { restarts: 1 } }, ['ok', 'runs as weatherglass and measures', null]],
    [
      'stopped',
      { unit: STOPPED, port: 'free' },
      ['fail', 'the service is stopped: nothing is measured', 'sudo systemctl start weatherglass'],
    ],
    [
      'stopped, while another Weatherglass answers at its port',
      { unit: STOPPED },
      ['fail', 'the service is stopped: nothing is measured', 'sudo systemctl start weatherglass'],
    ],
    [
      'disabled, but running',
      { unit: { file: 'disabled' } },
      [
        'warn',
        'runs as weatherglass, but is disabled: it does not start after a reboot',
        'sudo systemctl enable weatherglass',
      ],
    ],
    [
      'disabled and stopped',
      { unit: { ...STOPPED, file: 'disabled' }, port: 'free' },
      [
        'fail',
        'the service is stopped and disabled: nothing is measured, even after a reboot',
        'sudo systemctl enable --now weatherglass',
      ],
    ],
    [
      'without a unit',
      { unit: { ...STOPPED, load: 'not-found', file: '' }, port: 'free' },
      ['fail', 'the unit file is missing: the service cannot start', 'install the package again'],
    ],
    [
      'masked',
      { unit: { ...STOPPED, load: 'masked', file: 'masked' }, port: 'free' },
      [
        'fail',
        'the service is masked: it cannot start',
        'sudo systemctl unmask weatherglass && sudo systemctl enable --now weatherglass',
      ],
    ],
    [
      'restarting in a loop, between two starts',
      { unit: { active: 'activating', sub: 'auto-restart', result: 'exit-code', restarts: 4 }, port: 'free' },
      ['fail', 'the service keeps crashing; restarts so far: 4', 'sudo journalctl -u weatherglass -n 50'],
    ],
    [
      'restarting in a loop, in a start',
      { unit: { active: 'activating', sub: 'start', restarts: 4 }, port: 'free' },
      ['fail', 'the service keeps crashing; restarts so far: 4', 'sudo journalctl -u weatherglass -n 50'],
    ],
    [
      'in its first start',
      { unit: { active: 'activating', sub: 'start' }, port: 'free' },
      ['warn', 'the service is starting', 'wait a minute, then ask again'],
    ],
    [
      'failed',
      { unit: { active: 'failed', sub: 'failed', result: 'exit-code' }, port: 'free' },
      ['fail', 'the service failed (exit-code) and is stopped', 'sudo journalctl -u weatherglass -n 50'],
    ],
    [
      'with an upgrade left half',
      { unit: STOPPED, upgrade: 'left half done', port: 'free' },
      ['fail', 'an upgrade was interrupted and is half done', 'sudo systemctl start weatherglass-upgrade'],
    ],
    [
      'with an upgrade under way',
      { unit: STOPPED, upgrade: 'under way', port: 'free' },
      ['warn', 'an upgrade is under way', 'wait until it is done'],
    ],
    [
      'running, but silent',
      { port: 'silent' },
      ['fail', 'the service runs, but does not answer at port 8000', 'sudo journalctl -u weatherglass -n 50'],
    ],
    [
      'running, but not listening',
      { port: 'free' },
      ['fail', 'the service runs, but does not answer at port 8000', 'sudo journalctl -u weatherglass -n 50'],
    ],
    [
      'running beside another program at its port',
      { port: 'taken' },
      ['fail', 'the service runs, but another program uses port 8000', "sudo ss -ltnp 'sport = :8000'"],
    ],
    [
      'running without a sensor',
      { notReady: { reason: 'no sensor gives a value', uptimeS: 90 } },
      [
        'fail',
        'the service runs, but measures nothing: no sensor gives a value',
        'sudo journalctl -u weatherglass -n 50',
      ],
    ],
    [
      'running for some seconds only',
      { notReady: { reason: 'no sensor gives a value', uptimeS: 4 } },
      ['warn', 'the service is starting', 'wait a minute, then ask again'],
    ],
    [
      'not to be asked of',
      { unit: { refused: 'Failed to connect to bus: Host is down' } },
      ['warn', 'systemd does not answer: Failed to connect to bus: Host is down', 'sudo systemctl status weatherglass'],
    ],
  ])('%s', async (_name, played, told) => {
    expect(await doctor(played)).toEqual(told);
  });

  it('is not asked of a root folder, where no systemd runs', async () => {
    expect((await pi.examine('--json')).findings.get('service')).toMatchObject({
      status: 'ok',
      detail: 'set up to run as weatherglass',
    });
  });

  it('measures when the station says that it is ready, and else has a reason', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(503).end('{"ready":false,"reason":"no fresh sample","uptime_s":71}'),
    );
    const port = await portOf(server);
    const { notReady } = facilitiesOf(null);
    expect(await notReady('127.0.0.1', port)).toEqual({ reason: 'no fresh sample', uptimeS: 71 });
    server.removeAllListeners('request').on('request', (_request, response) => response.end('{"ready":true}'));
    expect(await notReady('127.0.0.1', port)).toBeNull();
    server.close();
    expect(await notReady('127.0.0.1', port)).toEqual({ reason: 'no answer', uptimeS: 0 });
  });
});
