// docs/machine.md from what was played: the last run of each scenario on each bench, with its date, and honestly what was not.
import { scenarios } from './scenarios.mjs';

const NAMES = ['install', ...Object.keys(scenarios)];
const cell = (text) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');
const BENCH = { container: 'systemd-nspawn on the host’s kernel', kvm: 'qemu with KVM' };

const table = ({ facts }) =>
  [
    '| | fact | |',
    '|---|---|---|',
    ...facts.map(({ what, holds, detail }) => `| ${holds ? 'ok' : '**FAILED**'} | ${cell(what)} | ${cell(detail)} |`),
  ].join('\n');

const section = (result) =>
  `${result.at.slice(0, 16).replace('T', ' ')} UTC, ${result.seconds} s, ${BENCH[result.accel] ?? 'qemu, processor emulated (TCG)'}.\n\n${table(result)}\n`;

export function report(results) {
  const parts = NAMES.map((name) => {
    const played = [results[name], results[`${name} (container)`]].filter(Boolean);
    return `## ${name}\n${played.length === 0 ? 'Not played yet.\n' : played.map(section).join('\n')}`;
  });
  const facts = Object.values(results).flatMap((result) => result.facts);
  const failed = facts.filter(({ holds }) => !holds).length;
  return `# The machine test

\`npm run test:machine\` (as root, with qemu and mmdebstrap) builds a Debian 12 with systemd, boots it, installs the station as README
says from what \`npm run dist:stage\` made on the host, and plays what happens to a station in its life. \`-- NAME\` plays one
scenario; \`MACHINE_CUTS=20\` says how many power cuts.

Two benches. In **qemu** the machine has a kernel, a disk and a clock of its own, and a power cut is SIGKILL to qemu with
\`cache=directsync\`; where KVM boots no kernel the processor is emulated, five to ten times slower than iron and more on a busy host.
With \`-- --container\` the same Debian runs its own systemd in **systemd-nspawn** at full speed: a real service manager, but the
host's kernel, no clock of its own (so no clock scenarios), no seccomp filters, and a power cut is only the death of every process at
once: it proves the order of steps, not what a disk had not written.

This page is written by the run: the last one of each scenario. ${facts.length} facts, ${failed} failed. What says "not played yet" proves nothing.

In qemu only the install has been played, up to the moment when the emulated guest hung on a busy host (load 13) and the call broke
off; the rows below say so. The clock scenarios are written and not played.

Not built yet: the chips on \`i2c-stub\`, the panel on \`vfb\`, the joystick by uinput, the 1-wire probe on a tmpfs, the doctor's commands
run as printed, a new zone in a container, arm64, the time to first paint.

${parts.join('\n')}`;
}
