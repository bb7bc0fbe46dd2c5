import { afterEach, expect, it } from 'vitest';
import { Consoles } from '../../../src/connections/inputs/consoles.ts';
import { ask } from '../../support/ask.ts';
import { freePort } from '../../support/free-port.ts';
import { Intake } from './support/intake.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BODY = 'PASSKEY=4B4F3A5C&stationtype=GW2000A_V3&model=GW2000A&tempf=50';

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
  await expect.poll(() => consoles.port).toBe(port);
  const report = () => ask(port, { method: 'POST', path: '/data/report/', body: BODY, headers: FORM });
  for (let n = 0; n < 3; n += 1) expect((await report()).text).toBe('success');
  await expect.poll(() => intake.told).toEqual(['input.unreadable']);
  expect(intake.logged).toEqual(['Ecowitt: a report from 127.0.0.1 met a fault: disk I/O error']);
  isFaulty = false;
  await report();
  await expect.poll(() => intake.heard.length).toBe(1);
});
