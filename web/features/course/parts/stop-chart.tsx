import { useTranslation } from '../../../lib/i18n.ts';
import type { LessonFigures, LessonStop } from '../course-figures.ts';

interface StopChartProps {
  figures: LessonFigures;
  /** Number of learners who stopped in each part. */
  stops: readonly number[];
  /** The places that are marked with a number. */
  most: readonly LessonStop[];
  placeText: (place: number) => string;
  /** Current position of the video; null if the lesson is not a video. */
  at: number | null;
}

/** Draws the number of learners per part as a line and the stops as bars, aligned with the video above. */
export function StopChart({ figures, stops, most, placeText, at }: StopChartProps) {
  const { t } = useTranslation('learning');
  const { parts, length } = figures;
  const top = Math.max(1, ...parts, ...stops);
  const heightOf = (count: number): number => 100 - (count / top) * 100;
  const line = parts.map((count, part) => `L${part} ${heightOf(count)}L${part + 1} ${heightOf(count)}`).join('');
  const middleOf = (part: number): string => `${((part + 0.5) / parts.length) * 100}%`;
  const legend = (className: string, text: string) => (
    <span className="inline-flex items-center gap-1.5">
      <i aria-hidden className={className} />
      {text}
    </span>
  );
  return (
    <div className="pt-6">
      <div role="img" aria-label={t('whereTheyStop', { title: figures.title })} className="relative h-28 border-b">
        <svg viewBox={`0 0 ${parts.length} 100`} preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
          <path d={`M0 100${line}L${parts.length} 100Z`} fill="var(--primary-soft)" />
          <path
            d={`M0 ${heightOf(parts[0] ?? 0)}${line}`}
            fill="none"
            stroke="var(--primary)"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {stops.map(
          (count, part) =>
            count > 0 && (
              <i
                key={part}
                className="absolute bottom-0 w-1.5 -translate-x-1/2 bg-foreground"
                style={{ left: middleOf(part), height: `${100 - heightOf(count)}%` }}
              />
            ),
        )}
        <span className="num absolute top-0 left-1 text-[13px] text-muted-foreground">{top}</span>
        {most.map(({ part }, number) => (
          <i
            key={part}
            className="num absolute -top-6 grid size-5 -translate-x-1/2 place-items-center rounded-full bg-foreground text-xs text-background not-italic"
            style={{ left: middleOf(part) }}
          >
            {number + 1}
          </i>
        ))}
        {at !== null && (
          <i className="absolute -top-1 bottom-0 w-px bg-seal" style={{ left: `${Math.min(100, (at / Math.max(1, length)) * 100)}%` }} />
        )}
      </div>
      <div className="num mt-1 flex justify-between text-[13px] text-muted-foreground">
        <span>{placeText(0)}</span>
        <span>{placeText(length)}</span>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-muted-foreground">
        {legend('h-0.5 w-4 bg-primary', t('seenHere'))}
        {legend('h-3 w-1.5 bg-foreground', t('stoppedHere'))}
      </p>
    </div>
  );
}
