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
  /** "Next" and "Back" wait for an answer. */
  isBusy?: boolean;
  nextName?: string;
  children: ComponentChildren;
}

/** Page of one question, with Back and Next below it, always in the same place. */
export const StepPage = ({ back, next, isBlocked, isBusy, nextName, children }: Props) => (
  <>
    <div class="body">{children}</div>
    <footer>
      {back ? <Button name={t.buttons.back} isBusy={isBusy} onClick={back} /> : <span />}
      <Button kind="strong" name={nextName ?? t.first.next} disabled={isBlocked} isBusy={isBusy} onClick={next} />
    </footer>
  </>
);
