import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '../../deploy');
/** A machine of its own for the scripts, as far as they write. */
const apart = ['--map-root-user', '--mount', '--fork', '--kill-child'];
export const canBeApart = spawnSync('unshare', [...apart, 'mount', '-t', 'tmpfs', 'tmpfs', '/opt']).status === 0;
export const hasNginx = existsSync('/usr/sbin/nginx');

/**
 * As the real one: a unit of Type=notify that dies while it starts is a failure, unless nobody waits for it; what ran is ended before. nginx
 * goes on with the site it has read, and is down after a boot at which it could not read it.
 */
const SYSTEMCTL = `case "$*" in
    *stop*weatherglass-hub.service) : >"$STATE/running" ;;
    *start*weatherglass-hub.service) cp /opt/weatherglass-hub/current/release.json "$STATE/running"
      case "$*" in *--no-block*) ;; *) grep -q '"1\\.' "$STATE/running" || { echo 'Job for weatherglass-hub.service failed.' >&2; exit 1; } ;; esac ;;
    enable*weatherglass-hub-way-back.service) mkdir -p /etc/systemd/system/multi-user.target.wants
      ln -sfn ../weatherglass-hub-way-back.service /etc/systemd/system/multi-user.target.wants/ ;;
    *reload\\ nginx.service | restart\\ nginx.service) cp /etc/nginx/sites-enabled/weatherglass-fleet "$STATE/nginx" ;;
    is-active*nginx.service) [ -e "$STATE/nginx" ] ;;
    is-failed*nginx.service) [ ! -e "$STATE/nginx" ] && [ -e /etc/nginx/sites-enabled/weatherglass-fleet ] ;;
    is-active*) exit 3 ;;
  esac`;
/** A curl: who answers is the program that was started. */
export const ANSWERS_AS_IT_RUNS = `read -r what <"$STATE/running"; case $what in *'"1.'*) echo 200 ;; *) exit 7 ;; esac`;
/** What systemd does with an enabled unit whose condition holds, after the hub and nginx. */
const BOOT = `
  if [ -e /opt/weatherglass-hub/current ]; then cp /opt/weatherglass-hub/current/release.json "$STATE/running"; fi
  rm -f "$STATE/nginx"
  if [ -e /etc/nginx/sites-enabled/weatherglass-fleet ] && nginx -t -q; then cp /etc/nginx/sites-enabled/weatherglass-fleet "$STATE/nginx"; fi
  unit=/etc/systemd/system/multi-user.target.wants/weatherglass-hub-way-back.service
  if [ ! -e "$unit" ] || [ ! -e "$(sed -n 's/^ConditionPathExists=//p' "$unit")" ]; then exit 0; fi
  exec $(sed -n 's/^ExecStart=//p' "$unit")`;
/** Sourced by every bash before its script: the power is cut before the n-th command that is like this one. */
const CUT = `if [ -n "$CUT_BEFORE" ]; then
    set -o functrace
    cut_when=1
    trap 'if [[ $BASH_COMMAND == $CUT_BEFORE ]] && [ $((cut_when++)) = "$CUT_NTH" ]; then echo "$BASH_COMMAND" >"$STATE/cut"; kill -KILL $$; fi' DEBUG
  fi`;

export interface Cut {
  /** A pattern of bash. */
  before: string;
  nth?: number;
}

/** A machine that a hub is installed on, with the real scripts and a systemctl that knows what runs. A hub of version 1 answers, any other dies at once. */
export class HubMachine {
  readonly folder = mkdtempSync(join(tmpdir(), 'hub-machine-'));
  constructor() {
    for (const name of ['opt', 'etc', 'stubs', 'local']) mkdirSync(join(this.folder, name));
    for (const name of ['getent', 'sleep', 'sync', 'chown', 'nginx', 'openssl']) this.stub(name, 'exit 0');
    this.stub('systemctl', SYSTEMCTL);
    this.stub('curl', ANSWERS_AS_IT_RUNS);
    writeFileSync(join(this.folder, 'cut.bash'), CUT);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  stub(name: string, body: string): void {
    writeFileSync(join(this.folder, 'stubs', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  }

  /** Installs a version, with a word in its unit and in its site by which it is told from others. */
  install(version: string, { umask = '022', args = '', cut }: { umask?: string; args?: string; cut?: Cut } = {}) {
    const checkout = join(this.folder, `checkout-${version}`);
    const tree = join(checkout, 'release/tree');
    mkdirSync(join(tree, 'app'), { recursive: true });
    cpSync(DEPLOY, join(checkout, 'deploy'), { recursive: true });
    for (const name of ['weatherglass-hub.service', 'weatherglass-fleet.nginx']) {
      const path = join(checkout, 'deploy/hub', name);
      writeFileSync(path, `${readFileSync(path, 'utf8')}# of ${version}\n`);
    }
    cpSync(join(checkout, 'deploy'), join(tree, 'deploy'), { recursive: true });
    writeFileSync(join(tree, 'node'), '#!/bin/sh\n', { mode: 0o700 }); // of a user who shares nothing
    chmodSync(join(tree, 'app'), 0o700);
    writeFileSync(join(tree, 'release.json'), `{"version":"${version}","schema":7,"arch":"x64"}\n`);
    return this.#run(`umask ${umask}\n"${checkout}/deploy/hub/install.sh" --engine http://127.0.0.1:8428 ${args}`, cut);
  }

  /** The power comes back. */
  boot(cut?: Cut) {
    return this.#run(BOOT, cut);
  }

  uninstall() {
    return this.#run(`"${DEPLOY}/hub/install.sh" --uninstall`);
  }

  #run(script: string, cut?: Cut) {
    const env = {
      PATH: `${join(this.folder, 'stubs')}:${process.env['PATH']}`,
      STATE: this.folder,
      BASH_ENV: join(this.folder, 'cut.bash'),
      CUT_BEFORE: cut?.before ?? '',
      CUT_NTH: String(cut?.nth ?? 1),
    };
    const mounts = ['opt:/opt', 'etc:/etc', 'local:/usr/local/bin'].map((one) => {
      const [from, to] = one.split(':');
      return `mount --bind ${this.folder}/${from} ${to}`;
    });
    rmSync(join(this.folder, 'cut'), { force: true });
    const asked = [...apart, 'sh', '-c', `${mounts.join('; ')}\n${script}`];
    const { status, stdout, stderr } = spawnSync('unshare', asked, { env, encoding: 'utf8' });
    return { status, said: stdout + stderr, wasCut: existsSync(join(this.folder, 'cut')) };
  }

  /** Nothing where it is not there. */
  read(path: string): string {
    const whole = join(this.folder, path);
    return existsSync(whole) ? readFileSync(whole, 'utf8') : '';
  }
}
