import { cn } from '../../lib/cn.ts';

const lines = Array.from({ length: 26 }, (_, i) => {
  const y = 430 + i * 15;
  return {
    path: `M-20 ${y} C 120 ${y - 46 - i * 1.5}, 240 ${y + 40}, 370 ${y - 12} S 600 ${y - 40 + i}, 740 ${y + 8}`,
    opacity: 0.12 + i * 0.018,
  };
});

/** Draws contour lines of still water as a background, the only ornament of the interface. */
export function ContourLines({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 700 768"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth={0.8}
      className={cn('pointer-events-none absolute inset-0 size-full', className)}
    >
      {lines.map((line) => (
        <path key={line.path} d={line.path} opacity={line.opacity} />
      ))}
    </svg>
  );
}
