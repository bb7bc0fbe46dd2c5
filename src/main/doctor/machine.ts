import { type Files, ifThere } from '../../station/sensors/machine/files.ts';

/** The one the station runs as. */
export interface User {
  uid: number;
  name: string;
  /** Groups of this session: what counts now. */
  effective: ReadonlySet<string>;
  /** It is the installed service's, whose groups its unit adds to. */
  service: boolean;
  /** Groups by the group file: what counts after the next login. */
  enrolled: ReadonlySet<string>;
}

/** Facts of the machine that several checks need. */
export interface Machine {
  /** Such as "Raspberry Pi 4 Model B Rev 1.4"; null when it is none. */
  piModel: string | null;
  user: User;
  /** The boot settings: their path, and the lines in force. */
  boot: { path: string; lines: readonly string[] };
  /** Mount points with their options, deepest first. */
  mounts: readonly { point: string; options: readonly string[] }[];
}

const BOOT_FILES = ['/boot/firmware/config.txt', '/boot/config.txt'];

/** Whose rights count: the installed station's user, with the groups of its unit, or whoever asks. */
export interface Whose {
  sudoUser: string | undefined;
  station: { user: string; unit: string | null } | null;
}

export async function describeMachine(files: Files, whose: Whose): Promise<Machine> {
  const model = (await ifThere(files.readText('/proc/device-tree/model')))?.replaceAll('\0', '').trim() ?? null;
  return {
    piModel: model?.includes('Raspberry Pi') ? model : null,
    user: await describeUser(files, whose),
    boot: await readBoot(files),
    mounts: parseMounts((await ifThere(files.readText('/proc/mounts'))) ?? ''),
  };
}

/** From /proc and the user files. Who calls with sudo means the account behind it: root itself may do everything and proves nothing. */
async function describeUser(files: Files, { sudoUser, station }: Whose): Promise<User> {
  const status = (await ifThere(files.readText('/proc/self/status'))) ?? '';
  const numbers = (field: string) =>
    (new RegExp(`^${field}:(.*)$`, 'm').exec(status)?.[1] ?? '').split(/\s+/).filter(Boolean).map(Number);
  const rows = async (path: string) =>
    ((await ifThere(files.readText(path))) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(':'));
  const accounts = await rows('/etc/passwd');
  const groups = await rows('/etc/group');

  const callerUid = numbers('Uid')[0] ?? 0;
  const wanted = station?.user ?? (callerUid === 0 ? sudoUser : undefined);
  const account = accounts.find(([name, , uid]) => (wanted ? name === wanted : Number(uid) === callerUid));
  const [name = String(callerUid), , uid = callerUid, primaryGid] = account ?? [];
  const enrolled = groups
    .filter(([, , gid, members]) => gid === primaryGid || (members ?? '').trim().split(',').includes(name))
    .map(([group]) => group!);
  const sessionGids = new Set([...numbers('Gid').slice(0, 1), ...numbers('Groups')]);
  const session = groups.filter(([, , gid]) => sessionGids.has(Number(gid))).map(([group]) => group!);
  const another = Number(uid) !== callerUid;
  const unitText = station?.unit ? ((await ifThere(files.readText(station.unit))) ?? '') : '';
  const ofUnit = (/^SupplementaryGroups=(.*)$/m.exec(unitText)?.[1] ?? '').split(' ').filter(Boolean);
  const service = station !== null && station.unit !== null;
  const effective = service ? [...enrolled, ...ofUnit] : another ? enrolled : session;
  return { uid: Number(uid), name, service, enrolled: new Set(enrolled), effective: new Set(effective) };
}

async function readBoot(files: Files): Promise<Machine['boot']> {
  for (const path of BOOT_FILES) {
    const text = await ifThere(files.readText(path));
    if (text === null) continue;
    const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
    return { path, lines: lines.filter(Boolean) };
  }
  return { path: BOOT_FILES[0]!, lines: [] };
}

const parseMounts = (text: string): Machine['mounts'] =>
  text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((fields) => fields.length >= 4)
    .map(([, point, , options]) => ({ point: point!.replaceAll('\\040', ' '), options: options!.split(',') }))
    .reverse() // of two mounts on one point the later one is seen
    .sort((a, b) => b.point.length - a.point.length);

/** The options of the mount that holds `path`. */
export const mountOf = (machine: Machine, path: string): readonly string[] =>
  machine.mounts.find(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))?.options ?? [];

/** Appends a line to the boot settings. */
export const bootFix = (machine: Machine, line: string): string =>
  `echo '${line}' | sudo tee -a ${machine.boot.path} && sudo reboot`;
