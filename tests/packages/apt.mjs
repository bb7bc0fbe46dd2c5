// The repository as apt sees it: from a folder and over http on this machine; with a key that apt does not know, one that has expired, an index
// that is cut short; a newer version by apt upgrade, an older one that is still in the pool.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { makeKey, makeRepository } from '../../scripts/dist-apt.mjs';
import { ended, last, ready, state } from './words.mjs';

const source = (uri) =>
  `printf 'Types: deb\\nURIs: ${uri}\\nSuites: stable\\nComponents: main\\nSigned-By: /usr/share/keyrings/weatherglass-archive-keyring.pgp\\n' >/etc/apt/sources.list.d/weatherglass.sources`;
/** A key that was made and used then, for a day. */
const LONG_AGO = ['--faked-system-time', '20260101T000000!'];
const UPDATE = 'apt-get update 2>&1 && echo "exit 0" || echo "exit $?"';

export async function apt({ bench, see, folder, files }) {
  const place = (name) => join(files, name);
  for (const name of ['apt', 'wrong', 'expired', 'cut', 'debs']) rmSync(place(name), { recursive: true, force: true });
  const home = join(folder, 'gpg');
  rmSync(home, { recursive: true, force: true });
  const key = makeKey(join(home, 'good'));
  mkdirSync(place('debs'));
  for (const name of readdirSync(files).filter((one) => /^weatherglass_1.*-good\.deb$/.test(one)))
    cpSync(join(files, name), join(place('debs'), name.replace('-good', '')));
  makeRepository({ from: place('debs'), to: place('apt'), keys: [key], home: join(home, 'good') });
  for (const name of ['wrong', 'cut']) cpSync(place('apt'), place(name), { recursive: true });
  makeRepository({
    from: place('debs'),
    to: place('wrong'),
    keys: [makeKey(join(home, 'wrong'))],
    home: join(home, 'wrong'),
  });
  makeRepository({
    from: place('debs'),
    to: place('expired'),
    keys: [makeKey(join(home, 'expired'), LONG_AGO)],
    home: join(home, 'expired'),
    at: LONG_AGO,
  });
  for (const name of readdirSync(join(place('cut'), 'dists/stable/main'))) {
    rmSync(join(place('cut'), `dists/stable/main/${name}/Packages.gz`));
    truncateSync(join(place('cut'), `dists/stable/main/${name}/Packages`), 700);
  }
  const vm = bench('apt');
  await vm.boot();
  try {
    await vm.must(
      'rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*; cp /mnt/apt/weatherglass-archive-keyring.pgp /usr/share/keyrings/',
    );
    await vm.must(source('file:/mnt/apt'));
    const file = await vm.must(UPDATE);
    see('from a folder apt takes it', /exit 0$/.test(file) && !/^[WE]:/m.test(file), last(file));
    await vm.must(
      `printf 'server { listen 127.0.0.1:8088; root /mnt; autoindex on; }\\n' >/etc/nginx/sites-enabled/default; systemctl restart nginx; ${source('http://127.0.0.1:8088/apt')}`,
    );
    const http = await vm.must(UPDATE);
    see('over http, too', /exit 0$/.test(http) && !/^[WE]:/m.test(http), last(http));
    await vm.must(
      `DEBIAN_FRONTEND=noninteractive apt-get install -y weatherglass=1.0.0 weatherglass-archive-keyring; ${ready}`,
    );
    see('an older version is still to be had', /^ii *1\.0\.0/.test(await state(vm)), await state(vm));
    const check = await vm.must('weatherglass upgrade --check');
    see('weatherglass upgrade --check names the newest', /1\.6\.0 can be installed/.test(check), check);
    const upgraded = await vm.must(`DEBIAN_FRONTEND=noninteractive apt-get upgrade -y; ${ended}; ${ready}`);
    see('apt upgrade brings it', /^ii *1\.6\.0/.test(await state(vm)), last(upgraded.trim()));
    for (const [name, what, why] of [
      ['wrong', 'signed by a key that apt does not know: refused', /NO_PUBKEY|not signed/],
      ['expired', 'signed by a key that has expired: refused', /EXPKEYSIG|expired|NO_PUBKEY/],
      ['cut', 'an index that is cut short: refused', /Hash Sum|unexpected size|mismatch|Size/i],
    ]) {
      await vm.must(
        `cp /mnt/${name}/weatherglass-archive-keyring.pgp /tmp/key.pgp; rm -rf /var/lib/apt/lists/*; ${source(`http://127.0.0.1:8088/${name}`)}`,
      );
      if (name === 'expired') await vm.must('cp /tmp/key.pgp /usr/share/keyrings/weatherglass-archive-keyring.pgp');
      const said = await vm.must(UPDATE);
      see(
        what,
        why.test(said) && (await vm.ssh('apt-cache policy weatherglass')).out.includes('8088') === false,
        (/^[EW]:.*$/m.exec(said) ?? [last(said)])[0],
      );
      await vm.must('cp /mnt/apt/weatherglass-archive-keyring.pgp /usr/share/keyrings/');
    }
    see(
      'the index names every version in the pool',
      (
        readFileSync(join(place('apt'), 'dists/stable/main/binary-amd64/Packages'), 'utf8').match(
          /^Package: weatherglass$/gm,
        ) ?? []
      ).length >= 3,
    );
  } finally {
    await vm.cut();
    vm.remove();
  }
}
