// npm run dist:oci [-- --arm64]: artifacts/weatherglass-VERSION-ARCH.oci.tar, an image for `serve` and `hub`: the tree of the packages over as
// much of Debian as Node needs. It has no shell, belongs to no root and writes to /var/lib/weatherglass alone. Needs mmdebstrap and root.
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { artifacts, DEBIAN_ARCH, released, run } from './dist-deb.mjs';
import { stage, staged } from './dist-stage.mjs';
import { i2cBuildsFor } from './natives.mjs';
import { layOutTree, tree } from './release-tree.mjs';
import { version } from './root.mjs';

const BASE = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'tzdata', 'netbase', 'ca-certificates'];
const LEFT_OUT = 'var/lib/apt var/lib/dpkg var/cache var/log usr/share/man usr/share/locale dev proc sys'.split(' ');
const HOME = '/usr/lib/weatherglass';
const USER = 10001;

/** Debian's files as they come, without package scripts: any architecture on any machine. */
function layOutDebian(folder, arch) {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find((path) => existsSync(path));
  run('mmdebstrap', [
    '--variant=extract',
    `--architectures=${DEBIAN_ARCH[arch]}`,
    `--include=${BASE.join(',')}`,
    '--dpkgopt=path-exclude=/usr/share/doc/*',
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    'bookworm',
    folder,
    sources,
  ]);
  for (const name of LEFT_OUT) rmSync(join(folder, name), { recursive: true, force: true });
  const passwd = `root:x:0:0:root:/root:/usr/sbin/nologin\nweatherglass:x:${USER}:${USER}:Weatherglass:/var/lib/weatherglass:/usr/sbin/nologin\n`;
  writeFileSync(join(folder, 'etc/passwd'), passwd);
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nweatherglass:x:${USER}:\n`);
  // Certificates as update-ca-certificates would gather them.
  run('sh', [
    '-c',
    'mkdir -p "$0/etc/ssl/certs"; cat "$0"/usr/share/ca-certificates/mozilla/*.crt >"$0/etc/ssl/certs/ca-certificates.crt"',
    folder,
  ]);
}

const READY = 'fetch(process.env.READY_URL).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))';

/** Image configuration; `Healthcheck` is Docker's word in it, and compose.yaml says the same. */
const configOf = (arch, created, diffId) => ({
  created,
  architecture: DEBIAN_ARCH[arch],
  os: 'linux',
  config: {
    User: `${USER}:${USER}`,
    Entrypoint: [`${HOME}/node`, `${HOME}/app/bin/weatherglass.mjs`],
    Cmd: ['serve'],
    WorkingDir: '/var/lib/weatherglass',
    Env: [
      'XDG_CONFIG_HOME=/etc',
      'XDG_DATA_HOME=/var/lib',
      'HOME=/var/lib/weatherglass',
      'NODE_ENV=production',
      'MALLOC_ARENA_MAX=1',
      'MALLOC_TRIM_THRESHOLD_=65536',
      'MALLOC_MMAP_THRESHOLD_=65536',
      'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
      'READY_URL=http://127.0.0.1:8000/api/ready',
    ],
    ExposedPorts: { '8000/tcp': {}, '8010/tcp': {} },
    Volumes: { '/var/lib/weatherglass': {}, '/etc/weatherglass': {} },
    Healthcheck: {
      Test: ['CMD', `${HOME}/node`, '-e', READY],
      Interval: 30e9,
      Timeout: 10e9,
      StartPeriod: 60e9,
      Retries: 3,
    },
    StopSignal: 'SIGTERM',
  },
  rootfs: { type: 'layers', diff_ids: [diffId] },
  history: [{ created, created_by: 'npm run dist:oci' }],
});

const sha256 = (bytes) => `sha256:${hash('sha256', bytes)}`;

/** Writes the image of the root file system `rootFs` as an OCI layout, and that as one tar file. */
function writeImage(rootFs, scratch, arch, file) {
  const blobs = join(scratch, 'layout/blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  const layer = join(scratch, 'layer.tar.gz');
  const alike = ['--sort=name', `--mtime=@${released().getTime() / 1000}`];
  run('tar', ['-C', rootFs, ...alike, '--numeric-owner', '--use-compress-program=gzip -n', '-cf', layer, '.']);
  const packed = readFileSync(layer);
  const put = (bytes, mediaType) => {
    const digest = sha256(bytes);
    writeFileSync(join(blobs, digest.slice(7)), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const json = (value) => Buffer.from(JSON.stringify(value));
  const layers = [put(packed, 'application/vnd.oci.image.layer.v1.tar+gzip')];
  const config = put(
    json(configOf(arch, released().toISOString(), sha256(gunzipSync(packed)))),
    'application/vnd.oci.image.config.v1+json',
  );
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = put(json({ schemaVersion: 2, mediaType, config, layers }), mediaType);
  const annotations = {
    'org.opencontainers.image.ref.name': 'weatherglass:latest',
    'org.opencontainers.image.version': version,
  };
  writeFileSync(
    join(scratch, 'layout/index.json'),
    json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
  );
  writeFileSync(join(scratch, 'layout/oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  run('tar', ['-C', join(scratch, 'layout'), ...alike, '--owner=0', '--group=0', '-cf', `${file}.new`, '.']);
  renameSync(`${file}.new`, file);
}

export async function makeImage(arch, file) {
  await stage(arch, await i2cBuildsFor(arch));
  await layOutTree(staged, arch);
  const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-oci-'));
  const rootFs = join(scratch, 'root');
  try {
    layOutDebian(rootFs, arch);
    run('cp', ['-a', tree, join(rootFs, HOME)]);
    run('chmod', ['-R', 'u=rwX,go=rX', join(rootFs, HOME)]);
    run('chown', ['-R', '0:0', join(rootFs, HOME)]);
    for (const name of ['var/lib/weatherglass', 'etc/weatherglass']) {
      mkdirSync(join(rootFs, name), { recursive: true });
      run('chown', [`${USER}:${USER}`, join(rootFs, name)]);
    }
    writeImage(rootFs, scratch, arch, file);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const arch = process.argv.includes('--arm64') ? 'arm64' : process.argv.includes('--x64') ? 'x64' : process.arch;
  const file = join(artifacts, `weatherglass-${version}-${DEBIAN_ARCH[arch]}.oci.tar`);
  mkdirSync(artifacts, { recursive: true });
  await makeImage(arch, file);
  process.stdout.write(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)\n`);
}
