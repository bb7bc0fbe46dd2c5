import { type PublicKey, parsePublicKey } from './signature.ts';

/**
 * Who may sign a release: the present key and, before a change of keys, the next. Each is the second line of a
 * minisign.pub (`minisign -G` makes the pair; the secret half never comes near this repository). While there is none, every file
 * needs --allow-unsigned, and says so. docs/develop/releasing.md, "Making a release", has the way.
 */
const KEYS: readonly string[] = [];

export const releaseKeys = (): PublicKey[] => KEYS.map(parsePublicKey);
