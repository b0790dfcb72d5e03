import { cn } from '../lib/cn.ts';

/** The shape of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-md bg-muted', className)} />;
}
