import { Icon, icon } from '../../kit/icons.tsx';

/** Pictograms of the on-screen keyboard. */
export const Shift = ({ locked }: { locked: boolean }) => (
  <Icon>
    <path d="M12 4 4.5 12H8.5v5h7v-5h4z" fill={locked ? 'currentColor' : 'none'} />
    {locked && <path d="M8.5 20.5h7" />}
  </Icon>
);
export const Down = icon('m6 9 6 6 6-6');
export const Keys = icon('M3 6h18v12H3zM7 10v.1M11 10v.1M15 10v.1M18 10v.1M8 14.5h8');
