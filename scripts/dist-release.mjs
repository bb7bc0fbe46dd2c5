// npm run dist:release: release/weatherglass-VERSION-ARCH.tar.gz for "weatherglass upgrade", and the manifest that vouches for it
// and for the AppImage beside it. Signing is the owner's act: minisign -S -m release/weatherglass-VERSION.json
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stage, staged } from './dist-stage.mjs';
import { packRelease } from './release-tarball.mjs';
import { layOutTree, schemaVersion, tree } from './release-tree.mjs';
import { root } from './root.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const release = join(root, 'release');
const tarball = join(release, `weatherglass-${version}-${process.arch}.tar.gz`);

await stage(process.arch);
await layOutTree(staged, process.arch);
packRelease(tree, version, tarball);

const published = readdirSync(release).filter((name) =>
  new RegExp(`^weatherglass-${version}-.*\\.(tar\\.gz|AppImage)$`).test(name),
);
const files = Object.fromEntries(
  published.sort().map((name) => {
    const bytes = readFileSync(join(release, name));
    return [name, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }];
  }),
);
const manifest = join(release, `weatherglass-${version}.json`);
writeFileSync(manifest, `${JSON.stringify({ version, schema: await schemaVersion(), files }, null, 2)}\n`);
for (const path of [tarball, manifest])
  process.stdout.write(`${path} (${(statSync(path).size / 1e6).toFixed(1)} MB)\n`);
if (!existsSync(`${manifest}.minisig`)) process.stdout.write(`not signed yet: minisign -S -m ${manifest}\n`);
