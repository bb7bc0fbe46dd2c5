import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Consoles } from '../../../src/connections/inputs/consoles.ts';
import { ask } from '../../support/ask.ts';
import { freePort } from '../../support/free-port.ts';
import { Intake } from './support/intake.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODY = 'PASSKEY=4B4F3A5C&stationtype=GW2000A_V3&model=GW2000A&tempf=50';

/** Whether a port takes connections; the one that has asked is ended. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

let consoles: Consoles;
afterEach(() => consoles.stop());

it('consoles: a fault that a report meets is logged once and told, and the next report is heard', async () => {
  const intake = new Intake();
  let isFaulty = true;
  const port = await freePort();
  consoles = new Consoles(
    { port },
    (observations) => {
      if (isFaulty) throw new Error('disk I/O error');
      intake.take(observations);
    },
    intake.tell,
    intake.ports,
  );
  consoles.start();
  await expect.poll(() => listens(port)).toBe(true);
  const report = () => ask(port, { method: 'POST', path: '/data/report/', body: BODY, headers: FORM });
  for (let n = 0; n < 3; n += 1) expect((await report()).text).toBe('success');
  await expect.poll(() => intake.told).toEqual(['input.unreadable']);
  expect(intake.logged).toEqual(['Ecowitt: a report from 127.0.0.1 met a fault: disk I/O error']);
  isFaulty = false;
  await report();
  await expect.poll(() => intake.heard.length).toBe(1);
});

it('consoles: bodies that never end, as many as the port has connections, keep no report out', async () => {
  const intake = new Intake();
  const port = await freePort();
  consoles = new Consoles({ port }, intake.take, intake.tell, intake.ports);
  consoles.start();
  await expect.poll(() => listens(port)).toBe(true);
  const sockets = Array.from({ length: 64 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  );
  for (const socket of sockets)
    socket.write('POST /data/report/ HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nPASSKEY=4B4F3A5C');
  const ended = () => sockets.filter(({ destroyed }) => destroyed).length;
  await expect.poll(ended, { timeout: 9000 }).toBeGreaterThanOrEqual(32); // sooner than the port loses patience
  expect((await ask(port, { method: 'POST', path: '/data/report/', body: BODY, headers: FORM })).text).toBe('success');
  for (const socket of sockets) socket.destroy();
});
