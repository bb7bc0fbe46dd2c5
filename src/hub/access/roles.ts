/** Roles of people. `public`: without a login. */
export const ROLES = ['operator', 'teacher', 'viewer'] as const;
export type Role = (typeof ROLES)[number];
export type Standing = Role | 'public';

/** Stations that a permission reaches: all, those of one's groups, none. */
export type Reach = 'all' | 'own' | 'none';

const reaches = (operator: Reach, teacher: Reach, viewer: Reach, anybody: Reach): Record<Standing, Reach> => ({
  operator,
  teacher,
  viewer,
  public: anybody,
});

/** Permissions of the hub by role. Each route names one of them; `tests/hub/permissions.test.ts` asks every route as every role. */
export const PERMISSIONS = {
  //                             operator teacher viewer public
  'see-published': reaches('all', 'all', 'all', 'all'),
  'log-in': reaches('all', 'all', 'all', 'all'),
  'change-own-password': reaches('all', 'all', 'all', 'none'),
  read: reaches('all', 'own', 'all', 'none'),
  'read-metrics': reaches('all', 'none', 'all', 'none'),
  'tend-stations': reaches('all', 'own', 'none', 'none'),
  'set-alerts': reaches('all', 'own', 'none', 'none'),
  'enrol-stations': reaches('all', 'none', 'none', 'none'),
  'publish-stations': reaches('all', 'none', 'none', 'none'),
  'run-upgrades': reaches('all', 'none', 'none', 'none'),
  'erase-stations': reaches('all', 'none', 'none', 'none'),
  'export-rows': reaches('all', 'none', 'none', 'none'),
  'manage-people': reaches('all', 'none', 'none', 'none'),
  'read-audit': reaches('all', 'none', 'none', 'none'),
} as const;
export type Permission = keyof typeof PERMISSIONS;

/** Person behind a request. `name` is null without a login. */
export interface Asker {
  name: string | null;
  role: Standing;
  groups: readonly string[];
  /** A program with a token, which people's own matters are closed to. */
  isProgram?: boolean;
}

const OF_PEOPLE_ALONE = new Set<Permission>(['log-in', 'change-own-password', 'manage-people', 'set-alerts']);

export const reachOf = ({ role, isProgram = false }: Asker, permission: Permission): Reach =>
  isProgram && OF_PEOPLE_ALONE.has(permission) ? 'none' : PERMISSIONS[permission][role];

/** Whether a permission reaches a station of this group. */
export function reachesGroup(asker: Asker, permission: Permission, group: string | null): boolean {
  const reach = reachOf(asker, permission);
  return reach === 'all' || (reach === 'own' && group !== null && asker.groups.includes(group));
}
