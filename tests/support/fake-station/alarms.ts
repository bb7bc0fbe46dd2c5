import { rulesOf } from '../../../src/config/alarm-rules.ts';
import type { Alarm, AlarmScore } from '../../../src/contract/alarms.ts';
import { scoreOf } from '../../../src/station/alarms/score.ts';
import { alarmSentence, titleSentence } from '../../../src/station/alarms/words.ts';
import type { AlarmsFacet, Refusal } from '../../../src/station/api.ts';
import { ENGLISH, type Speaker } from '../../../src/words/speaker.ts';
import type { FakeWorld } from './world.ts';

/** Every alarm that ships; `frost_tonight` fires until somebody acknowledges it. */
export class FakeAlarms implements AlarmsFacet {
  readonly #acknowledged = new Set<string>();
  readonly #snoozed = new Map<string, number>();
  #seq = 0;
  #changed: { seq: number; id: string }[] = [];

  constructor(private readonly world: FakeWorld) {}

  list(speaker: Speaker = ENGLISH) {
    const alarms = rulesOf([{ id: 'frost_tonight', enabled: true }]).map((rule): Alarm => {
      const isFiring = rule.id === 'frost_tonight';
      const isSeen = this.#acknowledged.has(rule.id);
      const fires = {
        state: isSeen ? 'acknowledged' : 'firing',
        value: 3.1,
        said: { chance: 0.7 },
        isYoung: false,
      } as const;
      return {
        id: rule.id,
        title: speaker.say(titleSentence(rule)),
        kind: rule.id as Alarm['kind'],
        enabled: rule.enabled,
        severity: rule.severity,
        state: isFiring ? fires.state : 'off',
        since_ts: isFiring ? this.world.nowS() - 3600 : null,
        value: isFiring ? fires.value : null,
        unit: isFiring ? '°C' : '',
        chance: isFiring ? fires.said.chance : null,
        by_ts: isFiring ? this.world.nowS() + 36_000 : null,
        threshold: rule.on,
        acknowledged: isSeen,
        next_ts: null,
        snoozed_until_ts: this.#snoozed.get(rule.id) ?? null,
        fingerprint: isFiring ? 'b1f0c2d4a5e69788' : null,
        started_ts: isFiring ? this.world.nowS() - 3600 : null,
        text: speaker.say(alarmSentence(rule, isFiring ? fires : null, 'metric')),
        rule,
      };
    });
    return { alarms, rules: alarms.length };
  }
  get(id: string): Alarm | null {
    return this.list().alarms.find((one) => one.id === id) ?? null;
  }
  acknowledge(id: string): Alarm | Refusal | null {
    const alarm = this.get(id);
    if (alarm && alarm.state !== 'firing') return { error: `alarm ${id} is not firing` };
    if (alarm) this.#change(id, () => this.#acknowledged.add(id));
    return this.get(id);
  }
  snooze(id: string, minutes: number): Alarm | Refusal | null {
    const alarm = this.get(id);
    if (alarm?.state === 'off') return { error: `alarm ${id} is switched off` };
    if (alarm) this.#change(id, () => this.#snoozed.set(id, this.world.nowS() + 60 * minutes));
    return this.get(id);
  }
  test(id: string) {
    const alarm = this.get(id);
    return alarm && { id, fingerprint: '0123456789abcdef', channels: [...alarm.rule.channels] };
  }
  scores() {
    return { scores: [scoreOf('frost_tonight', [], 0.6, true)] };
  }
  rehearse(id: string, on = 0.5): AlarmScore | Refusal | null {
    if (this.get(id) === null) return null;
    return id === 'frost_tonight' ? scoreOf(id, [], on, true) : { error: `alarm ${id} does not ask for a chance` };
  }
  changedSince(seq: number) {
    return { seq: this.#seq, ids: this.#changed.filter((one) => one.seq > seq).map(({ id }) => id) };
  }
  counts() {
    return { rules: 11, enabled: 1, firing: 1 };
  }

  #change(id: string, how: () => unknown): void {
    how();
    this.#seq += 1;
    this.#changed.push({ seq: this.#seq, id });
  }
}
