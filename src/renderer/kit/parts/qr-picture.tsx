import { useMemo } from 'preact/hooks';
import { qrCode } from '../../../base/qr.ts';

const MARGIN = 4;

/** Dark on light in every theme: many cameras read no other. */
export default function QrPicture({ text, label }: { text: string; label: string }) {
  const squares = useMemo(() => qrCode(text), [text]);
  if (squares === null) return null;
  const size = squares.length + 2 * MARGIN;
  const path = squares
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
