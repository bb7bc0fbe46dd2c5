// npm run kiosk:setup: fetches the Electron program and builds the Sense HAT's bus module for it, beside the one for Node.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildI2cForThisNode, electronAbi, keep, nodeBuild, withElectronBuild } from './natives.mjs';
import { root } from './root.mjs';

const env = { ...process.env, NODE_USE_ENV_PROXY: '1' }; // Node's fetch, which the installer uses, ignores HTTPS_PROXY without it
const fetched = spawnSync(process.execPath, [join(root, 'node_modules/electron/install.js')], {
  stdio: 'inherit',
  env,
});
if (fetched.status !== 0) {
  process.stderr.write('The Electron program could not be fetched; the station still runs without a window.\n');
  process.exit(1);
}
const trouble = await buildI2cForThisNode();
if (trouble) process.stderr.write(`${trouble}\n`);
if (nodeBuild())
  await withElectronBuild(process.arch, (file) => keep(file, electronAbi())).catch(({ message }) => {
    process.stderr.write(
      `The window's station reads no Sense HAT: the bus module could not be built for Electron (${message}); "npm run kiosk:setup" tries again.\n`,
    );
  });
process.stdout.write('The kiosk is set up: "npm start" opens it where there is a display.\n');
