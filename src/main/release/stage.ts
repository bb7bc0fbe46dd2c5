import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../user-error.ts';
import type { Layout } from './layout.ts';
import { Measure, mustBePlain } from './limits.ts';
import { type Manifest, trustedManifest } from './manifest.ts';
import type { PublicKey } from './signature.ts';
import { takeCopy } from './take.ts';
import { APP_IMAGE, readFacts, readRelease, Version } from './tree.ts';
import { unpack } from './unpack.ts';

export interface StageOptions {
  keys: readonly PublicKey[];
  allowUnsigned: boolean;
}

/** Unpacked, a tarball takes about three times its size, and it lies beside that as a copy. */
const ROOM_FACTOR = 4;
const FOLDER_BYTES = 200e6;

/**
 * Brings what the user named (a folder laid out by `npm run dist:stage`, a tarball, an AppImage) into a folder of its own beside
 * the releases, checked. The caller moves it into place or removes it.
 */
export async function stage(layout: Layout, source: string, options: StageOptions): Promise<string> {
  const info = statSync(source, { throwIfNoEntry: false });
  if (!info) throw new UserError(`${source} does not exist.`);
  if (info.isDirectory() && !options.allowUnsigned)
    throw new UserError(
      `${source} is a folder, and a folder has no signature. If you built it yourself, add --allow-unsigned.`,
    );
  if (info.isDirectory())
    readRelease(source); // before all of it is copied: anybody's folder may be as big as the disk
  else if (!/\.(tar\.gz|tgz|AppImage)$/.test(source))
    throw new UserError(`${basename(source)} is neither a tarball (.tar.gz) nor an AppImage nor a folder.`);
  layout.make();
  mustHaveRoom(layout, info.isDirectory() ? FOLDER_BYTES : ROOM_FACTOR * info.size);
  const taken = mkdtempSync(join(layout.releases, '.taken-')); // 0700
  const staged = mkdtempSync(join(layout.releases, '.incoming-'));
  try {
    if (info.isDirectory()) copyFolder(realpathSync(source), staged);
    else await openFile(layout, source, takeCopy(source, taken), staged, options);
    rightsOfOurs(staged);
    return staged;
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(taken, { recursive: true, force: true });
  }
}

function mustHaveRoom(layout: Layout, bytes: number): void {
  const { bavail, bsize } = statfsSync(layout.releases);
  if (bavail * bsize < bytes)
    throw new UserError(`there is not enough space in ${layout.home}: ${Math.ceil(bytes / 1e6)} MB are needed.`);
}

async function openFile(layout: Layout, source: string, copy: string, staged: string, options: StageOptions) {
  const manifest = await trustedManifest(source, options.keys, options.allowUnsigned, copy);
  if (/\.AppImage$/.test(copy)) wrapAppImage(layout, copy, staged, manifest);
  else await unpack(copy, staged);
  const facts = readRelease(staged);
  if (manifest !== null && (manifest.version !== facts.version || manifest.schema !== facts.schema))
    throw new UserError(
      `the manifest is for version ${manifest.version} (schema ${manifest.schema}), but the file has ${facts.version} (schema ${facts.schema}).`,
    );
}

function copyFolder(source: string, staged: string): void {
  const measure = new Measure(source);
  cpSync(source, staged, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => {
      const info = mustBePlain(path);
      measure.addEntry();
      if (info.isFile()) measure.addBytes(info.size);
      return true;
    },
  });
}

/** Root's, and readable by all: the station's user must not be able to change its own program. Nothing runs with another's rights. */
function rightsOfOurs(path: string): void {
  const info = mustBePlain(path);
  if (process.getuid?.() === 0) lchownSync(path, 0, 0);
  chmodSync(path, info.isDirectory() || info.mode & 0o111 ? 0o755 : 0o644);
  if (info.isDirectory()) for (const name of readdirSync(path)) rightsOfOurs(join(path, name));
}

/** An AppImage holds the window and nothing a plain Node can run: the commands stay those of the present release. */
function wrapAppImage(layout: Layout, file: string, into: string, manifest: Manifest | null): void {
  const { current } = layout;
  if (current === null || !existsSync(join(layout.release(current), APP_IMAGE)))
    throw new UserError(
      'an AppImage is for a station with a window, and this one has none: use the tarball (.tar.gz).',
    );
  const facts = readFacts(layout.release(current));
  const named = /^weatherglass-(\d+\.\d+\.\d+[^-]*)-/.exec(basename(file))?.[1];
  const version = manifest?.version ?? (Version.safeParse(named).success ? named : undefined);
  if (version === undefined)
    throw new UserError(
      `${basename(file)} has no version in its name; rename it to weatherglass-VERSION-ARCH.AppImage.`,
    );
  for (const part of ['app', 'deploy', 'node'])
    cpSync(join(layout.release(current), part), join(into, part), { recursive: true });
  renameSync(file, join(into, APP_IMAGE));
  chmodSync(join(into, APP_IMAGE), 0o755);
  writeFileSync(
    join(into, 'release.json'),
    JSON.stringify({
      ...facts,
      version,
      schema: manifest?.schema ?? facts.schema,
      program: facts.program ?? facts.version,
    }),
  );
}
