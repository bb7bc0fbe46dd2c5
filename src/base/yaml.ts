import { parse, YAMLParseError } from 'yaml';

/** Text that is no usable YAML. The message is a part of a sentence, without a full stop, and quotes nothing: the text may hold keys. */
export class YamlFault extends Error {
  constructor(
    message: string,
    /** Null where the reader names no place. */
    readonly at: { line: number; column: number } | null = null,
  ) {
    super(message);
  }
}

/**
 * Reads YAML that people wrote; YamlFault says where it is wrong. `parse` has another kind of error for torn text than for an alias
 * that leads nowhere or too far (a ReferenceError), and lets a value that contains itself pass.
 */
export function readYaml(text: string, options: { maxAliasCount?: number } = {}): unknown {
  try {
    const value: unknown = parse(text, { logLevel: 'error', ...options });
    JSON.stringify(value); // a TypeError where a value contains itself
    return value;
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const place = error.linePos?.[0] ?? null;
      if (place === null) throw new YamlFault('it cannot be parsed');
      const { line, col: column } = place;
      throw new YamlFault(`see line ${line}, column ${column}, and the lines above`, { line, column });
    }
    if (!(error instanceof ReferenceError || error instanceof TypeError)) throw error;
    throw new YamlFault(
      'an alias (*name) leads to no value, to itself or to too many; a text that begins with * needs quotes',
    );
  }
}
