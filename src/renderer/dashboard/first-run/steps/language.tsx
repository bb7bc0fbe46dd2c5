import { write } from '../../../kit/browser-choices.ts';
import { WideChoice } from '../../../kit/parts/wide-choice.tsx';
import { optionWords } from '../../settings/value-words.ts';
import { leaveTheMark } from '../back-key.ts';
import { answer, draft, STEPS } from '../draft.ts';
import { settingOf } from '../save-answers.ts';
import { StepPage, type StepProps } from '../step.tsx';

export function Language({ back, next }: StepProps) {
  const offered = (settingOf('site.language')?.options ?? []).map(String).filter((one) => one !== 'auto');
  const { lang } = document.documentElement;
  const chosen = draft.value.language ?? offered.find((one) => one === lang) ?? lang.split('-')[0]!;
  /** Another language is another page: every word of it was made in this. */
  const choose = (language: string): void => {
    if (language === lang) {
      answer({ language });
      return;
    }
    leaveTheMark();
    answer({ language, step: STEPS[STEPS.indexOf('language') + 1]! });
    write('weatherglass.language', language);
    location.reload();
  };
  const goOn = (): void => {
    if (draft.peek().language === null) answer({ language: chosen });
    next();
  };
  return (
    <StepPage back={back} next={goOn}>
      <div class="choices three">
        {offered.map((language) => (
          <WideChoice
            key={language}
            lang={language}
            name={optionWords('site.language', language)}
            isChosen={language === chosen}
            choose={() => choose(language)}
          />
        ))}
      </div>
    </StepPage>
  );
}
