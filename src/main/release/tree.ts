import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../user-error.ts';
import { DONE_WITHIN_S, type Host } from './host.ts';
import { readSmall } from './take.ts';

/** Version of a release, and the name of its folder: nothing that leads elsewhere. */
export const Version = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}([-+][A-Za-z0-9.+-]{1,40})?$/);

/** A release as it lies in its folder: `app/`, `node`, `deploy/` with units, and for the wall `weatherglass.AppImage`. */
const ReleaseFacts = z.object({
  version: Version,
  /** The database schema it brings. */
  schema: z.int().positive(),
  arch: z.string(),
  /** Path of the commands if they belong to an older release: an AppImage brings none. */
  program: z.string().optional(),
});
export type ReleaseFacts = z.infer<typeof ReleaseFacts>;

export const APP_IMAGE = 'weatherglass.AppImage';

/** `node` and the program of a release, as one command line. */
export const programOf = (folder: string): readonly [string, string] => [
  join(folder, 'node'),
  join(folder, 'app/bin/weatherglass.mjs'),
];

/** Facts of an unpacked release; refuses one that lacks a part which would only be missed after the switch. */
export function readRelease(folder: string): ReleaseFacts {
  for (const part of [
    'release.json',
    'node',
    'app/bin/weatherglass.mjs',
    'app/dist/main/cli.js',
    'deploy/weatherglass',
    'deploy/weatherglass.service',
    'deploy/weatherglass-kiosk.service',
    'deploy/weatherglass-upgrade.service',
  ])
    if (!statSync(join(folder, part), { throwIfNoEntry: false })?.size)
      throw new UserError(`${folder} is no release of Weatherglass: ${part} is missing.`);
  return readFacts(folder);
}

export function readFacts(folder: string): ReleaseFacts {
  const path = join(folder, 'release.json');
  try {
    return ReleaseFacts.parse(JSON.parse(readSmall(path)?.toString('utf8') ?? ''));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) throw new UserError(`${path} is not valid.`);
    throw error;
  }
}

/**
 * Starts the new program far enough to say its name: wrong processor, torn file or missing module show here, before any switch. As
 * the station's user, who must be able to do so.
 */
export async function tryRelease(host: Host, folder: string, facts: ReleaseFacts, user?: string): Promise<void> {
  const { version, arch, program: commands = version } = facts;
  if (arch !== process.arch)
    throw new UserError(`this release is for ${arch} processors, but this machine has ${process.arch}.`);
  const [node, program] = programOf(folder);
  const [runner, ...args] = [...(user === undefined ? [] : ['runuser', '-u', user, '--']), node, program, '--version'];
  const { code, out } = await host.run(runner!, args, DONE_WITHIN_S);
  if (code !== 0 || out !== `weatherglass ${commands}`)
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
