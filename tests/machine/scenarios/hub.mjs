// The machine of a station becomes the hub of a fleet, too: engine, hub and nginx from Debian's packages, as docs/use/fleet.md says, and the
// installed station is its first member. Everything goes through nginx, with a certificate and a login.
import { seconds, until, untilReady } from '../steps.mjs';

const NAME = 'fleet.example.org';
const INSTALL = `cd /mnt/checkout && deploy/hub/install.sh --host 127.0.0.1 --nginx ${NAME} --cert /root/fleet.pem --key /root/fleet.key 2>&1`;
const UNITS = ['weatherglass-engine', 'weatherglass-hub', 'nginx'];
/** The end of yesterday, whose rows no clock of a container moves. */
const DAY_END_S = Math.floor(Date.now() / 86_400_000) * 86_400 - 1;
const CURL = `curl -s --max-time 20 --cacert /root/fleet.pem -w '\\n%{http_code}'`;

const last = (text) => text.split('\n').at(-1);

/** How many rows of a day the hub proves to a login; null where it refuses, which is the status then. */
async function proof(vm, key, more = '') {
  const said = await vm.must(`${CURL} -u '${key}' 'https://${NAME}/api/v1/ack?t=${DAY_END_S}${more}'`);
  if (last(said) !== '200') return { status: Number(last(said)), text: said.split('\n')[0] };
  const { data } = JSON.parse(said.split('\n')[0]);
  return { status: 200, count: Number(data.result[0]?.value[1] ?? 0) };
}

const post = (vm, key, rows) =>
  vm.must(`for i in $(seq 0 ${rows - 1}); do echo "wx,rev=0 temp=$i.5,hum=50 $((${DAY_END_S} - 80000 + i * 300))"; done | gzip |
    ${CURL} -u '${key}' -H 'Content-Encoding: gzip' --data-binary @- https://${NAME}/api/v1/ingest`);

const keyIn = (said) => {
  const [, login] = /^login: (\S+)$/m.exec(said) ?? [];
  const [, secret] = /^secret: (\S+)$/m.exec(said) ?? [];
  return `${login}:${secret}`;
};

const fleetOf = async (vm) =>
  JSON.parse(await vm.must('curl -s --max-time 20 http://127.0.0.1:8000/api/connections')).sinks.find(
    ({ name }) => name === 'fleet',
  );

const allRun = async (vm) => (await vm.ssh(`systemctl is-active ${UNITS.join(' ')}`)).code === 0;

/** Everything that a hub is made of answers, through nginx. */
const answers = (vm, key) =>
  until(async () => (await proof(vm, key).catch(() => ({}))).status === 200, { limitS: 90, everyS: 1 });

async function packages(vm, see) {
  const said = await vm.ssh(
    'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /root/hub-packages/*.deb 2>&1',
  );
  const versions = await vm.must("dpkg-query -W victoria-metrics nginx openssl | tr '\\t\\n' ' ,'");
  see("Debian's packages are installed", said.code === 0, versions);
  const refused = await vm.ssh('cd /mnt/checkout && deploy/hub/install.sh 2>&1');
  see(
    'an engine that Debian started is told of and not touched',
    refused.code !== 0 && /victoria-metrics.service runs already/.test(refused.out),
    last(refused.out),
  );
  await vm.must(`systemctl disable --now victoria-metrics
    echo '127.0.0.1 ${NAME}' >>/etc/hosts
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=${NAME} -addext subjectAltName=DNS:${NAME} -keyout /root/fleet.key -out /root/fleet.pem 2>/dev/null`);
}

async function installed(vm, see) {
  const startedMs = Date.now();
  const said = await vm.ssh(INSTALL);
  see(
    'install.sh --nginx ends with a hub that runs',
    said.code === 0 && /the hub runs/.test(said.out),
    seconds(startedMs),
  );
  const [, password] = /user fleet, password (\S+)/.exec(said.out) ?? [];
  see('it prints a password for people', password !== undefined);
  const ours = 'weatherglass-engine weatherglass-hub weatherglass-hub-logins.path weatherglass-fleet-backup.timer';
  see(
    'its units run and begin with the machine',
    (await vm.ssh(`systemctl is-active ${ours} && systemctl is-enabled ${ours}`)).code === 0,
  );
  const verify = await vm.ssh(
    'systemd-analyze verify weatherglass-{engine,hub,hub-logins,fleet-backup}.service weatherglass-fleet-backup.timer weatherglass-hub-logins.path 2>&1 | grep weatherglass-',
  );
  see('systemd-analyze verify has nothing to say of them', verify.out === '', verify.out);
  const exposure = await vm.must(
    `for unit in engine hub hub-logins fleet-backup; do systemd-analyze security weatherglass-$unit.service | tail -1 | grep -o 'weatherglass[^:]*: [0-9.]*'; done`,
  );
  see(
    'exposure of each at most 2.6',
    exposure.split('\n').every((line) => Number(line.split(': ')[1]) <= 2.6),
    exposure.replaceAll('\n', ', '),
  );
  const open = await vm.must("ss -ltnH | awk '{print $4}' | sort -u");
  see(
    'the engine and the hub listen on this machine alone',
    !/(0\.0\.0\.0|\*|\[::\]):(8428|8010)/.test(open),
    open.replaceAll('\n', ' '),
  );
  return password;
}

async function stations(vm, see) {
  const key = keyIn(await vm.must('weatherglass-hub add "Skolen ved søen"'));
  const letIn = await until(async () => last(await post(vm, key, 100)) === '204', { limitS: 20, everyS: 0.5 });
  see('a station that was added may send through nginx', letIn !== null, `${letIn?.toFixed(1)} s after hub add`);
  see('and its rows are proven', (await proof(vm, key)).count === 200, (await proof(vm, key)).count);
  see('a wrong secret is refused', (await proof(vm, `${key}x`)).status === 401);
  const other = keyIn(await vm.must('weatherglass-hub add "The other one"'));
  await until(async () => (await proof(vm, other)).status === 200, { limitS: 20, everyS: 0.5 });
  see('another station sees nothing of them', (await proof(vm, other)).count === 0);
  await vm.must('weatherglass-hub revoke the-other-one');
  const nginxKnows =
    'test -f /etc/nginx/weatherglass/stations.htpasswd && ! grep -q ^the-other-one: /etc/nginx/weatherglass/stations.htpasswd';
  await until(async () => (await vm.ssh(nginxKnows)).code === 0, { limitS: 20, everyS: 0.5 });
  const revoked = await proof(vm, other);
  see(
    'a revoked one is told so, through nginx',
    revoked.status === 403 && /has been revoked/.test(revoked.text),
    revoked.text,
  );
  const rotated = keyIn(await vm.must('weatherglass-hub rotate the-other-one'));
  const back = await until(async () => (await proof(vm, rotated)).status === 200, { limitS: 20, everyS: 0.5 });
  see(
    'with a new secret it is let in again, with the old one not',
    back !== null && (await proof(vm, other)).status === 401,
  );
  return key;
}

/** The installed program as a station of this fleet, with two days that it has measured before. */
async function aRealStation(vm, see, password) {
  const key = keyIn(await vm.must('weatherglass-hub add Machine'));
  const [login, secret] = key.split(':');
  await vm.must(`systemctl stop weatherglass
    install -d -o weatherglass /var/lib/weatherglass
    rm -f /var/lib/weatherglass/weatherglass.db*
    runuser -u weatherglass -- /opt/weatherglass/current/node /opt/weatherglass/current/app/bin/weatherglass.mjs seed --data /var/lib/weatherglass --days 2 --step 60
    printf '%s\\n' '${secret}' | install -m 600 -o weatherglass /dev/stdin /etc/weatherglass/fleet-secret
    printf 'fleet: { url: "https://${NAME}", login: ${login}, secret_file: /etc/weatherglass/fleet-secret }\\nconnections: { allow_simulated: true }\\n' >/etc/weatherglass/config.yaml
    install -m 644 /root/fleet.pem /etc/weatherglass/fleet.pem
    mkdir -p /etc/systemd/system/weatherglass.service.d
    printf '[Service]\\nEnvironment=NODE_EXTRA_CA_CERTS=/etc/weatherglass/fleet.pem\\n' >/etc/systemd/system/weatherglass.service.d/fleet.conf
    systemctl daemon-reload; systemctl start weatherglass; ${untilReady()}
    curl -s --max-time 120 -X POST http://127.0.0.1:8000/api/connections/fleet/test >/dev/null`);
  const sent = await until(async () => (await fleetOf(vm)).waiting === 0, { limitS: 120, everyS: 2 });
  const { state, last_error: error } = await fleetOf(vm);
  see(
    'a real station brings two days through nginx',
    sent !== null && state === 'ok',
    error ?? `${sent?.toFixed(0)} s`,
  );
  const held = Number((await proof(vm, key)).count ?? 0);
  const own = Number(
    await vm.must(
      `sqlite3 -readonly /var/lib/weatherglass/weatherglass.db "SELECT count(*) FROM five_min WHERE ts > ${DAY_END_S - 86400} AND ts <= ${DAY_END_S}"`,
    ),
  );
  see(
    'yesterday is there, row by row',
    own > 200 && (await rowsThere(vm, password)) >= own,
    `${own} rows here, ${held} values there`,
  );
  return key;
}

const rowsThere = async (vm, password) => {
  const said = await vm.must(
    `curl -s --max-time 20 --cacert /root/fleet.pem -u 'fleet:${password}' 'https://${NAME}/api/fleet/machine/history?start=${DAY_END_S - 86_399}&end=${DAY_END_S}&bucket=300'`,
  );
  return JSON.parse(said).ts.length;
};

async function backupAndRestore(vm, see, key) {
  await vm.must('systemctl start weatherglass-fleet-backup.service');
  const [backup] = (await vm.must('ls -d /var/backups/weatherglass-fleet/*Z')).split('\n');
  see("the nightly backup's unit makes one", backup !== undefined, await vm.must(`du -sh ${backup}`));
  await vm.must(
    'systemctl stop weatherglass-engine; rm -rf /var/lib/weatherglass-engine/*; systemctl start weatherglass-engine',
  );
  await answers(vm, key);
  see('an engine that lost its disk has nothing', (await proof(vm, key)).count === 0);
  const restored = await vm.ssh(`cd /mnt/checkout && deploy/hub/restore.sh ${backup} 2>&1`);
  await answers(vm, key);
  see(
    'after the restore every value is proven again',
    restored.code === 0 && (await proof(vm, key)).count === 200,
    last(restored.out),
  );
}

async function upgraded(vm, see, key) {
  const before = await vm.must('readlink /opt/weatherglass-hub/current; cat /etc/weatherglass-hub/hub.env');
  const again = await vm.ssh(INSTALL);
  await answers(vm, key);
  const after = await vm.must('readlink /opt/weatherglass-hub/current; cat /etc/weatherglass-hub/hub.env');
  const previous = await vm.must('readlink /opt/weatherglass-hub/previous');
  see(
    'installed again it is an upgrade: values, logins and choices stay, and the release before',
    again.code === 0 &&
      (await proof(vm, key)).count === 200 &&
      before.split('\n').slice(1).join() === after.split('\n').slice(1).join() &&
      previous === before.split('\n')[0],
    `${previous} → ${after.split('\n')[0]}`,
  );
}

/** A new hub that dies at its start, given another port as well. */
async function takenBack(vm, see, key) {
  const before = await vm.must('readlink /opt/weatherglass-hub/current; cat /etc/weatherglass-hub/hub.env');
  await vm.must(`rm -rf /root/bad && mkdir /root/bad && cp -r /mnt/checkout/. /root/bad
    printf 'throw new Error("a new hub with a fault");\\n' >/root/bad/release/tree/app/bin/weatherglass.mjs`);
  const said = await vm.ssh('cd /root/bad && deploy/hub/install.sh --port 8011 2>&1');
  const after = await vm.must('readlink /opt/weatherglass-hub/current; cat /etc/weatherglass-hub/hub.env');
  await answers(vm, key);
  see(
    'a new hub that dies at its start gives way to the one before, with its settings',
    said.code === 1 &&
      /the previous hub runs again/.test(said.out) &&
      before === after &&
      (await proof(vm, key)).count === 200,
    last(said.out),
  );
}

async function deaths(vm, see, key) {
  for (const unit of UNITS) {
    await vm.must(`kill -9 $(systemctl show -p MainPID --value ${unit})`);
    await vm.ssh('sleep 1');
    const back = await answers(vm, key);
    see(
      `${unit} killed: it is back by itself, and nothing is lost`,
      back !== null && (await proof(vm, key)).count === 200,
      `${back?.toFixed(0)} s`,
    );
  }
  await vm.cut();
  await vm.boot(vm.bootOptions);
  const back = await answers(vm, key);
  see(
    'after the power was cut everything runs again',
    back !== null && (await allRun(vm)) && (await proof(vm, key)).count === 200,
    `${back?.toFixed(0)} s after the login`,
  );
}

async function uninstalled(vm, see) {
  const said = await vm.ssh('cd /mnt/checkout && deploy/hub/install.sh --uninstall 2>&1');
  const left = await vm.ssh(
    'ls -d /etc/systemd/system/weatherglass-{hub,engine,fleet}* /opt/weatherglass-hub /usr/local/bin/weatherglass-hub /etc/nginx/sites-*/weatherglass-fleet 2>/dev/null',
  );
  see('--uninstall leaves no program and no unit', said.code === 0 && left.out === '', left.out);
  const kept = await vm.ssh(
    'ls /var/lib/weatherglass-hub/stations.json /var/lib/weatherglass-engine/data /etc/weatherglass-hub/hub.env /etc/nginx/weatherglass/people.htpasswd >/dev/null && systemctl is-active nginx weatherglass',
  );
  see(
    'values, logins and settings stay; nginx and the station run on',
    kept.code === 0,
    kept.out.replaceAll('\n', ' '),
  );
}

export async function hub(vm, see) {
  await vm.must(untilReady());
  await packages(vm, see);
  const password = await installed(vm, see);
  const key = await stations(vm, see);
  await aRealStation(vm, see, password);
  await backupAndRestore(vm, see, key);
  await upgraded(vm, see, key);
  await takenBack(vm, see, key);
  await deaths(vm, see, key);
  await uninstalled(vm, see);
}
