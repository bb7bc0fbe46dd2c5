import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../user-error.ts';
import { checkSignature, type PublicKey } from './signature.ts';
import { readSmall } from './take.ts';
import { Version } from './tree.ts';

/** Manifest published with a release: `weatherglass-VERSION.json`, signed as `weatherglass-VERSION.json.minisig`. */
export const Manifest = z.object({
  version: Version,
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
 * no manifest; with one, its digest must hold in any case. The digest is that of `copy`, where nobody else can write.
 */
export async function trustedManifest(
  file: string,
  keys: readonly PublicKey[],
  allowUnsigned: boolean,
  copy = file,
): Promise<Manifest | null> {
  const name = basename(file);
  const version = /^weatherglass-(\d+\.\d+\.\d+[^-]*)-/.exec(name)?.[1];
  const path = version === undefined ? null : join(dirname(file), `weatherglass-${version}.json`);
  const bytes = path === null ? null : readSmall(path);
  if (path === null || bytes === null) {
    if (allowUnsigned) return null;
    throw new UserError(
      `${name} has no manifest beside it (weatherglass-VERSION.json with its .minisig), so its origin is unknown. ${MEANING}`,
    );
  }
  const wrong = wrongWithSignature(path, bytes, keys);
  if (wrong !== null && !allowUnsigned) throw new UserError(`${basename(path)}: ${wrong}. ${MEANING}`);
  const manifest = parse(bytes, path);
  const entry = manifest.files[name];
  if (!entry) throw new UserError(`${basename(path)} does not list ${name}.`);
  const size = statSync(copy).size;
  if (size !== entry.size)
    throw new UserError(
      `${name} is damaged, or not the published file: it has ${size} bytes, expected ${entry.size}. Was the download complete?`,
    );
  const found = await sha256Of(copy);
  if (found !== entry.sha256)
    throw new UserError(
      `${name} is damaged, or not the published file: its SHA-256 is ${found}, expected ${entry.sha256}.`,
    );
  return manifest;
}

/** Null when one of `keys` vouches for the manifest; also what `npm run release:check` asks. */
export function wrongWithSignature(path: string, bytes: Buffer, keys: readonly PublicKey[]): string | null {
  const signature = readSmall(`${path}.minisig`);
  if (signature === null) return 'there is no signature';
  if (keys.length === 0) return 'this program has no release key, so it cannot check any signature';
  return checkSignature(bytes, signature.toString('utf8'), keys);
}

const MEANING =
  '--allow-unsigned installs it anyway. It can then do anything on this machine, so use that only for a file you built yourself.';

function parse(bytes: Buffer, path: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new UserError(`${basename(path)} is not valid.`);
    throw error;
  }
}
