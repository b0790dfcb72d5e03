import encodeQR from 'qr';
import { useMemo } from 'react';

/** A QR code as large as what it stands in, black on white whatever the theme: it is read by machines. */
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
