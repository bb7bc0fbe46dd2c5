import { type PublicKey, parsePublicKey } from './signature.ts';

/**
 * Public keys that may sign a release: the present one and, before a change, the next. Each is the second line of a minisign.pub
 * (`minisign -G` makes the pair; the secret half never comes near this repository). Without any, every file needs --allow-unsigned. See
 * docs/develop/releasing.md, "Making a release".
 */
const KEYS: readonly string[] = [];

export const releaseKeys = (): PublicKey[] => KEYS.map(parsePublicKey);
