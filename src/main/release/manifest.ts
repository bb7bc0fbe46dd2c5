import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../user-error.ts';
import { checkSignature, type PublicKey } from './signature.ts';

/** What is published with a release, `weatherglass-VERSION.json`, and signed as `weatherglass-VERSION.json.minisig`. */
export const Manifest = z.object({
  version: z.string(),
  schema: z.int().positive(),
  files: z.record(z.string(), z.object({ size: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
export type Manifest = z.infer<typeof Manifest>;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * The manifest beside a file, once its signature and the file's digest hold. Null when the file may be taken unsigned and has
 * no manifest; with one, its digest must hold in any case.
 */
export async function trustedManifest(
  file: string,
  keys: readonly PublicKey[],
  allowUnsigned: boolean,
): Promise<Manifest | null> {
  const name = basename(file);
  const version = /^weatherglass-(\d+\.\d+\.\d+[^-]*)-/.exec(name)?.[1];
  const path = version === undefined ? null : join(dirname(file), `weatherglass-${version}.json`);
  if (path === null || !existsSync(path)) {
    if (allowUnsigned) return null;
    throw new UserError(
      `${name} has no manifest beside it (weatherglass-VERSION.json with its .minisig), so nobody vouches for it. ${MEANING}`,
    );
  }
  const bytes = readFileSync(path);
  const wrong = wrongWithSignature(path, bytes, keys);
  if (wrong !== null && !allowUnsigned) throw new UserError(`${basename(path)}: ${wrong}. ${MEANING}`);
  const manifest = parse(bytes, path);
  const entry = manifest.files[name];
  if (!entry) throw new UserError(`${basename(path)} does not name ${name}.`);
  const found = await sha256Of(file);
  if (found !== entry.sha256)
    throw new UserError(
      `${name} is damaged or not the one that was published: its SHA-256 is ${found}, expected ${entry.sha256}.`,
    );
  return manifest;
}

/** Null when one of `keys` vouches for the manifest; also what `npm run release:check` asks. */
export function wrongWithSignature(path: string, bytes: Buffer, keys: readonly PublicKey[]): string | null {
  if (!existsSync(`${path}.minisig`)) return 'there is no signature';
  if (keys.length === 0) return 'this program was built without a release key, so there is no signature it could check';
  return checkSignature(bytes, readFileSync(`${path}.minisig`, 'utf8'), keys);
}

const MEANING =
  '--allow-unsigned takes it all the same: it then runs as the station with whatever it holds, so only for a file you built yourself.';

function parse(bytes: Buffer, path: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new UserError(`${basename(path)} cannot be understood.`);
    throw error;
  }
}
