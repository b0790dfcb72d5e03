import encodeQR from 'qr';
import { useMemo } from 'react';

/** Draws a QR code as large as its container. Black on white in every theme, because machines read it. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { ecc: 'low', border: 4 }), [text]);
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="w-full bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
