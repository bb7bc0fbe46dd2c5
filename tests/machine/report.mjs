// docs/machine.md from what was played: the last run of each scenario, with its date, and honestly what was not.
import { scenarios } from './scenarios.mjs';

const NAMES = ['install', ...Object.keys(scenarios), 'late clock', 'power cuts'];
const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');

const table = ({ facts }) =>
  [
    '| | fact | |',
    '|---|---|---|',
    ...facts.map(({ what, holds, detail }) => `| ${holds ? 'ok' : '**FAILED**'} | ${cell(what)} | ${cell(detail)} |`),
  ].join('\n');

export function report(results) {
  const parts = NAMES.map((name) => {
    const result = results[name];
    if (!result) return `## ${name}\nNot played yet.\n`;
    const how = result.accel.startsWith('tcg') ? 'processor emulated (TCG)' : 'KVM';
    return `## ${name}\n${result.at.slice(0, 16).replace('T', ' ')} UTC, ${result.seconds} s, ${how}.\n\n${table(result)}\n`;
  });
  const failed = Object.values(results).flatMap(({ facts }) => facts.filter(({ holds }) => !holds)).length;
  const facts = Object.values(results).flatMap((result) => result.facts).length;
  return `# The machine test

\`npm run test:machine\` (as root, with qemu) builds a Debian 12 with systemd, boots it, installs the station as README says from what
\`npm run dist:stage\` made on the host, and plays what happens to a station in its life. \`-- NAME\` plays one scenario; \`MACHINE_CUTS=20\`
says how many power cuts. A power cut is SIGKILL to qemu with \`cache=directsync\`. The processor is emulated where KVM boots no
kernel, which makes every time here five to ten times that of iron, and more on a busy host.

This page is written by the run: the last one of each scenario. ${facts} facts, ${failed} failed; scenarios marked "not played yet" prove nothing.

${parts.join('\n')}`;
}
