import type { User } from './machine.ts';

type Self = Partial<Pick<NodeJS.Process, 'setgroups' | 'setgid' | 'setuid'>>;

/**
 * Takes the station's own rights, so that what is found is what the station finds: root may do everything and proves nothing. By numbers: a
 * name that the machine has lost would end the doctor in place of being told by it. Whose account is gone stays who asks.
 */
export function become({ uid, gid, gids, isGone }: User, self: Self = process): void {
  if (isGone) return;
  self.setgroups?.([...gids]);
  self.setgid?.(gid);
  self.setuid?.(uid);
}
