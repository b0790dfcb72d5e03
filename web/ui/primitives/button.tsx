import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border whitespace-nowrap transition-colors select-none disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-primary bg-primary font-semibold text-primary-foreground hover:bg-primary/90',
        outline: 'border-input bg-card hover:bg-muted',
        ghost: 'border-transparent hover:bg-muted',
        soft: 'border-transparent bg-primary-soft text-accent-foreground hover:bg-primary-soft/70',
        seal: 'border-seal bg-card font-semibold text-seal hover:bg-seal-soft',
        sealSolid: 'border-seal bg-seal font-semibold text-white hover:bg-seal/90 dark:text-black',
        link: 'h-auto! border-transparent px-0! text-primary underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-[30px] rounded-md px-3 text-[13px]',
        md: 'h-(--control) px-3.5 text-sm',
        lg: 'h-11 px-[18px] text-[15px]',
        xl: 'h-12 px-5 text-base',
        icon: 'size-9',
        iconSm: 'size-7 rounded-md',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Applies the button's look to its only child (a link) instead of rendering a button. */
  asChild?: boolean;
  /** Shows a spinner and ignores clicks, but stays focusable. */
  busy?: boolean;
  /**
   * Counts both clicks of a double click (turning pages, adding a line). True by default for quiet buttons (ghost, link); all other
   * buttons treat a double click as one press.
   */
  repeats?: boolean;
}

export function Button({ className, variant, size, asChild = false, busy = false, repeats, children, onClick, ...rest }: ButtonProps) {
  const isRepeatable = repeats ?? (variant === 'ghost' || variant === 'link');
  const look = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot className={look} {...rest}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      type="button"
      data-press={isRepeatable ? 'again' : 'once'}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
