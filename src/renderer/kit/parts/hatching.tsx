/** Diagonal lines: the ground on which only climatology stands. */
export const Hatching = ({ id = 'hatch' }: { id?: string }) => (
  <svg class="hatching" aria-hidden="true">
    <defs>
      <pattern id={id} width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="9" />
      </pattern>
    </defs>
    <rect width="100%" height="100%" fill={`url(#${id})`} />
  </svg>
);
