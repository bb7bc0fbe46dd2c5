import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** The kernel's own way to stop a file system as a power cut does, with flag 2: nothing more is written, not even its journal. */
const CUT = 'open my $d, "<", $ARGV[0] or die $!; my $how = pack("L", 2); ioctl($d, 0x8004587D, $how) or die $!';
const SECTOR = 512;

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { stdio: 'pipe' }).toString();

/** An ext4 of its own on a block device over a file of fixed size, so that its power can be cut and its writes counted; needs root. */
export class LoopDisk {
  readonly folder: string;
  readonly #scratch: string;
  readonly #image: string;
  #device = '';

  private constructor(megabytes: number) {
    this.#scratch = mkdtempSync(join(tmpdir(), 'weatherglass-loop-'));
    this.folder = join(this.#scratch, 'disk');
    this.#image = join(this.#scratch, 'image');
    mkdirSync(this.folder);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, megabytes * 1024 * 1024);
  }

  /** Null, and says so loudly, where none can be made. */
  static make(megabytes: number, format: readonly string[] = []): LoopDisk | null {
    const disk = new LoopDisk(megabytes);
    try {
      run('mkfs.ext4', '-q', '-F', ...format, disk.#image);
      disk.plugIn();
      return disk;
    } catch (error) {
      rmSync(disk.#scratch, { recursive: true });
      console.warn(`\nSKIPPED: no disk over a file can be mounted here (${(error as Error).message.split('\n')[0]})\n`);
      return null;
    }
  }

  /**
   * From a copy: whoever made a mount namespace of his own meanwhile (`unshare`, a sandbox) has this disk in it, and the kernel would hand
   * out the very file system that was cut, as long as he lives.
   */
  plugIn(): void {
    const fresh = `${this.#image}.next`;
    run('cp', '--sparse=always', this.#image, fresh);
    renameSync(fresh, this.#image);
    run('mount', '-o', 'loop', this.#image, this.folder);
    // Nothing is ever written beside it: what is not mounted would fill the disk of whoever runs this.
    run('mountpoint', '-q', this.folder);
    this.#device = run('findmnt', '-n', '-o', 'SOURCE', this.folder).trim();
  }

  /** Everything that has not reached the device is gone, as on a Pi whose plug is pulled. Whoever writes is refused from now on. */
  cut(): void {
    run('perl', '-e', CUT, this.folder);
  }

  unplug(): void {
    run('umount', this.folder);
  }

  /** Bytes written to the device since it was plugged in. */
  get writtenBytes(): number {
    const stat = `/sys/block/${basename(this.#device)}/stat`;
    return Number(readFileSync(stat, 'utf8').trim().split(/\s+/)[6]) * SECTOR;
  }

  /** For good. */
  remove(): void {
    try {
      run('mountpoint', '-q', this.folder);
      this.unplug();
    } catch {
      // was not plugged in
    }
    if (existsSync(join(this.folder, 'lost+found'))) throw new Error(`${this.folder} is still mounted`);
    rmSync(this.#scratch, { recursive: true });
  }
}
