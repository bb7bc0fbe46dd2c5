import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../user-error.ts';
import type { Host } from './host.ts';
import type { Layout } from './layout.ts';
import { type Manifest, trustedManifest } from './manifest.ts';
import type { PublicKey } from './signature.ts';
import { APP_IMAGE, ReleaseFacts, readRelease } from './tree.ts';

export interface StageOptions {
  keys: readonly PublicKey[];
  allowUnsigned: boolean;
}

/** Unpacked, a tarball takes about three times its size. */
const ROOM_FACTOR = 3;

/**
 * Brings what the user named (a folder laid out by `npm run dist:stage`, a tarball, an AppImage) into a folder of its own beside
 * the releases, checked. The caller moves it into place or removes it.
 */
export async function stage(host: Host, layout: Layout, source: string, options: StageOptions): Promise<string> {
  const info = statSync(source, { throwIfNoEntry: false });
  if (!info) throw new UserError(`${source} is not there.`);
  layout.make();
  const manifest = info.isDirectory() ? null : await trustedManifest(source, options.keys, options.allowUnsigned);
  if (info.isDirectory() && !options.allowUnsigned)
    throw new UserError(
      `${source} is a folder, which nobody can sign; --allow-unsigned takes it all the same: only for one you built yourself.`,
    );
  const { bavail, bsize } = statfsSync(layout.releases);
  const needed = (info.isDirectory() ? 200e6 : ROOM_FACTOR * info.size) / 1e6;
  if ((bavail * bsize) / 1e6 < needed)
    throw new UserError(`there is not enough room below ${layout.home}: ${Math.ceil(needed)} MB are needed.`);
  const staged = mkdtempSync(join(layout.releases, '.incoming-'));
  chmodSync(staged, 0o755);
  try {
    if (info.isDirectory()) cpSync(source, staged, { recursive: true, preserveTimestamps: true });
    else if (/\.tar\.gz$|\.tgz$/.test(source)) await unpack(host, source, staged);
    else if (/\.AppImage$/.test(source)) wrapAppImage(layout, source, staged, manifest);
    else throw new UserError(`${basename(source)} is neither a tarball (.tar.gz) nor an AppImage nor a folder.`);
    const facts = readRelease(staged);
    if (manifest !== null && manifest.version !== facts.version)
      throw new UserError(`the manifest speaks of ${manifest.version}, but the file holds ${facts.version}.`);
    // As root, and readable by all: the station's user must not be able to change its own program.
    await host.run('chmod', ['-R', 'go+rX,go-w', staged]);
    await host.run('chown', ['-R', 'root:root', staged]);
    return staged;
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    throw error;
  }
}

async function unpack(host: Host, file: string, into: string): Promise<void> {
  const { code, out } = await host.run('tar', ['-xzf', file, '-C', into, '--no-same-owner', '--strip-components=1']);
  if (code !== 0) throw new UserError(`${basename(file)} cannot be unpacked: ${out.split('\n')[0]}`);
}

/** An AppImage holds the window and nothing a plain Node can run: the commands stay those of the present release. */
function wrapAppImage(layout: Layout, file: string, into: string, manifest: Manifest | null): void {
  const { current } = layout;
  if (current === null || !existsSync(join(layout.release(current), APP_IMAGE)))
    throw new UserError(
      'an AppImage is for a station with a window; this one has none: give it the tarball (.tar.gz).',
    );
  const facts = readFacts(layout.release(current));
  const version = manifest?.version ?? /^weatherglass-(\d+\.\d+\.\d+[^-]*)-/.exec(basename(file))?.[1];
  if (version === undefined)
    throw new UserError(
      `${basename(file)} does not tell its version; keep its name as it was made (weatherglass-VERSION-ARCH.AppImage).`,
    );
  for (const part of ['app', 'deploy', 'node'])
    cpSync(join(layout.release(current), part), join(into, part), { recursive: true });
  mkdirSync(into, { recursive: true });
  copyFileSync(file, join(into, APP_IMAGE));
  chmodSync(join(into, APP_IMAGE), 0o755);
  writeFileSync(
    join(into, 'release.json'),
    JSON.stringify({ ...facts, version, schema: manifest?.schema ?? facts.schema }),
  );
}

const readFacts = (folder: string): ReleaseFacts =>
  ReleaseFacts.parse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
