import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import { HubHealth } from '../../src/contract/fleet.ts';
import { enginesHere, enginesPlayed, RealEngine } from '../support/engines.ts';
import { detailOf, HubHere, type Key } from '../support/hub-here.ts';
import { realNowS } from '../support/real-now.ts';
import { SmallDisk } from '../support/small-disk.ts';

const disk = SmallDisk.mount(160);
afterAll(() => disk?.unmount());
const DAY =
  Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / DAY_S - 5) * DAY_S;
const rows = (n: number, from = 0) =>
  Array.from({ length: n }, (_, i) => `wx temp=${(i % 400) / 10} ${DAY + (from + i) * 10}\n`).join('');

describe.skipIf(disk === null)('an engine whose disk is full', () => {
  it.skipIf(enginesHere.length === 0).each(enginesPlayed)(
    '%s: the hub says 507, proves nothing that is not stored, and goes on when there is room',
    async (kind) => {
      const engine = await RealEngine.start(kind, join(disk!.folder, kind));
      const hub = await HubHere.start(engine.address, ['North']);
      const [north] = hub.keys as [Key];
      try {
        expect((await hub.post(north, rows(10))).status).toBe(204);
        expect(await hub.proof(north, DAY + DAY_S - 1)).toBe(10);
        await engine.kill();
        disk!.fill();
        await engine.start();
        // What is left in the log's last block may still take a few.
        let [sent, status] = [10, 204];
        while (status === 204 && sent < 100_000) {
          const posted = await hub.post(north, rows(1000, sent % 8000));
          status = posted.status;
          sent += 1000;
          if (status !== 204) expect(await detailOf(posted)).toMatch(/disk is full/);
        }
        expect(status).toBe(507);
        const health = HubHealth.parse(await hub.json('/api/health'));
        expect(health).toMatchObject({ ok: false, engine: { state: 'full' } });
        disk!.makeRoom();
        await engine.kill(); // one of them looks for room only every half minute
        await engine.start();
        expect((await hub.post(north, rows(20))).status).toBe(204);
        expect(await hub.proof(north, DAY + DAY_S - 1)).toBeGreaterThanOrEqual(20);
        expect(HubHealth.parse(await hub.json('/api/health')).engine.state).toBe('ok');
      } finally {
        await hub.stop();
        await engine.remove();
      }
    },
  );
});
