import { UserError } from '../user-error.ts';
import { type Env, loadSettings, PREFIX, placeOptions, type StationValues } from './settings.ts';

/** Overrides that make valid settings unusable. */
export interface Culprits {
  variables: string[];
  options: string[];
}

/**
 * The variables and options to blame for settings that cannot be used; null when the settings file is. One that spoils the file by itself
 * is named alone; where none does (two that contradict one another), all of them are.
 */
export function culpritsOf(options: StationValues, env: Env): Culprits | null {
  const variables = Object.keys(env).filter((name) => name.startsWith(PREFIX) && name.includes('__'));
  const words = Object.keys(options).filter((name) => name !== 'demo' && !Object.hasOwn(placeOptions, name));
  const works = (keptVariables: string[], keptWords: string[]) =>
    loads(
      without(options, (name) => words.includes(name) && !keptWords.includes(name)),
      without(env, (name) => variables.includes(name) && !keptVariables.includes(name)),
    );
  if (!works([], [])) return null;
  const alone = {
    variables: variables.filter((name) => !works([name], [])),
    options: words.filter((name) => !works([], [name])),
  };
  return alone.variables.length + alone.options.length > 0 ? alone : { variables, options: words };
}

const without = <T extends object>(all: T, drop: (name: string) => boolean): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !drop(name))) as T;

function loads(options: StationValues, env: Env): boolean {
  try {
    loadSettings(options, env);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
