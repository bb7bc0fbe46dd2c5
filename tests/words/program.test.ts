import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/languages.ts';
import { table } from '../../src/main/doctor/report.ts';
import { programWords, SPOKEN } from '../../src/words/speakers.ts';
import { textsOf } from './texts-of.ts';

const PROGRAM_TEXTS = textsOf('doctor');

const DOCTOR = join(import.meta.dirname, '../../src/main/doctor');
/** Foreign words, a name, a path: nothing to translate. */
const NOT_OURS = /^(Chip .*|\{\d\}|\{1\}: \{2\}|\{1\}: \{2\}, \{3\}, \{4\} m)$/;

/** Made of two parts: the list has them as they come out. */
const COMPOSED = [
  '{1}: nothing will be stored soon',
  '{1}: a year of history takes about 300 MB',
  '{1}: no file can be made soon, although there is room',
  '{1} C{2}: no correction is right for a board this hot',
];

/** What a check says, as its source has it: the first argument of ok, warn and fail, and the titles. */
function saidIn(source: string): string[] {
  const found = source.matchAll(
    /(?:\b(?:ok|warn|fail|\(part\.without === 'fail' \? fail : warn\))\(\s*|title: )(?:'([^']*)'|`([^`]*)`)/g,
  );
  return [...found].map(([, plain, template]) => {
    let n = 0;
    return plain ?? template!.replaceAll(/\$\{[^}]*\}/g, () => `{${++n}}`);
  });
}

describe('what the doctor says', () => {
  const sources = readdirSync(DOCTOR).filter((name) => /-checks?\.ts$/.test(name) || name === 'check.ts');

  it('stands in the list that is translated, every sentence of it', () => {
    const missing = sources
      .flatMap((name) => saidIn(readFileSync(join(DOCTOR, name), 'utf8')))
      .filter((text) => !NOT_OURS.test(text) && !COMPOSED.includes(text))
      .filter((text) => !(PROGRAM_TEXTS as readonly string[]).includes(text));
    expect(missing).toEqual([]);
  });

  it('is found in the sources at all', () => {
    const hole = (name: string) => `$\u007b${name}}`;
    const source = `return ok('fine'); warn(\n  \`${hole('a')} is ${hole('b')}\`, 'x'); title: 'Clock'`;
    expect(saidIn(source)).toEqual(['fine', '{1} is {2}', 'Clock']);
  });
});

describe.each(SPOKEN)('the words of the program in %s', (language) => {
  it('hold every text with its blanks', async () => {
    const say = await programWords(language);
    for (const text of PROGRAM_TEXTS) {
      const blanks = [...text.matchAll(/\{(\d)\}/g)].map(([, n]) => n!);
      const told = say(text.replaceAll(/\{(\d)\}/g, (_, n) => `71${n}`));
      expect(told).not.toMatch(/[{}]|undefined/);
      for (const n of blanks) expect(told, text).toContain(`71${n}`);
    }
  });

  it('leave commands to the letter', async () => {
    const command = "echo 'dtparam=i2c_arm=on' | sudo tee -a /boot/firmware/config.txt && sudo reboot";
    const fixes = [command, 'sudo poweroff   (wait ten seconds, and start again)'];
    const findings = fixes.map((fix) => ({
      id: 'x',
      title: 'Clock',
      status: 'fail' as const,
      detail: 'none yet',
      fix,
    }));
    const text = table(findings, false, await programWords(language));
    expect(text).toContain(command);
    expect(text).toContain('sudo poweroff   (');
    if (language !== 'en') expect(text).not.toContain('wait ten seconds');
  });
});

it('knows no language that the settings do not know', () => {
  for (const language of SPOKEN) expect(LANGUAGES).toContain(language);
});
