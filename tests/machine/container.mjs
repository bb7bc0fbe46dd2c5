// The same Debian with its own systemd in a container (systemd-nspawn) on this machine's kernel: ten times faster than an emulated
// processor, and a real service manager all the same. It has no bus, no clock of its own, and a power cut is only the death of every
// process at once: what a disk had not written is not lost. A shared kernel also means no seccomp filters of its own here.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const sh = (command, ...args) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
};

export class Container {
  #process = null;
  #leader = 0;

  /**
   * `layers`: the folders below this one's own, nearest first; the last is the Debian. With `disk`, a qcow2 of a machine's own, it is
   * that machine: mounting it brings its file system in order as a boot does.
   */
  constructor(folder, name, files, { layers = [], disk = null } = {}) {
    this.name = name;
    this.files = files;
    this.work = join(folder, 'containers', name);
    spawnSync('umount', ['-q', join(this.work, 'root')]);
    rmSync(this.work, { recursive: true, force: true });
    for (const part of ['upper', 'work', 'root']) mkdirSync(join(this.work, part), { recursive: true });
    if (disk === null) this.#mountLayers(folder, layers);
    else this.#mountDisk(disk);
  }

  #mountDisk(disk) {
    const raw = join(this.work, 'disk.raw');
    sh('qemu-img', 'convert', '-O', 'raw', disk, raw);
    sh('mount', '-o', 'loop', raw, join(this.work, 'root'));
  }

  #mountLayers(folder, layers) {
    const base = join(folder, 'tree');
    if (!existsSync(join(base, 'etc'))) {
      const mounted = join(folder, 'mounted');
      mkdirSync(mounted, { recursive: true });
      sh('mount', '-o', 'loop,ro', join(folder, 'base.img'), mounted);
      sh('cp', '-a', mounted, base);
      sh('umount', mounted);
    }
    const lower = [...layers, base].join(':');
    sh(
      'mount',
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=${lower},upperdir=${join(this.work, 'upper')},workdir=${join(this.work, 'work')}`,
      join(this.work, 'root'),
    );
  }

  async boot() {
    const startedMs = Date.now();
    const args = [
      '-D',
      join(this.work, 'root'),
      '--boot',
      '--register=no',
      '--keep-unit',
      '--private-network',
      `--machine=${this.name}`,
    ];
    this.#process = spawn('nice', ['systemd-nspawn', ...args, `--bind-ro=${this.files}:/mnt`, '--console=pipe'], {
      env: { ...process.env, SYSTEMD_SECCOMP: '0' },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    while (Date.now() - startedMs < 120_000) {
      await wait(500);
      this.#leader = this.#findLeader();
      if (this.#leader === 0) continue;
      if (/running|degraded/.test((await this.ssh('systemctl is-system-running')).out))
        return (Date.now() - startedMs) / 1000;
    }
    throw new Error(`${this.name} did not come up`);
  }

  /** The container's own process 1: the child of nspawn. */
  #findLeader() {
    const children = `/proc/${this.#process.pid}/task/${this.#process.pid}/children`;
    const [first] = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
    return Number(first || 0);
  }

  ssh(script, { timeoutMs = 1_800_000 } = {}) {
    return new Promise((resolve) => {
      const child = spawn(
        'nsenter',
        [
          '-t',
          String(this.#leader),
          '-a',
          'env',
          '-i',
          'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          'HOME=/root',
          'LANG=C.UTF-8',
          'bash',
          '-s',
        ],
        { timeout: timeoutMs, killSignal: 'SIGKILL' },
      );
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (out += chunk));
      child.on('close', (code) => resolve({ code: code ?? 255, out: out.trim() }));
      child.stdin.on('error', () => undefined);
      child.stdin.end(script);
    });
  }

  async must(script, options) {
    const { code, out } = await this.ssh(`set -e\n${script}`, options);
    if (code !== 0) throw new Error(`exit ${code} of: ${script.trim().slice(0, 300)}\n${out.slice(-1500)}`);
    return out;
  }

  async cut() {
    if (this.#process === null) return;
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#leader > 0) process.kill(this.#leader, 'SIGKILL'); // its whole process namespace dies with it
    await Promise.race([gone, wait(5_000)]);
    if (this.#process.exitCode === null) this.#process.kill('SIGKILL');
    await gone;
    this.#process = null;
    this.#leader = 0;
  }

  async shutDown() {
    await this.ssh('systemctl stop weatherglass; sync');
    await this.cut();
  }

  remove() {
    spawnSync('umount', [join(this.work, 'root')]);
    rmSync(join(this.work, 'disk.raw'), { force: true });
  }
}
