// npm run dist [-- --arm64]: an AppImage in release/, for this machine's architecture or the one named.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { stage } from './dist-stage.mjs';
import { electronAbi, electronVersion, withElectronBuild } from './natives.mjs';
import { root } from './root.mjs';

const arch = process.argv.includes('--arm64') ? 'arm64' : process.argv.includes('--x64') ? 'x64' : process.arch;
if (arch !== process.arch && !process.env.CC) {
  process.stderr.write(
    `To build for ${arch} on this ${process.arch} machine, name a cross compiler: ` +
      'CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ npm run dist -- --arm64\n',
  );
  process.exit(1);
}
const kept = mkdtempSync(join(tmpdir(), 'weatherglass-dist-'));
const forElectron = join(kept, 'i2c.node');
try {
  await withElectronBuild(arch, (file) => cpSync(file, forElectron));
} catch (error) {
  process.stderr.write(
    `The bus module could not be built for Electron (${error.message}). That needs a compiler, and the network once for the headers.\n`,
  );
  process.exit(1);
}
await stage(arch, [[electronAbi(), forElectron]]);
const files = await build({
  projectDir: root,
  targets: Platform.LINUX.createTarget(['AppImage'], Arch[arch]),
  config: { extends: 'electron-builder.yml', electronVersion: electronVersion() },
});
rmSync(kept, { recursive: true, force: true });
for (const file of files) process.stdout.write(`${file}\n`);
