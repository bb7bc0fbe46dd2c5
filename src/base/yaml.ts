import { parse, YAMLParseError } from 'yaml';

/** Text that is no usable YAML; the message is a part of a sentence, without a full stop. */
export class YamlFault extends Error {}

/**
 * Reads YAML that people wrote; YamlFault says what is wrong with it. `parse` has another kind of error for torn text than for an alias
 * that leads nowhere or too far (a ReferenceError), and lets a value that contains itself pass.
 */
export function readYaml(text: string, options: { maxAliasCount?: number } = {}): unknown {
  try {
    const value: unknown = parse(text, { logLevel: 'error', ...options });
    JSON.stringify(value); // a TypeError where a value contains itself
    return value;
  } catch (error) {
    if (error instanceof YAMLParseError) throw new YamlFault(error.message.split('\n')[0]!.replace(/:$/, ''));
    if (!(error instanceof ReferenceError || error instanceof TypeError)) throw error;
    throw new YamlFault(
      'an alias (*name) leads to no value, to itself or to too many; a text that begins with * needs quotes',
    );
  }
}
