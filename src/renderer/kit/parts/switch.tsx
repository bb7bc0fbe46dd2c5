interface Props {
  isOn: boolean;
  /** Words beside the knob. */
  words: string;
  /** Name of the thing switched, where the words only say on or off. */
  of?: string;
  kind?: string;
  isDisabled: boolean;
  turn: (isOn: boolean) => void;
}

/** Switch with its words. */
export const Switch = ({ isOn, words, of, kind = '', isDisabled, turn }: Props) => (
  <button
    type="button"
    role="switch"
    class={`switch ${kind}`}
    aria-checked={isOn}
    aria-label={of}
    disabled={isDisabled}
    onClick={() => turn(!isOn)}
  >
    <span class="knob" />
    <span aria-hidden={of !== undefined}>{words}</span>
  </button>
);
