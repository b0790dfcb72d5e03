import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

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

/** Draws a small shape that carries the same meaning as the colour. */
export function ChipMark({ shape, className }: { shape: MarkShape; className?: string }) {
  return <i aria-hidden className={cn('inline-block size-2 shrink-0', marks[shape], className)} />;
}

interface ChipProps extends VariantProps<typeof chipVariants> {
  children: ReactNode;
  /** Shape next to the text. Set it if the tone has a meaning, because colour alone must not carry one. */
  mark?: MarkShape;
  className?: string;
}
export type ChipTone = NonNullable<ChipProps['tone']>;
/** Tone and mark of a status: each differs in shape as well as in colour. */
export type ChipLook = { readonly tone: ChipTone; readonly mark: MarkShape };

export function Chip({ tone, mark, className, children }: ChipProps) {
  return (
    <span data-chip className={cn(chipVariants({ tone }), className)}>
      {mark !== undefined && <ChipMark shape={mark} />}
      {children}
    </span>
  );
}
