import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const chipVariants = cva('inline-flex items-center gap-1.5 rounded-full px-[9px] py-px text-[13px] whitespace-nowrap', {
  variants: {
    tone: {
      neutral: 'bg-muted text-muted-foreground',
      primary: 'bg-primary-soft text-accent-foreground',
      delivered: 'bg-delivered-soft text-delivered',
      kept: 'bg-kept-soft text-kept-ink',
      seal: 'bg-seal-soft text-seal',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

const marks = { dot: 'rounded-full bg-current', square: 'rounded-[2px] bg-current', ring: 'rounded-full border-2 border-current' };
export type MarkShape = keyof typeof marks;

/** A small shape that says the same as the colour beside it. */
export function Mark({ shape, className }: { shape: MarkShape; className?: string }) {
  return <i aria-hidden className={cn('inline-block size-2 shrink-0', marks[shape], className)} />;
}

interface ChipProps extends VariantProps<typeof chipVariants> {
  children: ReactNode;
  /** Colour never stands alone: give a mark wherever the tone carries meaning. */
  mark?: MarkShape;
  className?: string;
}
export type ChipTone = NonNullable<ChipProps['tone']>;

export function Chip({ tone, mark, className, children }: ChipProps) {
  return (
    <span className={cn(chipVariants({ tone }), className)}>
      {mark !== undefined && <Mark shape={mark} />}
      {children}
    </span>
  );
}
