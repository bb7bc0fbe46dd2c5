import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type KernelDevice, nodesOf } from '../../../../src/station/inputs/families/kernel.ts';

interface Line {
  kind: string;
  path: string;
  content: string;
}

const linesOf = (manifest: string): Line[] =>
  manifest
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind = '', path = '', content = ''] = line.split('\t');
      return { kind, path, content: content.replaceAll('\\n', '\n') };
    });

/** Builds a tree of the kernel's files under `root`. A node that fails is a folder: reading it is an error for everybody, root too. */
export function buildTree(manifest: string, root: string): void {
  for (const { kind, path, content } of linesOf(manifest)) {
    const at = join(root, path);
    mkdirSync(kind === 'D' || kind === 'E' ? at : dirname(at), { recursive: true });
    if (kind === 'F') writeFileSync(at, `${content}\n`);
    if (kind === 'L') symlinkSync(content, at);
  }
}

/** The devices of a manifest as a station reads them, without a tree. */
export function devicesOf(manifest: string): KernelDevice[] {
  const lines = linesOf(manifest);
  const devices = new Map<string, { bus: KernelDevice['bus']; files: Map<string, string | null> }>();
  for (const { kind, path, content } of lines) {
    const match = /^(.*\/(iio:device\d+|hwmon\d+|28-\w+))\/([^/]+)$/.exec(path);
    if (!match || kind === 'L') continue;
    const bus = match[2]!.startsWith('iio') ? 'iio' : match[2]!.startsWith('hwmon') ? 'hwmon' : 'w1';
    const device = devices.get(match[1]!) ?? { bus, files: new Map() };
    device.files.set(match[3]!, kind === 'F' ? content : null);
    devices.set(match[1]!, device);
  }
  return [...devices].map(([folder, { bus, files }]) => {
    const name = files.get('name') ?? '';
    const key = bus === 'w1' ? folder.slice(folder.lastIndexOf('/') + 1) : keyIn(folder);
    const nodes = Object.fromEntries(nodesOf(bus, name, [...files.keys()]).map((node) => [node, files.get(node)!]));
    return { bus, key, name, nodes };
  });
}

/** `…/i2c-1/1-0062/iio:device0` is `i2c-1-0062`. */
const keyIn = (folder: string): string =>
  /i2c-(\d+)\/\1-([0-9a-f]{4})/.exec(folder)?.slice(1).join('-').replace(/^/, 'i2c-') ?? folder;
