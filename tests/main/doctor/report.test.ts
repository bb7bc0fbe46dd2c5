import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/base/languages.ts';
import { command } from '../../../src/main/doctor/check.ts';
import { json, table } from '../../../src/main/doctor/report.ts';
import { foreign, sentence } from '../../../src/words/sentence.ts';
import { speakerOf } from '../../../src/words/speakers.ts';

const shell = "echo 'dtparam=i2c_arm=on' | sudo tee -a /boot/firmware/config.txt && sudo reboot";
const fixes = [
  shell,
  command('sudo poweroff', sentence('doctor.chip.power-off')),
  sentence('doctor.service.reinstall'),
];
const findings = fixes.map((fix) => ({
  id: 'x',
  title: sentence('doctor.title.clock'),
  status: 'fail' as const,
  detail: foreign('EIO'),
  fix,
}));

describe.each(LANGUAGES)('report of the doctor in %s', (language) => {
  it('leaves commands and other programs’ words to the letter, and says the rest in that language', async () => {
    const text = table(findings, false, await speakerOf(language));
    expect(text).toContain(shell);
    expect(text).toContain('EIO');
    expect(text).toContain('sudo poweroff   (');
    expect(text.includes('wait ten seconds')).toBe(language === 'en');
    expect(text.includes('install the package again')).toBe(language === 'en');
  });
});

it('report for programs: English, with the words of a command in brackets', () => {
  expect(JSON.parse(json(findings))).toEqual({
    status: 'fail',
    checks: [
      { id: 'x', title: 'Clock', status: 'fail', detail: 'EIO', fix: shell },
      {
        id: 'x',
        title: 'Clock',
        status: 'fail',
        detail: 'EIO',
        fix: 'sudo poweroff   (wait ten seconds, and start again)',
      },
      { id: 'x', title: 'Clock', status: 'fail', detail: 'EIO', fix: 'install the package again' },
    ],
  });
});

it('report in one sentence: counts with their plurals', async () => {
  const speaker = await speakerOf('en');
  expect(table(findings.slice(0, 1), false, speaker)).toContain('1 fault and 0 warnings in 1 check.');
  expect(table(findings, false, speaker)).toContain('3 faults and 0 warnings in 3 checks.');
});
