// Whether a guest still lives: it writes a line every five seconds (inside/beat.service). On a busy host it may get no processor for
// minutes and is not to blame, so silence is counted in the processor time that qemu was given, and only at last in minutes.
import { readFileSync, statSync } from 'node:fs';

const LOOK_EVERY_MS = 5_000;
/** An emulated boot needs some sixty to its first sign. */
const SILENT_CPU_S = { before: 600, after: 180 };
const SILENT_WALL_S = 900;
const TICKS_PER_S = 100;

/** Seconds of processor that a process has used, by user and system time of /proc. */
function cpuSecondsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
  } catch {
    return null; // it has ended
  }
}

export class Pulse {
  #timer;
  #last = { bytes: 0, cpuS: 0, atMs: Date.now() };

  constructor(file, pid, giveUp) {
    this.#timer = setInterval(() => {
      const cpuS = cpuSecondsOf(pid);
      if (cpuS === null) return this.stop();
      const { size } = statSync(file);
      if (size > this.#last.bytes) this.#last = { bytes: size, cpuS, atMs: Date.now() };
      const silent = { cpuS: cpuS - this.#last.cpuS, wallS: (Date.now() - this.#last.atMs) / 1000 };
      const limit = this.#last.bytes === 0 ? SILENT_CPU_S.before : SILENT_CPU_S.after;
      if (silent.cpuS < limit && silent.wallS < SILENT_WALL_S) return;
      this.stop();
      giveUp(`no sign of life for ${silent.wallS.toFixed(0)} s and ${silent.cpuS.toFixed(0)} s of processor`);
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop() {
    clearInterval(this.#timer);
  }
}
