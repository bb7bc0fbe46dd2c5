// npm run dist:apt: artifacts/apt/, a signed repository of the packages in artifacts/, as plain files for any static host. Old versions
// stay in its pool. WEATHERGLASS_APT_KEYS names the owner's keys in gpg, the newest first; `-- --rehearse` signs with a key of the moment.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { artifacts, debianVersion, pack, released, run } from './dist-deb.mjs';
import { root, version } from './root.mjs';

const KEYRING = 'weatherglass-archive-keyring';
const ARCHITECTURES = ['amd64', 'arm64'];

/** A key that nobody keeps, in a gpg folder of its own, `at` a time for tests. Answers its fingerprint. */
export function makeKey(home, at = []) {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const gpg = ['--homedir', home, '--batch', '--passphrase', '', ...at];
  run('gpg', [...gpg, '--quick-generate-key', 'Weatherglass packages (rehearsal)', 'ed25519', 'sign', '1d']);
  const listed = run('gpg', ['--homedir', home, '--list-keys', '--with-colons']).toString();
  return /^fpr:+([0-9A-F]{40}):/m.exec(listed)[1];
}

/** The package that brings the keys to a machine, and a new one before it is used. */
function packKeyring(keyFile, to) {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-keyring-'));
  cpSync(join(root, 'deploy/debian', KEYRING), folder, { recursive: true });
  mkdirSync(join(folder, 'usr/share/keyrings'), { recursive: true });
  copyFileSync(keyFile, join(folder, `usr/share/keyrings/${KEYRING}.pgp`));
  pack(folder, to, { name: KEYRING, arch: 'all', version: debianVersion(version), when: released() });
  rmSync(folder, { recursive: true });
}

function writeIndices(to) {
  const dist = join(to, 'dists/stable');
  for (const arch of ARCHITECTURES) {
    const folder = join(dist, `main/binary-${arch}`);
    mkdirSync(folder, { recursive: true });
    const packages = run('apt-ftparchive', ['--arch', arch, 'packages', 'pool'], { cwd: to });
    writeFileSync(join(folder, 'Packages'), packages);
    writeFileSync(join(folder, 'Packages.gz'), gzipSync(packages, { level: 9 }));
  }
  const facts = {
    Origin: 'Weatherglass',
    Label: 'Weatherglass',
    Suite: 'stable',
    Codename: 'stable',
    Architectures: ARCHITECTURES.join(' '),
    Components: 'main',
  };
  const options = Object.entries(facts).flatMap(([name, value]) => [
    '-o',
    `APT::FTPArchive::Release::${name}=${value}`,
  ]);
  rmSync(join(dist, 'InRelease'), { force: true });
  rmSync(join(dist, 'Release'), { force: true });
  writeFileSync(join(dist, 'Release'), run('apt-ftparchive', [...options, 'release', dist]));
}

/** Makes the repository `to` of the packages in `from`. All `keys` sign, so that one can follow another. */
export function makeRepository({ from, to, keys, home, at = [] }) {
  const gpg = ['--batch', '--yes', ...at, ...(home ? ['--homedir', home] : [])];
  const pool = join(to, 'pool/main');
  mkdirSync(pool, { recursive: true });
  const keyFile = join(to, `${KEYRING}.pgp`);
  writeFileSync(keyFile, run('gpg', [...gpg, '--export', ...keys]));
  packKeyring(keyFile, pool);
  for (const name of readdirSync(from).filter((file) => /^weatherglass.*\.deb$/.test(file)))
    copyFileSync(join(from, name), join(pool, name));
  writeIndices(to);
  const release = join(to, 'dists/stable/Release');
  const by = keys.flatMap((key) => ['--local-user', key]);
  run('gpg', [...gpg, ...by, '--clearsign', '--output', join(to, 'dists/stable/InRelease'), release]);
}

if (process.argv[1] === import.meta.filename) {
  const to = join(artifacts, 'apt');
  const rehearses = process.argv.includes('--rehearse');
  const keys = (process.env.WEATHERGLASS_APT_KEYS ?? '').split(/[\s,]+/).filter(Boolean);
  if (!rehearses && keys.length === 0) {
    process.stderr.write(
      'No key to sign with. Make one (docs/develop/releasing.md, "The repository"), and name it: WEATHERGLASS_APT_KEYS=FINGERPRINT npm run dist:apt\n' +
        'To see what it makes, without a key of yours: npm run dist:apt -- --rehearse\n',
    );
    process.exit(1);
  }
  if (!existsSync(artifacts) || !readdirSync(artifacts).some((name) => name.endsWith('.deb'))) {
    process.stderr.write('There are no packages yet: npm run dist:deb -- --all\n');
    process.exit(1);
  }
  const home = rehearses ? mkdtempSync(join(tmpdir(), 'weatherglass-key-')) : undefined;
  makeRepository({ from: artifacts, to, keys: rehearses ? [makeKey(home)] : keys, home });
  if (home) rmSync(home, { recursive: true });
  process.stdout.write(
    `${to}\n${readFileSync(join(to, 'dists/stable/Release'), 'utf8').split('\n').slice(0, 7).join('\n')}\n`,
  );
}
