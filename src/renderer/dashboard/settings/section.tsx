import { signal } from '@preact/signals';
import type { Setting, Settings } from '../../../contract/settings.ts';
import { t } from '../texts/settings.ts';
import { draft, reasons } from './editing.ts';
import { Field } from './field.tsx';
import { OFFSET } from './pressure.tsx';

/** Unfolded sections and parts, as long as this page is open: at first those that owners look for. */
const unfolded = signal<ReadonlySet<string>>(new Set(['pressure', 'site', 'access']));

interface Props {
  section: Settings['sections'][number];
  /** Unfolded, and its heading left out: it is all that is shown. */
  isAlone?: boolean;
}

/** Section of settings. Folded it shows its name and its number of changes: seventy settings at once are too many to read. */
export function Section({ section, isAlone = false }: Props) {
  const alone = section.settings.filter(({ group, key }) => group === undefined && key !== OFFSET);
  const fields = (all: readonly Setting[]) => all.map((setting) => <Field key={setting.key} setting={setting} />);
  const parts = (
    <>
      {fields(alone)}
      {[...Map.groupBy(section.settings, ({ group }) => group)].map(
        ([group, members]) =>
          group !== undefined && (
            <Folding key={group} id={`${section.name}.${group}`} title={group} of={members} isPart>
              {fields(members)}
            </Folding>
          ),
      )}
    </>
  );
  if (isAlone) return parts;
  return (
    <Folding id={section.name} title={section.title} of={section.settings}>
      {parts}
    </Folding>
  );
}

interface FoldingProps {
  id: string;
  title: string;
  of: readonly Setting[];
  isPart?: boolean;
  children: preact.ComponentChildren;
}

export function Folding({ id, title, of, isPart, children }: FoldingProps) {
  const changes = of.filter(({ key }) => draft.value.has(key)).length;
  const isWrong = of.some(({ key }) => reasons.value.has(key)); // what was refused must be seen
  const isOpen = isWrong || unfolded.value.has(id);
  const Heading = isPart ? 'h3' : 'h2';
  const toggled = (event: Event): void => {
    const next = new Set(unfolded.peek());
    if ((event.currentTarget as HTMLDetailsElement).open) next.add(id);
    else next.delete(id);
    unfolded.value = next;
  };
  return (
    <details class={isPart ? 'part' : ''} open={isOpen} onToggle={toggled}>
      <summary>
        <Heading>{title}</Heading>
        {changes > 0 && <span class="changes">{t.settings.changedIn({ n: changes })}</span>}
      </summary>
      {isOpen && <div class="fields">{children}</div>}
    </details>
  );
}
