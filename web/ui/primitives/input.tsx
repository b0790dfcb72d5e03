import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export const inputClass =
  'w-full min-w-0 rounded-lg border border-input bg-card px-3 text-foreground outline-none transition-[border-color,box-shadow] placeholder:text-muted-foreground/70 focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-ring/25 disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-seal aria-invalid:ring-seal/20';

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} className={cn(inputClass, 'h-(--control) text-sm', className)} {...rest} />;
}
