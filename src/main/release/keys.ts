import { type PublicKey, parsePublicKey } from './signature.ts';

/**
 * Who may sign a release: the present key and, before a change of keys, the next. Each is the second line of a minisign.pub;
 * `npm run release:key -- FILE` makes a pair and prints it. While there is none, every file needs --allow-unsigned.
 */
const KEYS: readonly string[] = [];

export const releaseKeys = (): PublicKey[] => KEYS.map(parsePublicKey);
