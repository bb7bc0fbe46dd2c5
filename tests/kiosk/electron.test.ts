import { describe, it } from 'vitest';
import { findElectron } from '../../src/main/launch.ts';
import { ROOT } from './driver.ts';
import { electronBench } from './real-electron.ts';
import { kioskScenarios } from './scenarios.ts';

const electronPath = findElectron(ROOT, process.env);

if (electronPath) {
  kioskScenarios('the kiosk on the real Electron', () => electronBench(electronPath));
} else {
  console.warn(
    '\n*** The kiosk scenarios were NOT played on the real Electron: its program is not on this machine.\n' +
      '*** "npm run kiosk:setup" fetches it, then "npm run test:electron" plays them.\n',
  );
  describe('the kiosk on the real Electron', () => {
    it.skipIf(electronPath === null)('plays its scenarios where the program is installed', () => undefined);
  });
}
