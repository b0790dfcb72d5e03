import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { inputClass } from './input.tsx';

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(inputClass, 'py-2 text-sm leading-relaxed', className)} {...rest} />;
}
