import * as Base from 'radix-ui/progress';
import { cn } from '../../lib/cn.ts';

interface ProgressProps {
  /** Share that is done, 0 to 1; null while the total is unknown. */
  value: number | null;
  label: string;
  className?: string;
}

export function Progress({ value, label, className }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Base.Root value={percent} aria-label={label} className={cn('h-2 w-full overflow-hidden rounded-full bg-muted', className)}>
      <Base.Indicator
        className={cn('h-full rounded-full bg-primary transition-[width]', percent === null && 'w-1/3 animate-pulse')}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Base.Root>
  );
}
