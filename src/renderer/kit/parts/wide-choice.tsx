interface Props {
  isChosen: boolean;
  choose: () => void;
  name: string;
  why?: string | undefined;
  lang?: string;
}

/** Radio button as wide as the page: a finger cannot miss it. */
export const WideChoice = ({ isChosen, choose, name, why, lang }: Props) => (
  <button type="button" class="choice" aria-pressed={isChosen} onClick={choose} lang={lang}>
    <b>{name}</b>
    {why && <span class="muted">{why}</span>}
  </button>
);
