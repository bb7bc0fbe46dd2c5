import { basename } from 'node:path';
import { nullIfRefused } from '../../base/system-error.ts';
import type { Files } from '../../station/sensors/machine/files.ts';

/** Facts of the machine that several checks need. */
export type Machine = Awaited<ReturnType<typeof describeMachine>>;
/** The one the station runs as. */
export type User = Machine['user'];

const BOOT_FILES = ['/boot/firmware/config.txt', '/boot/config.txt'];

/** User whose rights the doctor checks: the installed station's with the groups of its unit, or the caller. */
export interface Whose {
  sudoUser: string | undefined;
  station: { user: string; unit: string } | null;
}

export async function describeMachine(files: Files, whose: Whose) {
  const model = (await textOf(files, '/proc/device-tree/model'))?.replaceAll('\0', '').trim() ?? null;
  return {
    /** Model such as "Raspberry Pi 4 Model B Rev 1.4"; null on other machines. */
    piModel: model?.includes('Raspberry Pi') ? model : null,
    user: await describeUser(files, whose),
    boot: await readBoot(files),
    mounts: parseMounts((await textOf(files, '/proc/mounts')) ?? ''),
  };
}

/** Null where the system has nothing to read under this name, whatever stands in the way: a machine that is spoilt is examined, too. */
const textOf = (files: Files, path: string): Promise<string | null> => files.readText(path).catch(nullIfRefused);

/** Account from /proc and the user files. With sudo it is the account behind it: root itself may do everything and proves nothing. */
async function describeUser(files: Files, { sudoUser, station }: Whose) {
  const status = (await textOf(files, '/proc/self/status')) ?? '';
  const numbers = (field: string) =>
    (new RegExp(`^${field}:(.*)$`, 'm').exec(status)?.[1] ?? '').split(/\s+/).filter(Boolean).map(Number);
  const rows = async (path: string) =>
    ((await textOf(files, path)) ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(':'));
  const accounts = await rows('/etc/passwd');
  const groups = await rows('/etc/group');

  const callerUid = numbers('Uid')[0] ?? 0;
  const wanted = station?.user ?? (callerUid === 0 ? sudoUser : undefined);
  const account = accounts.find(([name, , uid]) => (wanted ? name === wanted : Number(uid) === callerUid));
  const [name = wanted ?? String(callerUid), , uid = callerUid, primaryGid] = account ?? [];
  const enrolled = groups
    .filter(([, , gid, members]) => gid === primaryGid || (members ?? '').trim().split(',').includes(name))
    .map(([group]) => group!);
  const sessionGids = new Set([...numbers('Gid').slice(0, 1), ...numbers('Groups')]);
  const session = groups.filter(([, , gid]) => sessionGids.has(Number(gid))).map(([group]) => group!);
  const another = Number(uid) !== callerUid;
  const ofUnit = station === null ? [] : await groupsOfUnit(files, station.unit);
  const numberOf = new Map(
    groups.flatMap(([group, , gid]) => [group!, gid!].map((one) => [one, Number(gid)] as const)),
  );
  const service = station !== null;
  const effective = service ? [...enrolled, ...ofUnit] : another ? enrolled : session;
  return {
    uid: Number(uid),
    gid: Number(primaryGid),
    name,
    /** The account no longer exists. */
    isGone: service && account === undefined,
    /** The user is the installed service's, whose unit adds groups. */
    service,
    /** Groups that its unit names and this machine has not: systemd starts nothing then. */
    lost: ofUnit.filter((group) => !numberOf.has(group)),
    gids: [...new Set(effective.flatMap((group) => numberOf.get(group) ?? []))],
    /** Groups by the group file: what counts after the next login. */
    enrolled: new Set(enrolled),
    /** Groups of this session: what counts now. */
    effective: new Set(effective.filter((group) => numberOf.has(group))),
  };
}

/** Groups of the unit and its drop-ins, as systemd reads them: each line adds, an empty one clears. */
async function groupsOfUnit(files: Files, unit: string): Promise<string[]> {
  const folder = `/etc/systemd/system/${basename(unit)}.d`;
  const names = (await files.list(folder).catch(nullIfRefused)) ?? [];
  const paths = [unit, ...names.filter((name) => name.endsWith('.conf')).map((name) => `${folder}/${name}`)];
  let groups: string[] = [];
  for (const path of paths)
    for (const [, value = ''] of ((await textOf(files, path)) ?? '').matchAll(/^SupplementaryGroups=(.*)$/gm)) {
      const more = value.split(/\s+/).filter(Boolean);
      groups = more.length === 0 ? [] : [...groups, ...more];
    }
  return groups;
}

async function readBoot(files: Files) {
  for (const path of BOOT_FILES) {
    const text = await textOf(files, path);
    if (text === null) continue;
    const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
    return { path, lines: lines.filter(Boolean) };
  }
  return { path: BOOT_FILES[0]!, lines: [] };
}

const parseMounts = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((fields) => fields.length >= 4)
    .map(([, point, , options]) => ({ point: point!.replaceAll('\\040', ' '), options: options!.split(',') }))
    .reverse() // of two mounts on one point the later one is seen
    .sort((a, b) => b.point.length - a.point.length);

export const mountOf = ({ mounts }: Machine, path: string): Machine['mounts'][number] =>
  mounts.find(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`)) ?? {
    point: '/',
    options: [],
  };

export const bootFix = (machine: Machine, line: string): string =>
  `echo '${line}' | sudo tee -a ${machine.boot.path} && sudo reboot`;

type Self = Partial<Pick<NodeJS.Process, 'setgroups' | 'setgid' | 'setuid'>>;

/** Takes the station's rights: root may do everything and proves nothing. By numbers: a name may be gone. Then the caller stays. */
export function become({ uid, gid, gids, isGone }: User, self: Self = process): void {
  if (isGone) return;
  self.setgroups?.([...gids]);
  self.setgid?.(gid);
  self.setuid?.(uid);
}
