// A station and a wall that the installer of versions before 1.2 made: the package takes them over.
import { aWhile, DEB, INSTALL, ready, rows, sql, state } from './words.mjs';

const OLD = '/opt/weatherglass/current/node /opt/weatherglass/current/app/bin/weatherglass.mjs';
const layOut = `dpkg-deb -x ${DEB} /tmp/x; mkdir -p /opt/weatherglass/releases; mv /tmp/x/usr/lib/weatherglass /opt/weatherglass/releases/1.1.0
  ln -s releases/1.1.0 /opt/weatherglass/current`;

export async function moved({ bench, see }) {
  const vm = bench('moved');
  await vm.boot();
  try {
    await vm.must(`${layOut}; useradd --system --user-group --home-dir /var/lib/weatherglass --no-create-home weatherglass
      printf '{"mode":"headless","user":"weatherglass","env":{}}\\n' >/opt/weatherglass/station.json
      printf '[Service]\\nUser=weatherglass\\nEnvironment=XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/etc\\nStateDirectory=weatherglass\\nExecStart=${OLD} serve\\n[Install]\\nWantedBy=multi-user.target\\n' >/etc/systemd/system/weatherglass.service
      ln -s /opt/weatherglass/current/weatherglass /usr/local/bin/weatherglass
      systemctl daemon-reload; systemctl enable --now weatherglass; ${ready}; ${aWhile}`);
    const before = await rows(vm);
    await vm.must(`${INSTALL} ${DEB}; ${ready}`);
    const unit = await vm.must(
      'systemctl show -p FragmentPath -p UnitFileState weatherglass; ls /opt/weatherglass /usr/local/bin/weatherglass 2>&1 || true',
    );
    see(
      'a station: its history goes on under the package',
      (await rows(vm)) >= before && before > 0 && /^ii/.test(await state(vm)),
      `${before} rows before, ${await rows(vm)} after`,
    );
    see(
      'its old units, command and program are gone',
      /FragmentPath=\/(usr\/)?lib\//.test(unit) && (unit.match(/cannot access/g) ?? []).length === 2,
      unit,
    );
    await vm.must(`DEBIAN_FRONTEND=noninteractive apt-get purge -y weatherglass; mv /var/lib/weatherglass /tmp/history; rm -rf /etc/weatherglass
      ${layOut}; useradd -m ada; mkdir -p /home/ada/.local/share /home/ada/.config/weatherglass /home/ada/.config/labwc; mv /tmp/history /home/ada/.local/share/weatherglass
      printf 'site: { name: Wall }\\n' >/home/ada/.config/weatherglass/config.yaml; printf 'mine &\\nours & # weatherglass\\n' >/home/ada/.config/labwc/autostart
      chown -R ada: /home/ada; printf '{"mode":"kiosk","user":"ada","env":{"HOME":"/home/ada"}}\\n' >/opt/weatherglass/station.json
      ${INSTALL} ${DEB} 2>&1 | grep copied; ${ready}`);
    const name = await vm.must(
      'curl -s http://127.0.0.1:8000/api/status | grep -c Wall || true; cat /home/ada/.config/labwc/autostart; ls /home/ada/.local/share/weatherglass/weatherglass.db',
    );
    see(
      'a wall: history and settings are copied, the originals stay',
      (await rows(vm)) >= before && /mine &\n\/home/.test(name),
      `${await vm.must(sql('SELECT count(*) FROM sample'))} rows`,
    );
  } finally {
    await vm.cut();
    vm.remove();
  }
}
