// A station in a clean Debian: installed, asked, removed, purged, installed again.
import { aWhile, DEB, INSTALL, last, ready, rows, state } from './words.mjs';

export async function station({ bench, see }) {
  const vm = bench('station');
  await vm.boot();
  try {
    const startedMs = Date.now();
    await vm.must(`${INSTALL} ${DEB}`);
    await vm.must(ready);
    see('installed by apt alone, to the first reading', true, `${((Date.now() - startedMs) / 1000).toFixed(1)} s`);
    const doctor = await vm.ssh('weatherglass doctor');
    see(
      'the doctor finds no fault',
      doctor.code < 2 && /runs as weatherglass and measures/.test(doctor.out),
      last(doctor.out),
    );
    const verify = await vm.ssh(
      'systemd-analyze verify weatherglass.service weatherglass-upgrade.service weatherglass-asked.path weatherglass-asked.service',
    );
    see('systemd-analyze verify has nothing to say', verify.code === 0 && verify.out === '', verify.out);
    const exposure = /exposure level for \S+: ([\d.]+)/.exec(
      await vm.must('systemd-analyze security weatherglass'),
    )?.[1];
    see('exposure at most 2.1', Number(exposure) <= 2.1, exposure);
    const groups = await vm.must('id -nG weatherglass; stat -c "%U:%G %a" /etc/weatherglass /var/lib/weatherglass');
    see(
      'user, groups and folders',
      /i2c.*video|video.*i2c/.test(groups) && /root:weatherglass 2775\nweatherglass:weatherglass 750/.test(groups),
      groups,
    );
    const plain = await vm.ssh('useradd -m ada; su - ada -c "weatherglass --version; weatherglass upgrade x.deb"');
    see(
      'the command works for every user, and upgrade asks for sudo',
      /weatherglass 1/.test(plain.out) && /sudo/.test(plain.out),
      plain.out,
    );
    const off = await vm.must(
      'systemctl disable --now weatherglass 2>&1; systemctl enable --now weatherglass 2>&1; systemctl is-active weatherglass',
    );
    see('switched off and on again', /active$/.test(off));
    await vm.must(`${ready}; ${aWhile}`);
    const before = await rows(vm);
    await vm.must('printf "site: { name: Garden }\\n" >/etc/weatherglass/config.yaml');
    const removed = await vm.must(
      'apt-get remove -y weatherglass 2>&1 | tail -3; ls /usr/lib/weatherglass /var/cache/weatherglass 2>&1 || true; ls /var/lib/weatherglass /etc/weatherglass',
    );
    see(
      'remove: no program, no unit; history and settings stay',
      /config.yaml/.test(removed) &&
        /weatherglass.db/.test(removed) &&
        (removed.match(/cannot access/g) ?? []).length === 2,
    );
    await vm.must(`${INSTALL} ${DEB}; ${ready}`);
    see(
      'installed again over the old history',
      (await rows(vm)) >= before && /^ii/.test(await state(vm)),
      `${before} rows before, ${await rows(vm)} after`,
    );
    await vm.must('DEBIAN_FRONTEND=noninteractive apt-get purge -y weatherglass');
    see(
      'purge that nobody can answer keeps them',
      (await vm.ssh('ls /var/lib/weatherglass/weatherglass.db /etc/weatherglass/config.yaml')).code === 0,
    );
    await vm.must(`${INSTALL} ${DEB}; echo "weatherglass weatherglass/remove-data boolean true" | debconf-set-selections
      DEBIAN_FRONTEND=noninteractive apt-get purge -y weatherglass`);
    const left = await vm.ssh(
      'ls -d /var/lib/weatherglass /etc/weatherglass /usr/lib/weatherglass /etc/default/weatherglass 2>/dev/null; find /etc/systemd /var/lib/systemd/deb-systemd-helper-enabled -name "weatherglass*"',
    );
    see('purge with "yes" leaves nothing', left.out === '', left.out);
  } finally {
    await vm.cut();
    vm.remove();
  }
}
