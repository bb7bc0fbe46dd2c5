import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { engineAt } from '../../src/hub/engine/open.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { enginesHere, enginesPlayed, RealEngine } from '../support/engines.ts';
import { front, frontIsHere } from '../support/fleet-engine.ts';
import { differences, sendThroughKills } from '../support/fleet-equality.ts';
import { freePort } from '../support/free-port.ts';
import { add, type Key } from '../support/hub-here.ts';
import { HubProcess } from '../support/hub-process.ts';

/** `npm run bench -- fleet-equality` does it a hundred times, and kills real stations, too. */
const KILLS = 5;
const SEED = 20;

// Beside each other, for most of it is waiting.
describe.skipIf(enginesHere.length === 0).concurrent.each(enginesPlayed)(
  'what stations send to a hub on %s',
  (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-equality-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is there once and whole after engine, hub and nginx were killed while they sent', async () => {
      const engine = await RealEngine.start(kind);
      const keys: Key[] = [];
      for (const name of ['One', 'Two', 'Three', 'Four']) keys.push(await add(folder, name));
      const hub = new HubProcess(engine.address, folder, await freePort());
      await hub.start();
      const stations = new RegistryFile(folder).read().htpasswd();
      const isFronted = kind === 'victoria-metrics' && frontIsHere;
      const more = { stations, rate: '10000r/s', plain: true };
      const nginx = isFronted ? await front({ hubPort: hub.port, ...more }) : null;
      const victims = [
        engine,
        { kill: () => hub.end('SIGKILL'), start: () => hub.start() },
        ...(nginx === null ? [] : [nginx]),
      ];
      try {
        const url = nginx === null ? hub.url : `http://127.0.0.1:${nginx.port}`;
        const { sent, tries } = await sendThroughKills(keys, url, victims, KILLS, SEED);
        expect(sent.length).toBeGreaterThanOrEqual(2 * keys.length);
        expect(tries.proven).toBe(sent.length);
        expect(tries.refused.get(500)).toBeUndefined();
        expect(tries.refused.size).toBeGreaterThan(0);
        expect(await differences(engineAt(engine.address)!, sent)).toEqual([]);
      } finally {
        await nginx?.stop();
        await hub.end('SIGTERM');
        await engine.remove();
      }
    });
  },
);
