import { cn } from '../../lib/cn.ts';

/** Renders a placeholder in the shape of content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-md bg-muted', className)} />;
}
