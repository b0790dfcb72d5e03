import { CircleAlert } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import type { FieldError } from '../../../../sync/contract/errors.ts';

/** Shows a fault that belongs to more than one field. */
export function FieldErrorNote({ text, className }: { text: string | undefined; className?: string }) {
  if (text === undefined) return null;
  return (
    <p role="alert" data-fault className={cn('flex items-start gap-1.5 text-[13px] text-seal', className)}>
      <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {text}
    </p>
  );
}

/** Returns the fault of a field or of any part ("options.1" finds "options.1.html"). `only`: ignore faults of parts. */
export type FindErrorAt = (path: string, only?: boolean) => string | undefined;

export const createErrorFinder =
  (faults: readonly FieldError[]): FindErrorAt =>
  (path, only = false) =>
    faults.find((fault) => fault.path === path || (!only && fault.path.startsWith(`${path}.`)))?.message;
