import { type PointerEvent, useRef, type ReactNode } from 'react';
import { type DrawnStrokes, mostSignatureNumbers, signatureBox } from '../../../sync/contract/marking/signature.ts';

/** Points closer than this to the last one are left out, so that a signature needs only a few kilobytes. In units of `signatureBox`. */
const leastStep = 4;

interface SignaturePadProps {
  label: string;
  value: DrawnStrokes;
  onChange: (strokes: DrawnStrokes) => void;
}

/** Lets the user draw a signature with pen, finger or mouse. Each stroke is reported when the pen is lifted. */
export function SignaturePad({ label, value, onChange }: SignaturePadProps) {
  const stroke = useRef<number[]>([]);
  const line = useRef<SVGPolylineElement>(null);
  const addPoint = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = (offset: number, size: number, most: number) => Math.round(Math.min(1, Math.max(0, offset / (size || 1))) * most);
    const x = scale(event.clientX - box.left, box.width, signatureBox.width);
    const y = scale(event.clientY - box.top, box.height, signatureBox.height);
    const [lastX = -leastStep, lastY = -leastStep] = stroke.current.slice(-2);
    if (Math.hypot(x - lastX, y - lastY) < leastStep || stroke.current.length >= 2000) return;
    stroke.current.push(x, y);
    line.current?.setAttribute('points', stroke.current.join(' '));
  };
  const end = () => {
    if (stroke.current.length === 0) return;
    const strokes = [...value, stroke.current];
    stroke.current = [];
    line.current?.setAttribute('points', '');
    if (strokes.length <= 100 && strokes.flat().length <= mostSignatureNumbers) onChange(strokes);
  };
  return (
    <div
      role="img"
      aria-label={label}
      className="relative aspect-[3/1] w-full max-w-[600px] touch-none rounded-lg border-2 border-dashed border-input bg-white"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        addPoint(event);
      }}
      onPointerMove={(event) => {
        if (stroke.current.length > 0) addPoint(event);
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <SignaturePicture strokes={value} className="absolute inset-0 size-full">
        <polyline ref={line} />
      </SignaturePicture>
    </div>
  );
}

interface SignaturePictureProps {
  strokes: DrawnStrokes;
  /** Text for screen readers. Without it, the picture is decoration. */
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
        // A polyline of one point would be invisible, so the point of a dot is repeated.
        <polyline key={at} points={(stroke.length === 2 ? [...stroke, ...stroke] : stroke).join(' ')} />
      ))}
      {children}
    </svg>
  );
}
