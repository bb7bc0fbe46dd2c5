import { describe, expect, it } from 'vitest';
import { findElectron } from '../../src/main/launch.ts';
import { freePort } from '../support/free-port.ts';
import { ROOT, SEEN_MS, until } from './driver.ts';
import { electronBench } from './real-electron.ts';
import { kioskScenarios, notPlayed } from './scenarios.ts';

const NAME = 'the kiosk on the real Electron';
const electronPath = findElectron(ROOT, process.env);

if (electronPath === null)
  notPlayed(NAME, 'the Electron program is not on this machine ("npm run kiosk:setup" fetches it)');
else {
  kioskScenarios(NAME, () => electronBench(electronPath));
  describe('the real Electron alone', () => {
    it('denies the page every permission', async () => {
      const bench = await electronBench(electronPath);
      const kiosk = await bench.start({ port: await freePort() });
      try {
        await until('the wall', SEEN_MS, async () => String(await kiosk.evaluate('location.search')).includes('kiosk'));
        const asked = `Promise.all(['geolocation', 'camera', 'microphone', 'notifications'].map(
          (name) => navigator.permissions.query({ name }).then(({ state }) => state)))`;
        expect(new Set((await kiosk.evaluate(asked)) as string[])).toEqual(new Set(['denied']));
      } finally {
        await kiosk.dispose();
        bench.close();
      }
    });
  });
}
