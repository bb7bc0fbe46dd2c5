import { useSignal } from '@preact/signals';
import type { Setting, SettingsChanged, SettingValue } from '../../../contract/settings.ts';
import { begunAgain } from '../../data/begun-again.ts';
import { patch } from '../../data/station.ts';
import { useTask } from '../../data/task.ts';
import { TextField } from '../../parts/keyboard/text-field.tsx';
import { Segments } from '../../parts/segments.tsx';
import { t } from '../../texts/connections.ts';
import { t as ofAll } from '../../texts/over.ts';
import { type Field, fieldsOf, fileKeyOf, typedValue } from './fields.ts';

interface Props {
  sink: string;
  settings: ReadonlyMap<string, Setting>;
  /** State in words, beside the button: the head of a long form is out of sight. */
  state: string;
  changed: () => void;
}

/** Form of a receiver's settings. A key goes in and never comes out again. */
export function Form({ sink, settings, state, changed }: Props) {
  const drafts = useSignal<Readonly<Record<string, SettingValue>>>({});
  const task = useTask<string>();
  const isLate = useSignal(false);
  const fields = fieldsOf(sink, settings);
  const now = (key: string): SettingValue =>
    key in drafts.value ? drafts.value[key]! : (settings.get(key)?.value ?? null);
  const draft = (key: string, value: SettingValue | undefined): void => {
    const { [key]: _before, ...others } = drafts.peek();
    drafts.value = value === undefined ? others : { ...others, [key]: value };
  };
  const save = () =>
    task.run(async () => {
      const changes: Record<string, SettingValue> = {};
      for (const [key, value] of Object.entries(drafts.peek())) {
        const setting = settings.get(key);
        if (setting?.secret || value !== setting?.value) changes[key] = value;
      }
      for (const field of fields) {
        if (field.kind !== 'secret' || changes[field.key] === undefined) continue;
        const inFile = settings.get(fileKeyOf(field));
        if (inFile && inFile.value !== null) changes[inFile.key] = null;
      }
      if (Object.keys(changes).length === 0) return t.connections.unchanged;
      const askedMs = performance.now();
      const told = await patch<SettingsChanged>('/api/settings', changes);
      drafts.value = {};
      isLate.value = false;
      await begunAgain(told, askedMs, () => (isLate.value = true));
      changed();
      return t.connections.saved;
    });
  if (fields.length === 0) return <p class="muted">{t.connections.missing}</p>;
  return (
    <form
      class="sink-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {fields.map((field) =>
        field.kind === 'secret' ? (
          <Secret
            key={field.key}
            field={field}
            setting={settings.get(field.key)!}
            file={settings.get(fileKeyOf(field))}
            draft={drafts.value[field.key]}
            change={(value) => draft(field.key, value)}
          />
        ) : (
          <Plain
            key={field.key}
            field={field}
            setting={settings.get(field.key)!}
            value={now(field.key)}
            change={(value) => draft(field.key, value)}
          />
        ),
      )}
      <div class="row">
        <button type="submit" class="button strong" disabled={task.busy.value}>
          {t.connections.save}
        </button>
        <p class={task.problem.value ? 'refusal' : 'muted'} role="status">
          {task.busy.value
            ? isLate.value
              ? ofAll.late
              : '…'
            : (task.problem.value ?? (task.result.value && `${task.result.value} ${state}`))}
        </p>
      </div>
    </form>
  );
}

interface PlainProps {
  field: Field;
  setting: Setting;
  value: SettingValue;
  change: (value: SettingValue | undefined) => void;
}

function Plain({ field, setting, value, change }: PlainProps) {
  /** Text in the number field: half a number is not a value yet. */
  const typed = useSignal<string | null>(null);
  if (field.kind === 'flag' || field.kind === 'choice') {
    const choices =
      field.kind === 'flag'
        ? { true: t.connections.on, false: t.connections.off }
        : Object.fromEntries((setting.options ?? []).map((option) => [String(option), String(option)]));
    return (
      <div class="sink-field">
        <span>{field.label}</span>
        <Segments
          label={field.label}
          value={String(value)}
          choose={(choice) => setting.locked || change(field.kind === 'flag' ? choice === 'true' : choice)}
          choices={choices}
        />
        <Locked of={setting} />
      </div>
    );
  }
  return (
    <div class="sink-field">
      <TextField
        label={field.label}
        type={field.kind === 'url' ? 'url' : 'text'}
        decimal={field.kind === 'number'}
        data-script="latin"
        disabled={setting.locked}
        value={typed.value ?? (value === null ? '' : String(value))}
        change={(text) => {
          typed.value = text;
          change(typedValue(field, text));
        }}
        done={() => (typed.value = null)}
      />
      <Locked of={setting} />
    </div>
  );
}

interface SecretProps {
  field: Field;
  setting: Setting;
  file: Setting | undefined;
  /** Unsaved value of the field: null clears the setting, undefined leaves it. */
  draft: SettingValue | undefined;
  change: (value: SettingValue | undefined) => void;
}

function Secret({ field, setting, file, draft, change }: SecretProps) {
  const isKept = draft !== null && (setting.source !== 'default' || (file !== undefined && file.value !== null));
  return (
    <div class="sink-field">
      <TextField
        label={field.label}
        type="password"
        help={isKept ? t.connections.stored : t.connections.keyHint}
        disabled={setting.locked}
        value={typeof draft === 'string' ? draft : ''}
        change={(text) => change(text === '' ? undefined : text)}
      />
      {isKept && (
        <button type="button" class="button quiet" onClick={() => change(null)}>
          {t.connections.forget}
        </button>
      )}
      <Locked of={setting} />
    </div>
  );
}

const Locked = ({ of }: { of: Setting }) => (of.locked ? <p class="muted">{t.connections.locked}</p> : null);
