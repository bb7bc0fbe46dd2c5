import { Icon } from './icons.tsx';

/** Pictograms that Now does without. */
export const Warning = () => (
  <Icon>
    <path d="M12 4 21 19H3zM12 10v4M12 16.8v.1" />
  </Icon>
);
export const Cross = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
);
export const Pen = () => (
  <Icon>
    <path d="m4 20 1-4L16.5 4.5l3 3L8 19zM14 7l3 3" />
  </Icon>
);
export const Backspace = () => (
  <Icon>
    <path d="M9 6h11v12H9l-6-6zM12 10l4 4M16 10l-4 4" />
  </Icon>
);
export const Check = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
