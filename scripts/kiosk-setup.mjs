// npm run kiosk:setup: fetches the Electron program and builds the Sense HAT's bus module for it, beside the one for Node.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { copyInto, electronAbi, nodeBuild, placeFor, withElectronBuild } from './natives.mjs';

const fetched = spawnSync(process.execPath, [join(root, 'node_modules/electron/install.js')], { stdio: 'inherit' });
if (fetched.status !== 0) {
  process.stderr.write('The Electron program could not be fetched; the station still runs without a window.\n');
  process.exit(1);
}
const i2c = join(root, 'node_modules/i2c-bus');
const forNode = nodeBuild();
if (forNode !== null) {
  await withElectronBuild(process.arch, (file) => copyInto(file, i2c, placeFor(electronAbi(), process.arch)));
  // The loader would take this first and stop at its foreign ABI; in its own place each finds its own.
  copyInto(forNode, i2c, placeFor(process.versions.modules, process.arch));
  rmSync(join(i2c, 'build'), { recursive: true });
}
process.stdout.write('The kiosk is set up: "npm start" opens it where there is a display.\n');
