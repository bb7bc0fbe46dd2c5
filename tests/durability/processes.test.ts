import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { bundled } from './processes.ts';

it('two runs in one checkout bundle a script into folders of their own', async () => {
  const again = `${import.meta.dirname}/processes.ts?of-another-run`;
  const other = (await import(/* @vite-ignore */ again)) as { bundled: typeof bundled };
  const script = ['seeded', join(import.meta.dirname, '../support')] as const; // one that imports nothing
  expect(dirname(await bundled(...script))).not.toBe(dirname(await other.bundled(...script)));
});
