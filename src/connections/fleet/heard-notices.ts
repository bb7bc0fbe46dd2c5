import { fieldOf } from '../../base/json-text.ts';
import { FleetNotice, MOST_NOTICES } from '../../contract/fleet-notice.ts';
import { maskerOf } from '../../sending/masked.ts';

const LOOKED_AT = 20;

/**
 * Notices in a hub's answer: plain ones only, and as many as a station shows. They may be anything, or missing, as from an engine; the
 * count is what matters.
 */
export function noticesIn(answer: unknown, secrets: readonly string[]): FleetNotice[] {
  const all = fieldOf(answer, 'notices');
  if (!Array.isArray(all)) return [];
  const hide = maskerOf(secrets);
  const notices = new Map<string, FleetNotice>();
  for (const one of all.slice(0, LOOKED_AT)) {
    const read = FleetNotice.safeParse(one);
    if (!read.success || notices.size === MOST_NOTICES || notices.has(read.data.id)) continue;
    notices.set(read.data.id, { ...read.data, text: hide(read.data.text) });
  }
  return [...notices.values()];
}
