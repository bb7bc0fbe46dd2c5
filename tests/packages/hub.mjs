// The hub of a fleet, with nginx in front and VictoriaMetrics behind, as docs/use/fleet.md says.
import { last, variant } from './words.mjs';

const INSTALL = 'export DEBIAN_FRONTEND=noninteractive; apt-get install -y';
const answers = `for i in $(seq 120); do curl -fs http://127.0.0.1:8010/api/health >/dev/null && break; sleep .5; done; curl -fs http://127.0.0.1:8010/api/health`;
const ended = `for i in $(seq 400); do [ -e /var/cache/weatherglass-hub/upgrade.json ] || break; sleep .5; done`;
const installed = `dpkg-query -W -f '\${db:Status-Abbrev}\${Version}' weatherglass-hub`;

export async function hub({ bench, see }) {
  const vm = bench('hub');
  await vm.boot();
  try {
    const beside = await vm.must(`${INSTALL} /mnt/weatherglass-hub_*_amd64.deb 2>&1`);
    see(
      'beside a database that Debian has started it says so',
      /has the port of the hub's own database[^\n]*/.test(beside),
      /victoria-metrics.service has[^\n]*/.exec(beside)?.[0],
    );
    await vm.must('systemctl disable --now victoria-metrics; systemctl restart weatherglass-engine weatherglass-hub');
    see('installed by apt, hub and engine answer', /"ok":true/.test(await vm.must(answers)), await vm.must(answers));
    const verify = await vm.ssh(
      'systemd-analyze verify weatherglass-hub.service weatherglass-engine.service weatherglass-fleet-backup.service weatherglass-hub-logins.service weatherglass-hub-upgrade.service',
    );
    see('systemd-analyze verify has nothing to say', verify.code === 0, verify.out);
    const key = /(\S+)\s*$/.exec(await vm.must('weatherglass-hub add Garden'))?.[1];
    see(
      'a station is added',
      (await vm.must('weatherglass-hub list')).includes('garden'),
      key ? 'with its secret' : '',
    );
    await vm.must(
      'openssl req -x509 -newkey rsa:2048 -nodes -keyout /root/k.pem -out /root/c.pem -days 9 -subj /CN=fleet.example.org -addext subjectAltName=DNS:fleet.example.org 2>/dev/null',
    );
    const nginx = await vm.ssh('weatherglass-hub nginx fleet.example.org /root/c.pem /root/k.pem 2>&1');
    const closed = await vm.must(
      "curl -s -o /dev/null -w '%{http_code}' --resolve fleet.example.org:443:127.0.0.1 --cacert /root/c.pem https://fleet.example.org/",
    );
    see('nginx stands in front, and asks who you are', nginx.code === 0 && closed === '401', closed);
    const logins = await vm.must('sleep 1; grep -c . /etc/nginx/weatherglass/stations.htpasswd');
    see('with the login of the station', Number(logins) === 1);
    const backup = await vm.ssh(
      'systemctl start weatherglass-fleet-backup.service; ls /var/backups/weatherglass-fleet',
    );
    see('the nightly backup makes one', /^\d+T/m.test(backup.out), backup.out);
    const restored = await vm.ssh(`weatherglass-hub restore /var/backups/weatherglass-fleet/*Z 2>&1; ${answers}`);
    see('and it can be restored', /restored from/.test(restored.out) && restored.code === 0);
    const good = await vm.ssh(
      `${INSTALL} ${variant('1.1.5', 'good', 'weatherglass-hub')} 2>&1; ${ended}; ${answers}; ${installed}`,
    );
    see('an upgrade', /ii 1\.1\.5$/.test(good.out), await vm.must('cat /var/cache/weatherglass-hub/outcome.json'));
    const crash = await vm.ssh(
      `${INSTALL} ${variant('1.2.0', 'crashes', 'weatherglass-hub')} 2>&1; ${ended}; ${answers}; ${installed}`,
    );
    see(
      'one that dies at its start gives way to the one before',
      /ii 1\.1\.5$/.test(crash.out),
      await vm.must('cat /var/cache/weatherglass-hub/outcome.json'),
    );
    await deaths(vm, see);
    see('stations and settings are still there', (await vm.must('weatherglass-hub list')).includes('garden'));
    await vm.must('apt-get remove -y weatherglass-hub');
    const kept = await vm.ssh(
      'ls /var/lib/weatherglass-hub/stations.json /etc/weatherglass-hub/hub.env /var/lib/weatherglass-engine/data >/dev/null; systemctl is-active weatherglass-hub weatherglass-engine',
    );
    see('remove keeps readings, logins and settings', /^inactive\ninactive$/.test(kept.out), last(kept.out));
    await vm.must(`echo "weatherglass-hub weatherglass-hub/remove-data boolean true" | debconf-set-selections
      DEBIAN_FRONTEND=noninteractive apt-get purge -y weatherglass-hub`);
    const left = await vm.ssh(
      'find /var/lib /var/backups /var/cache /etc /usr/lib -name "weatherglass-*" -not -path "/var/lib/dpkg/*"; nginx -t -q',
    );
    see('purge with "yes" leaves nothing, and nginx in order', left.code === 0 && left.out === '', left.out);
  } finally {
    await vm.cut();
    vm.remove();
  }
}

async function deaths(vm, see) {
  for (const unit of ['weatherglass-engine', 'weatherglass-hub', 'nginx']) {
    await vm.must(`kill -9 $(systemctl show -p MainPID --value ${unit})`);
    const back = await vm.ssh(
      `for i in $(seq 60); do sleep .5; [ "$(systemctl is-active ${unit})" = active ] && break; done; ${answers}`,
    );
    see(`${unit} killed: it is back by itself`, back.code === 0);
  }
  await vm.cut();
  await vm.boot();
  const all = await vm.ssh(`${answers} >/dev/null; systemctl is-active weatherglass-engine weatherglass-hub nginx`);
  see('after the power was cut everything runs again', all.out === 'active\nactive\nactive', all.out);
}
