import type { ComponentChildren } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { t } from '../texts/first-run.ts';

export interface StepProps {
  /** Null on the first. */
  back: (() => void) | null;
  next: () => void;
}

interface Props extends StepProps {
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
      {back ? <Button name={t.buttons.back} onClick={back} /> : <span />}
      <Button kind="strong" name={nextName ?? t.first.next} disabled={isBlocked} onClick={next} />
    </footer>
  </>
);
