import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A key pair as `minisign -G` makes one, and what `minisign -S` writes with it. The real tool's word is in manifest.test.ts. */
export function minisign() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = randomBytes(8); // now: two keys of one test must differ, as their pairs do
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  return {
    publicLine: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
    sign(data: Buffer, comment = 'a test'): string {
      const core = sign(null, createHash('blake2b512').update(data).digest(), privateKey);
      const whole = sign(null, Buffer.concat([core, Buffer.from(comment)]), privateKey);
      const first = Buffer.concat([Buffer.from('ED'), id, core]).toString('base64');
      return `untrusted comment: test\n${first}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`;
    },
  };
}
