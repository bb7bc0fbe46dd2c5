import { UserError } from '../user-error.ts';
import { type Env, loadSettings, PREFIX, placeOptions, type StationValues } from './settings.ts';

/** Variables and options to blame for unusable settings; null: the file is. One that spoils it alone is named alone, else all are. */
export function culpritsOf(options: StationValues, env: Env) {
  const variables = Object.keys(env).filter((name) => name.startsWith(PREFIX) && name.includes('__'));
  const words = Object.keys(options).filter((name) => name !== 'demo' && !Object.hasOwn(placeOptions, name));
  const all = [...variables, ...words];
  const works = (...kept: string[]): boolean => {
    const left = <T extends object>(given: T): T =>
      Object.fromEntries(Object.entries(given).filter(([name]) => kept.includes(name) || !all.includes(name))) as T;
    return loads(left(options), left(env));
  };
  if (!works()) return null;
  const alone = all.filter((name) => !works(name));
  const blamed = alone.length > 0 ? alone : all;
  const among = (names: string[]) => names.filter((name) => blamed.includes(name));
  return { variables: among(variables), options: among(words) };
}

function loads(options: StationValues, env: Env): boolean {
  try {
    loadSettings(options, env);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
