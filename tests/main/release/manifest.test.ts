import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { releaseKeys } from '../../../src/main/release/keys.ts';
import { trustedManifest } from '../../../src/main/release/manifest.ts';
import { checkSignature, parsePublicKey } from '../../../src/main/release/signature.ts';
import { minisign } from '../../support/minisign.ts';

/** Made by minisign 0.11 itself, over the bytes `{"version":"1.5.0"}\n`. */
const PUBLIC = 'RWSBOWiTRLxyhKQMuTLkVyNkzvzoQ228ah4DU4PABW81U8DZ6KOJLDYh';
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUSBOWiTRLxyhH0gAEI0BJ3LlezMeczayJ++U09/wS8thrGijm1pdf4YvlBbTSK99EN35nf42E6LZhY8Oj4CsKQkv8p8tAXc4wo=
trusted comment: weatherglass 1.5.0
eg6jjj0qFdpm+6cdjAD9vWG/FmXhWm9wpQH4fMxqt/FgSDjbLkEOCnEPPlTNgLaeXd87dYkK4lgkMDxweX3fBg==
`;
const DATA = Buffer.from('{"version":"1.5.0"}\n');
const keys = [parsePublicKey(PUBLIC)];

describe('a signature', () => {
  it('made by minisign holds', () => {
    expect(checkSignature(DATA, SIGNATURE, keys)).toBeNull();
  });
  it.each([
    ['other bytes', Buffer.from('{"version":"1.5.1"}\n'), SIGNATURE, keys, 'the signature is wrong'],
    ['another trusted comment', DATA, SIGNATURE.replace('glass 1.5.0', 'glass 9.9.9'), keys, 'the signature is wrong'],
    ['no key at all', DATA, SIGNATURE, [], 'a key that this program does not know'],
    ['an empty file', DATA, '', keys, 'is not valid'],
    ['half a file', DATA, SIGNATURE.slice(0, 120), keys, 'is not valid'],
  ])('does not hold for %s', (_what, data, signature, known, wrong) => {
    expect(checkSignature(data, signature, known)).toContain(wrong);
  });
  it('a line that is no public key is refused', () => {
    expect(() => parsePublicKey('RWSB')).toThrow('no minisign public key');
  });
});

describe('a file to upgrade to', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const NAME = 'weatherglass-1.5.0-x64.tar.gz';
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const manifest = (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    put(
      'weatherglass-1.5.0.json',
      JSON.stringify({ version: '1.5.0', schema: 1, files: { [NAME]: { size: text.length, sha256 } } }),
    );
  };

  it('that nobody vouches for is refused, with what --allow-unsigned would mean', async () => {
    const file = put(NAME, 'program');
    await expect(trustedManifest(file, keys, false)).rejects.toThrow(
      /its origin is unknown\. --allow-unsigned .* can then do anything/,
    );
    expect(await trustedManifest(file, keys, true)).toBeNull();
  });
  it('whose manifest is not signed, or by somebody else, is refused', async () => {
    const file = put(NAME, 'program');
    manifest('program');
    await expect(trustedManifest(file, keys, false)).rejects.toThrow('there is no signature');
    put('weatherglass-1.5.0.json.minisig', SIGNATURE); // a true one, of another text
    await expect(trustedManifest(file, keys, false)).rejects.toThrow('the signature is wrong');
  });
  it('that the owner signed is taken, by the present key or the next', async () => {
    const [present, next] = [minisign(), minisign()];
    const known = [present, next].map(({ publicLine }) => parsePublicKey(publicLine));
    const file = put(NAME, 'program');
    manifest('program');
    for (const signer of [present, next]) {
      put('weatherglass-1.5.0.json.minisig', signer.sign(readFileSync(join(folder, 'weatherglass-1.5.0.json'))));
      expect(await trustedManifest(file, known, false)).toMatchObject({ version: '1.5.0' });
    }
    await expect(trustedManifest(file, [known[0]!], false)).rejects.toThrow(
      'signed by a key that this program does not know',
    );
  });
  it('is told that a program without a key can check no signature', async () => {
    const file = put(NAME, 'program');
    manifest('program');
    put('weatherglass-1.5.0.json.minisig', SIGNATURE);
    await expect(trustedManifest(file, [], false)).rejects.toThrow(
      /has no release key.* --allow-unsigned installs it anyway/,
    );
    expect(await trustedManifest(file, [], true)).toMatchObject({ version: '1.5.0' });
  });
  it('the keys in the program, if any, are keys', () => {
    expect(releaseKeys().every(({ id }) => id.length === 8)).toBe(true);
  });
  it('that is damaged is refused, signed or not', async () => {
    const file = put(NAME, 'progrbm');
    manifest('program');
    await expect(trustedManifest(file, keys, true)).rejects.toThrow('damaged, or not the published file');
    put(NAME, 'program');
    expect(await trustedManifest(file, keys, true)).toMatchObject({ version: '1.5.0' });
  });
});
