import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code as large as what it stands in, black on white whatever the theme: it is read by machines. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 4 }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="w-full bg-white">
      <path d={path} fill="#000" />
    </svg>
  );
}
