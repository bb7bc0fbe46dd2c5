import { allOf } from '../settings/draft.ts';
import { shown } from '../settings/editing.ts';
import { Field } from '../settings/field.tsx';

/** Receivers at home have a section of their own. */
const HOME: ReadonlySet<string> = new Set(['mqtt', 'push', 'fleet']);
const ALARM = 'alarm_';

export const isAtHome = (sink: string): boolean => HOME.has(sink);
export const isOfAlarms = (sink: string): boolean => sink.startsWith(ALARM);

/** How the keys of a receiver's settings begin. */
const startOf = (sink: string): string =>
  isAtHome(sink) ? `${sink}.` : isOfAlarms(sink) ? `alarms.channels.${sink.slice(ALARM.length)}.` : `uploads.${sink}.`;

/** Settings of a receiver, as the settings page has them: the same fields, the same draft, the same bar that saves it. */
export const Form = ({ sink }: { sink: string }) =>
  shown.value && (
    <div class="fields">
      {allOf(shown.value)
        .filter(({ key }) => key.startsWith(startOf(sink)))
        .map((setting) => (
          <Field key={setting.key} setting={setting} />
        ))}
    </div>
  );
