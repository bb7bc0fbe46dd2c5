import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../user-error.ts';
import type { Host } from './host.ts';

/** A release as it lies in its folder: `app/`, `node`, `deploy/` with units, and for the wall `weatherglass.AppImage`. */
export const ReleaseFacts = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  /** The database schema it brings. */
  schema: z.int().positive(),
  arch: z.string(),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

export const APP_IMAGE = 'weatherglass.AppImage';

/** `node` and the program of a release, as one command line. */
export const programOf = (folder: string): readonly [string, string] => [
  join(folder, 'node'),
  join(folder, 'app/bin/weatherglass.mjs'),
];

/** What a folder claims to be, refused when something is missing that would only be missed after the switch. */
export function readRelease(folder: string): ReleaseFacts {
  for (const part of [
    'release.json',
    'node',
    'app/bin/weatherglass.mjs',
    'app/dist/main/cli.js',
    'deploy/weatherglass.service',
  ])
    if (!statSync(join(folder, part), { throwIfNoEntry: false })?.size)
      throw new UserError(`${folder} is no release of Weatherglass: ${part} is missing.`);
  const parsed = ReleaseFacts.safeParse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
  if (!parsed.success) throw new UserError(`${join(folder, 'release.json')} cannot be understood.`);
  return parsed.data;
}

/** Starts the new program far enough to say its name: wrong processor, torn file or missing module show here, before any switch. */
export async function tryRelease(host: Host, folder: string, { version, arch }: ReleaseFacts): Promise<void> {
  if (arch !== process.arch)
    throw new UserError(`this release is for ${arch} processors, this machine's is ${process.arch}.`);
  const [node, program] = programOf(folder);
  const { code, out } = await host.run(node, [program, '--version']);
  if (code !== 0 || out !== `weatherglass ${version}`)
    throw new UserError(
      `the new program does not start (${out.split('\n')[0] || `exit code ${code}`}); nothing was changed.`,
    );
}

export const hasWindow = (folder: string): boolean => existsSync(join(folder, APP_IMAGE));

/** Negative when a is older than b, by the three numbers; what follows them does not count. */
export function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => version.split(/[-+]/)[0]!.split('.').map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i++) if (left[i] !== right[i]) return (left[i] ?? 0) - (right[i] ?? 0);
  return 0;
}
