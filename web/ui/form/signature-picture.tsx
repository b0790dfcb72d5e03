import type { ReactNode } from 'react';
import { type DrawnStrokes, signatureBox } from '../../../sync/contract/marking/signature.ts';

interface SignaturePictureProps {
  strokes: DrawnStrokes;
  /** Without a label, the picture is decoration. */
  label?: string;
  className?: string;
  children?: ReactNode;
}

/** Shows a drawn signature. */
export function SignaturePicture({ strokes, label, className, children }: SignaturePictureProps) {
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      viewBox={`0 0 ${signatureBox.width} ${signatureBox.height}`}
      fill="none"
      stroke="#111"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {strokes.map((stroke, at) => (
        // A dot has one point only; repeated, it is drawn.
        <polyline key={at} points={(stroke.length === 2 ? [...stroke, ...stroke] : stroke).join(' ')} />
      ))}
      {children}
    </svg>
  );
}
