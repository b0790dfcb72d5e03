import { cn } from '../../lib/cn.ts';

type Span = readonly [from: number, to: number];

interface SpanBarProps {
  label: string;
  /** Total length of the film or book, in the unit of the spans. */
  length: number;
  /** Learned spans that the server has. */
  spans: readonly Span[];
  /** Learned spans saved on this device and not delivered to the server yet. */
  undelivered?: readonly Span[];
  className?: string;
}

/** Shows which parts of a film or book were learned. */
export function SpanBar({ label, length, spans, undelivered = [], className }: SpanBarProps) {
  const place = ([from, to]: Span) => ({
    left: `${(from / Math.max(1, length)) * 100}%`,
    width: `${((to - from) / Math.max(1, length)) * 100}%`,
  });
  return (
    <div role="img" aria-label={label} className={cn('relative h-3 overflow-hidden rounded-sm border bg-muted', className)}>
      {spans.map((span) => (
        <i key={span.join()} className="absolute inset-y-0 bg-delivered" style={place(span)} />
      ))}
      {undelivered.map((span) => (
        <i
          key={span.join()}
          className="absolute inset-y-0 [background-image:repeating-linear-gradient(45deg,var(--kept-ink)_0_3px,var(--kept)_3px_6px)]"
          style={place(span)}
        />
      ))}
    </div>
  );
}
