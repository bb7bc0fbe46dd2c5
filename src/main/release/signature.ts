import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** An ed25519 key as minisign writes it, so that people can check by hand what the program checks. */
export interface PublicKey {
  id: Buffer;
  key: KeyObject;
}

const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex'); // the DER in front of the 32 bytes of an ed25519 key

/** The one line of a minisign.pub: 'Ed', eight bytes of key id, thirty-two of key. */
export function parsePublicKey(line: string): PublicKey {
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error(`${line} is no minisign public key`);
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes.subarray(10)]), format: 'der', type: 'spki' });
  return { id: bytes.subarray(2, 10), key };
}

/**
 * Null when `signature` (a .minisig file) is one of `keys` over `data`, and its trusted comment over itself; else what is wrong.
 * 'ED' signs the BLAKE2b-512 of the data, the older 'Ed' the data.
 */
export function checkSignature(data: Buffer, signature: string, keys: readonly PublicKey[]): string | null {
  const [, first = '', comment = '', second = ''] = signature.split('\n').map((line) => line.trimEnd());
  const bytes = Buffer.from(first, 'base64');
  const global = Buffer.from(second, 'base64');
  const kind = bytes.toString('latin1', 0, 2);
  if (
    bytes.length !== 74 ||
    global.length !== 64 ||
    !['Ed', 'ED'].includes(kind) ||
    !comment.startsWith('trusted comment: ')
  )
    return 'the signature file is not valid';
  const signer = keys.find(({ id }) => id.equals(bytes.subarray(2, 10)));
  if (!signer) return 'it is signed by a key that this program does not know';
  const signed = kind === 'ED' ? createHash('blake2b512').update(data).digest() : data;
  const core = bytes.subarray(10);
  const told = Buffer.concat([core, Buffer.from(comment.slice('trusted comment: '.length))]);
  return verify(null, signed, signer.key, core) && verify(null, told, signer.key, global)
    ? null
    : 'the signature is wrong';
}
