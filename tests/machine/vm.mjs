// A Debian in qemu: started, asked by ssh, given files, watched for signs of life, and killed as a power cut kills.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Pulse } from './pulse.mjs';
import { saveMemory } from './qmp.mjs';

/** Seconds of wall time for a login after power-on, on whatever machine: a hung guest is found long before, by its pulse. */
const BOOT_LIMIT_S = 900;
/** How much longer a step may take here than on iron, by how long the boot took; iron boots this Debian in some five seconds. */
const patienceFor = (bootS) => Math.min(20, Math.max(2, bootS / 5));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The guest does not come round any more. It has been killed; what it was asked is worth asking once more from the start. */
export class HungGuest extends Error {}

export class Vm {
  #process = null;
  #pulse = null;
  #ports = { ssh: 0, web: 0 };
  #hung = null;
  #patience = 12;
  bootOptions = {};

  /** `folder` holds base.img, vmlinuz, initrd and key, as image.sh made them; the disk is a layer of its own over `layerOver`, or `disk`. */
  constructor(folder, name, { accel = 'tcg,thread=multi', cpu = 'max', layerOver = null, disk = null } = {}) {
    this.folder = folder;
    this.name = name;
    this.machine = ['-accel', accel, '-cpu', cpu, '-smp', process.env.MACHINE_SMP ?? '2', '-m', '2048'];
    this.work = join(folder, 'run');
    mkdirSync(this.work, { recursive: true });
    this.disk = disk ?? join(this.work, `${name}.qcow2`);
    if (disk !== null) return;
    rmSync(this.disk, { force: true });
    const base = layerOver === null ? ['-b', join(folder, 'base.img'), '-F', 'raw'] : ['-b', layerOver, '-F', 'qcow2'];
    const made = spawnSync('qemu-img', ['create', '-q', '-f', 'qcow2', ...base, this.disk], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error(`qemu-img: ${made.stderr}`);
  }

  /** The host's port behind which the guest's dashboard answers. */
  get webPort() {
    return this.#ports.web;
  }

  /**
   * Answers how many seconds it took until somebody could log in. With `memory` it does not boot, it goes on from there. `rtc` sets the clock chip, as in '2019-01-01'; `honest` makes a
   * write that the guest was told is on the disk be on the disk, without which a kill proves nothing; `files` shows up as /dev/vdb.
   */
  async boot(options = {}) {
    const { rtc = null, honest = false, files = null, memory = null } = options;
    this.bootOptions = { ...options, memory: null }; // the next power-on is a real one
    this.#ports = { ssh: await freePort(), web: await freePort() };
    this.#hung = null;
    const { ssh, web } = this.#ports;
    const at = (file) => join(this.folder, file);
    const beat = join(this.work, `${this.name}.beat`);
    writeFileSync(beat, '');
    rmSync(this.#socket, { force: true });
    const args = [
      ...this.machine,
      ...['-nodefaults', '-display', 'none', '-serial', `file:${join(this.work, `${this.name}.console`)}`],
      ...['-serial', `file:${beat}`, '-kernel', at('vmlinuz'), '-initrd', at('initrd')],
      // What the guest's kernel does against spies and stalls costs an emulated processor dearly and proves nothing here.
      ...[
        '-append',
        'root=/dev/vda rw console=ttyS0 net.ifnames=0 panic=-1 quiet mitigations=off rcupdate.rcu_cpu_stall_suppress=1 nowatchdog tsc=reliable clocksource=tsc',
      ],
      ...['-drive', `file=${this.disk},if=virtio,cache=${honest ? 'directsync' : 'unsafe'}`],
      ...(files === null ? [] : ['-drive', `file=${files},if=virtio,format=raw,readonly=on`]),
      ...['-netdev', `user,id=n,hostfwd=tcp:127.0.0.1:${ssh}-:22,hostfwd=tcp:127.0.0.1:${web}-:8000`],
      ...['-device', 'virtio-net-pci,netdev=n', '-device', 'virtio-rng-pci', '-no-reboot'],
      ...(rtc === null ? [] : ['-rtc', `base=${rtc}`]),
      ...['-qmp', `unix:${this.#monitor},server=on,wait=off`],
      ...(memory === null ? [] : ['-incoming', `exec:cat '${memory}'`]),
    ];
    const startedMs = Date.now();
    this.poweredOnMs = startedMs;
    this.#process = spawn('qemu-system-x86_64', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    this.#pulse = new Pulse(beat, this.#process.pid, (why) => this.#giveUp(why));
    while (Date.now() - startedMs < BOOT_LIMIT_S * 1000) {
      if (this.#process?.exitCode !== null && this.#hung === null)
        throw new Error(`${this.name}: qemu ended by itself`);
      if ((await this.ssh('true', { limitS: 10, tries: 1 })).code === 0) {
        const bootS = (Date.now() - startedMs) / 1000;
        if (memory === null) this.#patience = patienceFor(bootS);
        else
          await this.must(
            `date -s @${Math.ceil(Date.now() / 1000)} >/dev/null; mount /mnt; systemctl start --no-block weatherglass`,
          );
        return bootS;
      }
      await wait(1_000);
    }
    throw this.#giveUp(`no login within ${BOOT_LIMIT_S} s`);
  }

  /** Kills the guest. Whoever is asking it something is told by a throw; the pulse's timer must not throw, for nobody would catch it. */
  #giveUp(why) {
    this.#hung = new HungGuest(`the guest hung: ${why}; its console is ${join(this.work, `${this.name}.console`)}`);
    process.stdout.write(` HUNG  ${this.name}: ${why}\n`);
    this.#process?.kill('SIGKILL');
    return this.#hung;
  }

  /** The power cut. The process is killed; nothing gets the chance to write. */
  async cut() {
    this.#pulse?.stop();
    const running = this.#process;
    this.#process = null;
    spawnSync('ssh', [...this.#sshOptions(), '-O', 'exit', 'root@127.0.0.1'], { stdio: 'ignore' });
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await gone;
  }

  /**
   * The disk as a power cut at this moment would leave it, as a file that a machine can be powered on with: while the whole of qemu
   * stands still, so that what it has not yet written is not in the copy.
   */
  standStill(name) {
    const file = join(this.work, `${name}.qcow2`);
    this.#process.kill('SIGSTOP');
    try {
      const { status, stderr } = spawnSync('cp', ['--sparse=always', this.disk, file], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`cp: ${stderr}`);
    } finally {
      this.#process.kill('SIGCONT');
    }
    return file;
  }

  /** Its disk, which nobody wants any more. */
  remove() {
    rmSync(this.disk, { force: true });
  }

  /** Off, with its memory in `file`: `boot({ memory: file })` goes on from it, over the disk as it is now. */
  async shelve(file) {
    await this.must('systemctl stop weatherglass; cd /; umount /mnt; sync');
    this.#pulse?.stop();
    await saveMemory(this.#monitor, `${file}.new`);
    await this.cut();
    renameSync(`${file}.new`, file);
  }

  get #monitor() {
    return join(this.work, `${this.name}.qmp`);
  }

  get #socket() {
    return join(this.work, `${this.name}.ssh`);
  }

  /** One login for all calls: each of its own costs an emulated processor some seconds. */
  #sshOptions() {
    return ['-i', join(this.folder, 'key'), '-p', String(this.#ports.ssh), '-q']
      .concat(['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'ConnectTimeout=30'])
      .concat(['-o', 'ServerAliveInterval=30', '-o', 'ServerAliveCountMax=10', '-o', 'BatchMode=yes'])
      .concat(['-o', 'ControlMaster=auto', '-o', `ControlPath=${this.#socket}`, '-o', 'ControlPersist=yes']);
  }

  /**
   * Runs a script as root; answers its exit code and all it said. `limitS` is what iron would need at most: here it is as much
   * more as the boot was slower. A busy machine that does not take the call is called again.
   */
  async ssh(script, { limitS = 120, tries = 6 } = {}) {
    for (;;) {
      const askedMs = Date.now();
      const answer = await this.#call(script, limitS * this.#patience * 1000);
      if (this.#hung !== null) throw this.#hung;
      if (answer.late) {
        process.stdout.write(` LATE  ${this.name}: ${script.trim().slice(0, 80)}\n`);
        return answer;
      }
      // Only a call that was not taken: one that broke off later has done some of its work.
      const refused = answer.code === 255 && answer.out === '' && Date.now() - askedMs < 35_000;
      if (!refused || --tries <= 0) return answer;
      await wait(3_000);
    }
  }

  #call(script, limitMs) {
    return new Promise((resolve) => {
      const child = spawn('ssh', [...this.#sshOptions(), 'root@127.0.0.1', 'bash -s']);
      let out = '';
      let late = false;
      const limit = setTimeout(() => {
        late = true;
        child.kill('SIGKILL');
      }, limitMs);
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (out += chunk));
      // Not 'close': the process that keeps the login for all calls inherits stderr.
      let code = null;
      let open = 2;
      const ended = () => {
        if (--open > 0) return;
        clearTimeout(limit);
        child.stderr.destroy();
        resolve({ code: code ?? 255, out: out.trim(), late });
      };
      child.stdout.on('end', ended);
      child.on('exit', (status) => {
        code = status;
        ended();
      });
      child.stdin.on('error', () => undefined); // the machine went away while it was told
      child.stdin.end(script);
    });
  }

  /** As `ssh`, but a failure ends the scenario with what was said. */
  async must(script, options) {
    const { code, out, late } = await this.ssh(`set -e\n${script}`, options);
    const how = late ? 'too late' : `exit ${code}`;
    if (code !== 0) throw new Error(`${how} of: ${script.trim().slice(0, 300)}\n${out.slice(-1500)}`);
    return out;
  }

  /** Everything written, and off: the layer can then be the base of others. */
  async shutDown() {
    const running = this.#process;
    if (running === null || running.exitCode !== null) return;
    this.#pulse?.stop();
    const gone = new Promise((resolve) => running.once('exit', resolve));
    await this.#call('sync; systemctl poweroff', 60_000);
    await Promise.race([gone, wait(240_000)]);
    await this.cut();
  }
}
