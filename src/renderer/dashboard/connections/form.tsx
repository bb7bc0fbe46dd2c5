import { allOf } from '../settings/draft.ts';
import { shown } from '../settings/editing.ts';
import { Field } from '../settings/field.tsx';
import { whyReadOnly } from '../settings/lock.ts';

/** Receivers at home have a section of their own. */
const HOME: ReadonlySet<string> = new Set(['mqtt', 'push', 'fleet']);
const ALARM = 'alarm_';

export const isAtHome = (sink: string): boolean => HOME.has(sink);
export const isOfAlarms = (sink: string): boolean => sink.startsWith(ALARM);

/** How the keys of a receiver's settings begin. */
const startOf = (sink: string): string =>
  isAtHome(sink) ? `${sink}.` : isOfAlarms(sink) ? `alarms.channels.${sink.slice(ALARM.length)}.` : `uploads.${sink}.`;

/** Settings of a receiver, as the settings page has them: the same fields, the same draft, the same bar that saves it. */
export function Form({ sink }: { sink: string }) {
  const settings = shown.value;
  if (!settings) return null;
  const isShut = whyReadOnly(settings) !== null;
  return (
    <div class="fields">
      {allOf(settings)
        .filter(({ key }) => key.startsWith(startOf(sink)))
        .map((setting) => (
          <Field key={setting.key} setting={setting} settings={settings} isShut={isShut} />
        ))}
    </div>
  );
}
