import { HOUR_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';
import { SHELF_IDS } from '../../contract/alarm-names.ts';
import type { AlarmRule } from '../../contract/alarm-rule.ts';
import type { Alarm } from '../../contract/alarms.ts';
import type { Units } from '../../quantities/imperial.ts';
import type { Speaker } from '../../words/speaker.ts';
import { isQuiet, quietUntilS } from './quiet.ts';
import type { Watched } from './watched.ts';
import { alarmSentence, titleSentence, unitOf } from './words.ts';

/** Six decimals, as the API has them; the webhook writes a value as text, and an exponent is for no receiver. */
const plain = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(6)));

/** An alarm as the API and the channels have it. `watched`: null while the rule is off. */
export function described(
  rule: AlarmRule,
  watched: Watched | null,
  parts: { nowS: () => number; zone: Zone; units: Units },
  speaker: Speaker,
): Alarm {
  const memory = watched?.memory ?? null;
  const nowS = parts.nowS();
  return {
    id: rule.id,
    title: speaker.say(titleSentence(rule)),
    kind: SHELF_IDS.find((id) => id === rule.id) ?? 'own',
    enabled: rule.enabled,
    severity: rule.severity,
    state: watched?.state ?? 'off',
    since_ts: memory?.sinceS ?? null,
    value: plain(watched?.value ?? null),
    unit: unitOf(rule),
    chance: plain(watched?.said?.chance ?? null),
    by_ts: watched?.said?.byS ?? null,
    threshold: rule.on,
    acknowledged: memory?.acknowledged ?? false,
    next_ts: watched === null ? null : nextS(watched, parts, nowS),
    snoozed_until_ts: memory !== null && memory.snoozeS > 0 ? nowS + memory.snoozeS : null,
    fingerprint: memory?.fingerprint ?? null,
    started_ts: memory?.startedS ?? null,
    text: speaker.say(alarmSentence(rule, watched, parts.units)),
    rule,
  };
}

/** When something of it is due next; null where nothing is. */
function nextS({ rule, memory }: Watched, { zone }: { zone: Zone }, nowS: number): number | null {
  const { phase, held, heldS, snoozeS, toldAgoS, acknowledged } = memory;
  const toldS = (inS: number): number => {
    const dueS = nowS + Math.max(inS, snoozeS);
    const isHeld = rule.severity !== 'critical' && isQuiet(rule.quiet, zone, dueS);
    return isHeld ? quietUntilS(rule.quiet!, zone, dueS) : dueS;
  };
  if (held.length > 0) return phase === 'resolving' && held[0]!.change === 'repeated' ? null : toldS(0);
  if (phase === 'pending') return toldS(rule.for_s - heldS);
  if (phase !== 'firing' || acknowledged || rule.repeat_h === 0) return null;
  return toldS(rule.repeat_h * HOUR_S - toldAgoS);
}
