import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lanAddress } from './lan.ts';

const has = (program: string): boolean => {
  try {
    return execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${program}`]).length > 0;
  } catch {
    return false;
  }
};

/** Programs that some tests run, with the Debian package that brings each. */
const PROGRAMS: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  Xvfb: 'xvfb',
  nginx: 'nginx-light',
  mosquitto: 'mosquitto',
  rtl_433: 'rtl-433',
  'victoria-metrics': 'victoria-metrics',
  influxd: 'influxdb',
  faketime: 'faketime',
  sqlite3: 'sqlite3',
  curl: 'curl',
  python3: 'python3',
  shellcheck: 'shellcheck',
  'systemd-analyze': 'systemd',
};

/** What of all that tests ask for this machine has not, in words for whoever reads that tests were skipped. */
export function lacking(): string[] {
  const packages = Object.entries(PROGRAMS).filter(([program]) => !has(program));
  return [
    ...(packages.length > 0 ? [`programs (apt-get install ${packages.map(([, name]) => name).join(' ')})`] : []),
    ...(existsSync('tests/tools/node_modules') ? [] : ["other people's tools (npm run tools)"]),
    ...(existsSync('../shared/data') ? [] : ['the long records and the specification (../shared)']),
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...(lanAddress ? [] : ['an address on a network']),
    ...(process.platform === 'linux' ? [] : ['Linux']),
  ];
}
