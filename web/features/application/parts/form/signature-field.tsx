import { Eraser } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { formSignatureBox } from '../../../../../sync/contract/applications/form-design.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../../ui/form/field.tsx';
import { useLatest } from '../../../../ui/use-latest.ts';

const mostSigns = 19_000;

/** Takes a signature by finger, pen or mouse, stored as an SVG path. */
export function SignatureField({ control, value, onChange }: { control: FieldControl; value: string; onChange: (path: string) => void }) {
  const { t } = useTranslation('application');
  // An image role does not support `aria-required` and `aria-invalid`; the label and the message say it.
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...named } = control;
  const drawing = useRef(false);
  const pathRef = useLatest(value);
  const point = (event: PointerEvent<SVGSVGElement>): string => {
    const box = event.currentTarget.getBoundingClientRect();
    const clamp = (share: number, most: number) => Math.round(Math.min(Math.max(share, 0), 1) * most);
    return `${clamp((event.clientX - box.left) / box.width, formSignatureBox.width)} ${clamp((event.clientY - box.top) / box.height, formSignatureBox.height)}`;
  };
  const add = (step: string): void => {
    if (pathRef.current.length + step.length > mostSigns) return;
    pathRef.current += step;
    onChange(pathRef.current);
  };
  return (
    <div className="flex flex-col gap-2">
      <svg
        {...named}
        role="img"
        aria-label={t(value === '' ? 'signatureEmpty' : 'signatureThere')}
        viewBox={`0 0 ${formSignatureBox.width} ${formSignatureBox.height}`}
        className="w-full max-w-md touch-none rounded-lg border border-dashed border-input bg-card text-foreground"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drawing.current = true;
          add(`M${point(event)}`);
        }}
        onPointerMove={(event) => {
          if (drawing.current) add(`L${point(event)}`);
        }}
        onPointerUp={() => {
          drawing.current = false;
        }}
      >
        <line x1="30" x2="370" y1="128" y2="128" stroke="currentColor" strokeOpacity="0.25" />
        <path
          d={value === '' ? 'M0 0' : value}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <Button size="sm" className="self-start" disabled={value === ''} onClick={() => onChange('')}>
        <Eraser aria-hidden />
        {t('signAgain')}
      </Button>
    </div>
  );
}

/** Shows a signature read-only. */
export function SignatureView({ path }: { path: string }) {
  const { t } = useTranslation('application');
  return (
    <svg role="img" aria-label={t('signatureThere')} viewBox={`0 0 ${formSignatureBox.width} ${formSignatureBox.height}`} className="h-16">
      <path
        d={path === '' ? 'M0 0' : path}
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
