import { cn } from '../../lib/cn.ts';

/** Renders our own logo: 稳考 cut as a seal. */
export function WenkaoSeal({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-[26px] shrink-0 place-items-center rounded-sm bg-[oklch(0.545_0.185_31)] font-serif text-[10px] leading-[1.05] font-semibold text-[oklch(0.95_0.01_95)]',
        className,
      )}
    >
      <span>
        稳<br />考
      </span>
    </span>
  );
}
