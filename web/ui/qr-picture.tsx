import { useMemo } from 'react';
import { qrCode } from '../lib/qr-code.ts';

/** A QR code as large as what it stands in, black on white whatever the theme: it is read by machines. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => qrCode(text), [text]);
  const size = rows.length + 2 * quiet;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="w-full bg-white">
      <path d={path} fill="#000" />
    </svg>
  );
}

const quiet = 4;
