// docs/evidence/machine.md from what was played: the last run of each scenario on each bench, with its date, and honestly what was not.
import { scenarios } from './scenarios.mjs';

const NAMES = ['install', ...Object.keys(scenarios)];
const cell = (text) => text.trim().replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;');
const BENCH = { container: 'systemd-nspawn on the host’s kernel', kvm: 'qemu with KVM' };
const inContainer = ({ accel }) => accel === 'container';

const table = ({ facts }) =>
  [
    '| | fact | |',
    '|---|---|---|',
    ...facts.map(({ what, holds, detail }) => `| ${holds ? 'ok' : '**FAILED**'} | ${cell(what)} | ${cell(detail)} |`),
  ].join('\n');

const section = (name, result) => {
  const bench = BENCH[result.accel] ?? 'qemu, processor emulated (TCG)';
  const again = result.again ? ', the second go: in the first the guest hung' : '';
  const end = result.unfinished ? ', broken off after these facts' : '';
  const load = result.load ? `, on a host of load ${result.load}` : '';
  return `${result.at.slice(0, 16).replace('T', ' ')} UTC, \`npm run test:machine -- '${name}'${inContainer(result) ? ' --container' : ''}\`, ${result.seconds} s, ${bench}${load}${again}${end}.\n\n${table(result)}\n${result.note ? `\n${result.note}\n` : ''}`;
};

export function report(results) {
  const parts = NAMES.map((name) => {
    const played = [results[name], results[`${name} (container)`]].filter(Boolean);
    return `## ${name}\n${played.length === 0 ? 'Not played yet.\n' : played.map((result) => section(name, result)).join('\n')}`;
  });
  const count = (wanted) => {
    const facts = Object.values(results).flatMap((result) => (wanted(result) ? result.facts : []));
    return `${facts.length} facts, ${facts.filter(({ holds }) => !holds).length} failed`;
  };
  return `# The machine test

\`npm run test:machine\` (as root, with qemu and mmdebstrap) builds a Debian 12 with systemd, boots it, installs the station's
package as README says, and plays what happens to a station in its life; upgrades are in [packages](packages.md). \`-- NAME…\` plays some
scenarios; \`MACHINE_CUTS=20\` says how many power cuts, \`MACHINE_DIR\` where the disks lie. It is not part of the gate: it takes hours
where the processor is emulated. Without qemu or root it says so and plays nothing.

Two benches. In **qemu** the machine has a kernel, a disk and a clock of its own; where KVM boots no kernel the processor is emulated,
five to ten times slower than iron and more on a busy host (a drop-in then gives the unit 900 s to start and 60 s to stop; its watchdog
stays at 90 s). With \`-- --container\` the same Debian runs its own systemd in **systemd-nspawn** at full speed: a real service manager,
but the host's kernel, no clock and no modules of its own, no seccomp filters, and a power cut is only the death of every process at
once: it proves the order of steps, not what a disk had not written.

Power cuts in qemu: the disk is written with \`cache=directsync\`, and at each random moment the whole of qemu is stood still (SIGSTOP)
while its disk is copied: the very bytes that SIGKILL would have left. Each copy is then powered on: with KVM in qemu; where the
processor is emulated two of them (\`MACHINE_CUTS_IN_QEMU\`), the others under systemd-nspawn, whose mount brings the file system in
order as a boot does.

The disk after the first install is kept, and every scenario begins from a layer over it; another package is installed anew. The guest writes a sign of life every five seconds. One that gives none while qemu gets 180 s of processor, or for 15 minutes
of any kind, has hung: that is told, it is killed, and its scenario is played once more. Among power cuts a hang is one more cut.

This page is written by the run from \`tests/machine/results.json\`, where the last go of each scenario is kept with its date. In qemu
${count((result) => !inContainer(result))}; in the container ${count(inContainer)}. What says "not played yet" proves nothing.

The Sense HAT of the machine is made of \`i2c-stub\` (bus 1, filled with the golden vectors; it knows no auto-increment and no LED
controller that answers), \`vfb\` for the panel, uinput for the joystick and a tmpfs for the outdoor probe. Not played: the wall's
window, a real SD card, and arm64: qemu-system-aarch64 took 117 s
for the kernel alone, up to where it looks for its disk (amd64: 52 s, in the same minutes on a host of load 20), and an arm64 Debian
was not made by qemu-user within 35 minutes. A note below a table is by hand.

${parts.join('\n')}`;
}
