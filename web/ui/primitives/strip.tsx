import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { ChipMark, type MarkShape } from './chip.tsx';

const tones = {
  delivered: 'bg-delivered-soft text-delivered',
  kept: 'bg-kept-soft text-kept-ink',
  seal: 'bg-seal-soft text-seal',
  neutral: 'bg-muted text-muted-foreground',
};
const defaultMark: Record<keyof typeof tones, MarkShape> = { delivered: 'dot', kept: 'ring', seal: 'square', neutral: 'ring' };

interface StripProps {
  tone: keyof typeof tones;
  children: ReactNode;
  action?: ReactNode;
  className?: string;
  /** Announces changes of the notice to screen readers. */
  live?: boolean;
}

/** Renders a quiet notice: state of this PC, offline notice, a warning above a form. */
export function Strip({ tone, children, action, className, live = false }: StripProps) {
  return (
    <div
      {...(live ? { role: 'status' } : {})}
      className={cn('flex items-start gap-2.5 rounded-lg px-3.5 py-3 text-[13px] leading-normal', tones[tone], className)}
    >
      <ChipMark shape={defaultMark[tone]} className="mt-[6px]" />
      <div className="min-w-0 grow">{children}</div>
      {action}
    </div>
  );
}
