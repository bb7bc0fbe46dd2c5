// The stage of pi-gen, played over a Debian root that does not run: its scripts with pi-gen's own words (on_chroot), then the first boot.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/root.mjs';
import { DEB, last, ready } from './words.mjs';

const STAGE = join(root, 'deploy/pi-gen/stage-weatherglass/00-weatherglass');
const ON_CHROOT =
  'on_chroot() { mount -t proc proc "$ROOTFS_DIR/proc"; local s=0; chroot "$ROOTFS_DIR" bash -e || s=$?; umount "$ROOTFS_DIR/proc"; return $s; }; export -f on_chroot; exec ./00-run.sh';

export async function image({ bench, see, folder, files }) {
  const vm = bench('image');
  const stage = join(folder, 'stage');
  rmSync(stage, { recursive: true, force: true });
  cpSync(STAGE, stage, { recursive: true });
  const env = { ...process.env, ROOTFS_DIR: join(vm.work, 'root') };
  const play = () => spawnSync('bash', ['-c', ON_CHROOT], { cwd: stage, env, encoding: 'utf8' });
  try {
    const empty = play();
    see(
      'without a package it says what is missing',
      empty.status === 1 && /put the package into/.test(empty.stderr),
      empty.stderr,
    );
    mkdirSync(join(stage, 'files'));
    cpSync(join(files, DEB.slice('/mnt/'.length)), join(stage, 'files', DEB.slice('/mnt/'.length)));
    const startedMs = Date.now();
    const made = play();
    see(
      'the stage puts the package into a root that does not run',
      made.status === 0,
      `${((Date.now() - startedMs) / 1000).toFixed(1)} s; ${last(made.stderr.trim())}`,
    );
    const bootMs = Date.now();
    await vm.boot();
    await vm.must(ready);
    see(
      'at its first boot it measures',
      true,
      `${((Date.now() - bootMs) / 1000).toFixed(1)} s from the start of the container`,
    );
    see(
      'as a service that is enabled',
      (await vm.must('systemctl is-enabled weatherglass weatherglass-upgrade')) === 'enabled\nenabled',
    );
  } finally {
    await vm.cut();
    vm.remove();
  }
}
