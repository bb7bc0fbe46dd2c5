import { statSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { DAY_MS } from '../base/durations.ts';
import { nearest } from '../config/problems.ts';
import { UsageError, UserError } from './user-error.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>
>['values'];

export interface Syntax<O extends Options> {
  command: string;
  options: O;
  /** Names of the required words, such as FILE; of a command with several forms, those of the form that the options are of. */
  words?: readonly string[] | ((values: Parsed<O>) => readonly string[]);
  optional?: true;
  any?: true;
}

export interface Arguments<O extends Options> {
  values: Parsed<O>;
  words: string[];
}

/** The one way in for every command: what it does not know is refused, and so is a value that is missing or empty. */
export function parseArguments<O extends Options>(args: readonly string[], syntax: Syntax<O>): Arguments<O> {
  const { command, options, words: wanted = [], optional, any } = syntax;
  const { values, positionals } = strict(withNegatives(args, options), syntax);
  for (const [name, value] of Object.entries(values))
    if (value === '') throw new UsageError(`--${name} is empty. Give it a value, or omit it.`);
  const words = typeof wanted === 'function' ? wanted(values as Parsed<O>) : wanted;
  const areLeftOut = optional && positionals.length === 0;
  if (!any && !areLeftOut && positionals.length !== words.length) {
    const many = words.length > 0 && positionals.length > words.length;
    const got = positionals.length === 0 ? 'none was given' : `"${positionals.join(many ? '" "' : ' ')}" was given`;
    const quotes = many ? ' (put a value of several words in quotes)' : '';
    throw new UsageError(
      `weatherglass ${command} takes ${words.join(' ') || 'no more words'}; ${got}${quotes}. See: weatherglass ${command} --help`,
    );
  }
  const empty = positionals.indexOf('');
  if (empty >= 0) throw new UsageError(`${words[empty] ?? 'FILE'} is empty.`);
  return { values: values as Parsed<O>, words: positionals };
}

function strict<O extends Options>(args: string[], syntax: Syntax<O>) {
  const { options } = syntax;
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const option = /'(?:-\w, )?(-[^\s'=]*)/.exec(message)?.[1] ?? '';
    switch (code) {
      case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
        throw new UsageError(unknownOption(syntax, option));
      case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE': {
        if (options[option.slice(2)]?.type === 'boolean') throw new UsageError(`${option} takes no value.`);
        const next = args[args.indexOf(option) + 1];
        throw new UsageError(
          next === undefined
            ? `${option} needs a value, but none follows.`
            : `${option} needs a value, but "${next}" follows, which looks like an option. For such a value, write ${option}=VALUE.`,
        );
      }
      default:
        throw error;
    }
  }
}

export function choiceOf<T extends string>(option: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`${option} is ${text}, expected ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`);
}

type Bounds = readonly [least: number, most: number];

/** Number of an option within bounds; `digits`: a whole number of so many at most. */
export function numberOf(option: string, text: string, [least, most]: Bounds, digits?: number): number {
  const value = Number(text);
  const isWritten = digits === undefined ? text.trim() !== '' : new RegExp(`^\\d{1,${digits}}$`).test(text);
  if (isWritten && value >= least && value <= most) return value;
  const kind = digits === undefined ? 'a number' : 'a whole number';
  throw new UsageError(`${option} is ${JSON.stringify(text)}, expected ${kind} from ${least} to ${most}.`);
}

/** Day of an option, counted since the epoch; 30 February is none. */
export function dayOf(option: string, text = ''): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)) return ms / DAY_MS;
  throw new UsageError(`${option} is "${text}", expected a day such as 2026-01-31.`);
}

/** The path again, where a file is there to be read; a UserError where none is, or a folder. */
export function existingFile(path: string): string {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined) throw new UserError(`${path} does not exist.`);
  if (info.isDirectory()) throw new UserError(`${path} is a folder, not a file.`);
  return path;
}

function unknownOption<O extends Options>({ command, options, words, any }: Syntax<O>, option: string): string {
  const known = Object.keys(options);
  const near = nearest(option.replace(/^-+/, ''), known);
  const hint = near ? `did you mean --${near}?` : `it knows ${known.map((name) => `--${name}`).join(' ') || 'none'}.`;
  const orWord = near === null && (any || words) ? ' Put -- before a word that begins with a dash.' : '';
  return `weatherglass ${command} has no option ${option}; ${hint}${orWord}`;
}

/** `--lon -99.42` means the number: node:util takes every word with a dash in front for an option. */
function withNegatives(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? '';
    const opens = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (opens && /^-\.?\d/.test(arg)) joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** Filters our own options: Electron's argument list also holds Chromium's. */
export function ownArguments(args: readonly string[], options: Options): string[] {
  const own: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [, name, equals] = /^--([\w-]+)(=)?/.exec(args[i]!) ?? [];
    const option = name === undefined ? undefined : options[name];
    if (option === undefined) continue;
    own.push(args[i]!);
    if (option.type === 'string' && !equals && i + 1 < args.length) own.push(args[++i]!);
  }
  return own;
}
