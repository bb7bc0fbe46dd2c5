import type { ComponentChildren } from 'preact';
import { t } from '../../texts/first-run.ts';

export interface StepProps {
  /** Null on the first. */
  back: (() => void) | null;
  next: () => void;
}

interface Props {
  back: (() => void) | null;
  next: () => void;
  /** "Next" is disabled. */
  isBlocked?: boolean;
  nextName?: string;
  children: ComponentChildren;
}

/** A page of the first questions: what is asked, and under it the way back and on, always in the same place. */
export const StepPage = ({ back, next, isBlocked, nextName, children }: Props) => (
  <>
    <div class="body">{children}</div>
    <footer>
      {back ? (
        <button type="button" class="button" onClick={back}>
          {t.first.back}
        </button>
      ) : (
        <span />
      )}
      <button type="button" class="button strong" disabled={isBlocked} onClick={next}>
        {nextName ?? t.first.next}
      </button>
    </footer>
  </>
);

interface ChoiceProps {
  isChosen: boolean;
  choose: () => void;
  name: string;
  why?: string | undefined;
  lang?: string;
}

/** Radio button as wide as the page: a finger cannot miss it. */
export const Choice = ({ isChosen, choose, name, why, lang }: ChoiceProps) => (
  <button type="button" class="choice" aria-pressed={isChosen} onClick={choose} lang={lang}>
    <b>{name}</b>
    {why && <span class="muted">{why}</span>}
  </button>
);
