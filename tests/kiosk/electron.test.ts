import { describe, expect, it } from 'vitest';
import { findElectron } from '../../src/main/launch.ts';
import { ROOT, until } from './driver.ts';
import { freePort } from './free-port.ts';
import { electronBench } from './real-electron.ts';
import { kioskScenarios } from './scenarios.ts';

const electronPath = findElectron(ROOT, process.env);

if (electronPath === null)
  console.warn(
    '\n*** The kiosk scenarios were NOT played on the real Electron: its program is not on this machine.\n' +
      '*** "npm run kiosk:setup" fetches it, then "npm run test:electron" plays them.\n',
  );
else kioskScenarios('the kiosk on the real Electron', () => electronBench(electronPath));

/** What only the real program can show. */
describe.skipIf(electronPath === null)('the real Electron', () => {
  it('denies the page every permission', async () => {
    const bench = await electronBench(electronPath!);
    const kiosk = await bench.start({ port: await freePort() });
    try {
      await until('the wall', 15_000, async () => String(await kiosk.evaluate('location.search')).includes('kiosk'));
      const asked = `Promise.all(['geolocation', 'camera', 'microphone', 'notifications'].map(
        (name) => navigator.permissions.query({ name }).then(({ state }) => state)))`;
      expect(new Set((await kiosk.evaluate(asked)) as string[])).toEqual(new Set(['denied']));
    } finally {
      await kiosk.dispose();
      bench.close();
    }
  });
});
