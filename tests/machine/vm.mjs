// A Debian in qemu: started, asked by ssh, given files, and killed as a power cut kills.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const BOOT_LIMIT_MS = 600_000;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export class Vm {
  #process = null;
  #port = 0;

  /** `folder` holds base.img, vmlinuz, initrd and key, as image.sh made them; the disk is a layer of its own over the base. */
  constructor(folder, name, { accel = 'tcg,thread=multi', cpu = 'max', layerOver = null } = {}) {
    this.folder = folder;
    this.name = name;
    this.machine = ['-accel', accel, '-cpu', cpu, '-smp', '2', '-m', '2048'];
    this.work = join(folder, 'run');
    mkdirSync(this.work, { recursive: true });
    this.disk = join(this.work, `${name}.qcow2`);
    rmSync(this.disk, { force: true });
    const base = layerOver === null ? ['-b', join(folder, 'base.img'), '-F', 'raw'] : ['-b', layerOver, '-F', 'qcow2'];
    const made = spawnSync('qemu-img', ['create', '-q', '-f', 'qcow2', ...base, this.disk], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`qemu-img: ${made.stderr}`);
  }

  /**
   * Answers how many seconds it took until somebody could log in. `rtc` sets the clock chip, as in '2019-01-01'; `hasty` does not wait
   * for the disk, for preparations; `files` is an image that shows up as /dev/vdb.
   */
  async boot(options = {}) {
    const { rtc = null, hasty = false, files = null } = options;
    this.bootOptions = options;
    this.#port = await freePort();
    const startedMs = Date.now();
    const at = (file) => join(this.folder, file);
    const args = [
      ...this.machine,
      ...['-nodefaults', '-display', 'none', '-serial', `file:${join(this.work, `${this.name}.console`)}`],
      ...['-kernel', at('vmlinuz'), '-initrd', at('initrd')],
      ...['-append', 'root=/dev/vda rw console=ttyS0 net.ifnames=0 panic=-1'],
      // Writes that the guest was told are on the disk are on the disk: otherwise a kill proves nothing.
      ...['-drive', `file=${this.disk},if=virtio,cache=${hasty ? 'unsafe' : 'directsync'}`],
      ...(files === null ? [] : ['-drive', `file=${files},if=virtio,format=raw,readonly=on`]),
      ...['-netdev', `user,id=n,hostfwd=tcp:127.0.0.1:${this.#port}-:22`, '-device', 'virtio-net-pci,netdev=n'],
      ...['-device', 'virtio-rng-pci', '-no-reboot', ...(rtc === null ? [] : ['-rtc', `base=${rtc}`])],
    ];
    this.#process = spawn('nice', ['-n', '19', 'qemu-system-x86_64', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await this.untilUp(startedMs);
    return (Date.now() - startedMs) / 1000;
  }

  async untilUp(startedMs = Date.now()) {
    while (Date.now() - startedMs < BOOT_LIMIT_MS) {
      if (this.#process?.exitCode !== null) throw new Error(`${this.name}: qemu ended by itself`);
      if ((await this.ssh('true', { timeoutMs: 30_000, tries: 1 })).code === 0) return;
      await wait(1_000);
    }
    throw new Error(`${this.name} did not come up; see ${join(this.work, `${this.name}.console`)}`);
  }

  /** The power cut. The process is killed; nothing gets the chance to write. */
  async cut() {
    if (this.#process === null) return;
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    // `nice` becomes qemu by exec, so the pid is qemu's own.
    this.#process.kill('SIGKILL');
    await gone;
    this.#process = null;
  }

  #sshOptions(flag) {
    return ['-i', join(this.folder, 'key'), flag, String(this.#port), '-q']
      .concat(['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=20'])
      .concat(['-o', 'ServerAliveInterval=10', '-o', 'BatchMode=yes']);
  }

  /** Runs a script as root; answers its exit code and all it said. A busy machine that does not take the call is called again. */
  async ssh(script, { timeoutMs = 1_800_000, tries = 6 } = {}) {
    for (;;) {
      const askedMs = Date.now();
      const answer = await this.#call(script, timeoutMs);
      // Only a call that was not taken: one that broke off later has done some of its work.
      const refused = answer.code === 255 && answer.out === '' && Date.now() - askedMs < 25_000;
      if (!refused || --tries <= 0) return answer;
      await wait(3_000);
    }
  }

  #call(script, timeoutMs) {
    return new Promise((resolve) => {
      const child = spawn('ssh', [...this.#sshOptions('-p'), 'root@127.0.0.1', 'bash -s'], {
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      });
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (out += chunk));
      child.on('close', (code) => resolve({ code: code ?? 255, out: out.trim() }));
      child.stdin.on('error', () => undefined); // the machine went away while it was told
      child.stdin.end(script);
    });
  }

  /** As `ssh`, but a failure ends the scenario with what was said. */
  async must(script, options) {
    const { code, out } = await this.ssh(`set -e\n${script}`, options);
    if (code !== 0) throw new Error(`exit ${code} of: ${script.trim().slice(0, 300)}\n${out.slice(-1500)}`);
    return out;
  }

  /** Everything written, and off: the layer can then be the base of others. */
  async shutDown() {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    await this.ssh('sync; systemctl poweroff', { timeoutMs: 60_000, tries: 1 });
    await Promise.race([gone, wait(180_000)]);
    await this.cut();
  }
}

/** KVM where it boots a kernel to its first line within 20 s; `/dev/kvm` alone proves nothing. */
export function accelerator(folder) {
  if (!existsSync('/dev/kvm')) return { accel: 'tcg,thread=multi', cpu: 'max' };
  const log = join(folder, 'kvm.log');
  writeFileSync(log, '');
  spawnSync(
    'timeout',
    [
      '20',
      'qemu-system-x86_64',
      '-accel',
      'kvm',
      '-cpu',
      'host',
      '-m',
      '512',
      '-nodefaults',
      '-display',
      'none',
    ].concat([
      '-serial',
      `file:${log}`,
      '-kernel',
      join(folder, 'vmlinuz'),
      '-append',
      'console=ttyS0 panic=-1',
      '-no-reboot',
    ]),
  );
  return /Linux version/.test(readFileSync(log, 'utf8'))
    ? { accel: 'kvm', cpu: 'host' }
    : { accel: 'tcg,thread=multi', cpu: 'max' };
}
