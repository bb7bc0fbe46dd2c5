import { expect, it } from 'vitest';
import { readYaml, YamlFault } from '../../src/base/yaml.ts';

it('YAML that is none is told by its place, or without one where the reader names none', () => {
  const faultOf = (options: { maxAliasCount: number; prettyErrors: boolean }): unknown => {
    try {
      return readYaml('a: [', options);
    } catch (error) {
      return error;
    }
  };
  const [placed, bare] = [true, false].map((prettyErrors) => faultOf({ maxAliasCount: 100, prettyErrors }));
  expect(placed).toMatchObject({ at: { line: 1, column: 5 } });
  expect(bare).toBeInstanceOf(YamlFault);
  expect(bare).toMatchObject({ message: 'it cannot be parsed', at: null });
});
