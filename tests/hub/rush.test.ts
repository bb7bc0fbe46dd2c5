import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { HubHere } from '../support/hub-here.ts';

/** More than Node keeps waiting when it is told no number: 511. */
const COMING = 700;
const kernelKeeps = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
if (kernelKeeps < COMING) console.warn(`\nSKIPPED: a rush, because this kernel keeps ${kernelKeeps} callers waiting\n`);

it.skipIf(kernelKeeps < COMING)('a busy hub turns nobody away who comes in the same moment', async () => {
  const hub = await HubHere.start('http://127.0.0.1:9', []);
  let connected = 0;
  // All of them before the hub, which is in this process, takes the first. Whoever it has no place for comes again after a second.
  const callers = Array.from({ length: COMING }, () =>
    connect(hub.running.port, '127.0.0.1').once('connect', () => {
      connected += 1;
    }),
  );
  await new Promise((resolve) => callers[0]!.once('connect', resolve));
  expect(await hub.json('/api/health')).toMatchObject({ ok: false, engine: { state: 'down' } });
  expect(connected).toBe(COMING);
  for (const caller of callers) caller.destroy();
  await hub.stop();
});
