import { createServer } from 'node:http';
import express from 'express';
import { expect, it } from 'vitest';
import { errorHandler } from '../../src/http/error-handler.ts';
import type { Hub } from '../../src/hub/hub.ts';
import { Allowances } from '../../src/hub/ingest/allowance.ts';
import { Appointments } from '../../src/hub/ingest/appointments.ts';
import { InFlight } from '../../src/hub/ingest/in-flight.ts';
import type { Logins } from '../../src/hub/ingest/logins.ts';
import { ingestRoutes } from '../../src/hub/routes/ingest.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { silentLog } from '../support/hub-here.ts';
import { portOf } from '../support/port-of.ts';

it('rows that an engine which hangs leaves in memory take the room that they have there, not that of their text', async () => {
  const clock = new FakeClock();
  const answered = Promise.withResolvers<void>();
  const twoAreHeld = Promise.withResolvers<void>();
  let held = 0;
  const hub = {
    nowS: clock.nowS(),
    rows: { refused: 0 },
    store: () => {
      held += 1;
      if (held === 2) twoAreHeld.resolve();
      return held <= 2 ? answered.promise : Promise.resolve();
    },
  };
  const logins = { admit: () => 'north', stillMay: () => undefined };
  const app = express();
  ingestRoutes(app, hub as unknown as Hub, {
    logins: logins as unknown as Logins,
    inFlight: new InFlight(new Appointments(clock), 1 << 20),
    allowances: new Allowances(clock),
    wanted: () => null,
  });
  app.use(errorHandler({ log: silentLog, known: () => null }));
  const server = createServer(app);
  const url = `http://127.0.0.1:${await portOf(server)}/api/v1/ingest`;
  const body = Array.from({ length: 800 }, (_, i) => `wx temp=1 ${Math.floor(clock.nowS()) - i}`).join('\n'); // 17 kB
  const post = () => fetch(url, { method: 'POST', body });
  const first = [post(), post()];
  await twoAreHeld.promise;
  const third = await post();
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
  expect(hub.rows.refused).toBe(800);
  answered.resolve();
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([204, 204]);
  expect((await post()).status).toBe(204);
  server.closeAllConnections();
  server.close();
});
