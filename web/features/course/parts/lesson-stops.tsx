import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CoursewareKind } from '../../../../sync/contract/learning/courseware.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { SpanBar } from '../../../ui/chart/span-bar.tsx';
import { useCaptions } from '../../../ui/use-object-url.ts';
import { type LessonFigures, countStops, type LessonStop } from '../course-figures.ts';

interface StopChartProps {
  figures: LessonFigures;
  /** Number of learners who stopped in each part of the lesson. */
  stops: readonly number[];
  /** The parts that are marked with a number, because most learners stopped there. */
  topStops: readonly LessonStop[];
  placeText: (place: number) => string;
  /** Current position of the video or audio in milliseconds; null for other lessons. */
  at: number | null;
}

/** Draws the number of learners per part as a line and the stops as bars, aligned with the video above. */
function StopChart({ figures, stops, topStops, placeText, at }: StopChartProps) {
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
        {topStops.map(({ part }, number) => (
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

/** Shows the learning statistics of one lesson: how many learners saw each part, where learners stopped, and each learner's progress. */
export function LessonStops({ id, kind, figures }: { id: number; kind: CoursewareKind; figures: LessonFigures }) {
  const { t } = useTranslation('learning');
  const [atMs, setAtMs] = useState(0);
  const film = useRef<HTMLVideoElement>(null);
  const isFilm = kind === 'video' || kind === 'audio';
  // Articles, links and files have no parts, and without learners there is nothing to show.
  const hasParts = kind !== 'article' && kind !== 'link' && kind !== 'file' && figures.people.some(({ spans }) => spans.length > 0);
  const { counts, most } = countStops(figures);
  const placeText = (place: number): string => {
    if (isFilm) return formatFilmTime(place);
    const number = Math.min(figures.length, Math.floor(place) + 1);
    return kind === 'quiz' ? t('questionOf', { page: number, pages: figures.length }) : t('notePage', { page: number });
  };
  const go = (place: number): void => {
    if (film.current === null) return;
    film.current.currentTime = place / 1000;
    film.current.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Panel title={t('whereTheyStop', { title: figures.title })} bodyClassName="p-3.5">
      {(isFilm || hasParts) && (
        <div className="grid items-start gap-x-5 gap-y-3.5 lg:grid-cols-[minmax(0,1fr)_260px]">
          <div className="min-w-0">
            {isFilm && <Film id={id} kind={kind} filmRef={film} onTime={setAtMs} />}
            {hasParts && <StopChart figures={figures} stops={counts} topStops={most} placeText={placeText} at={isFilm ? atMs : null} />}
          </div>
          <section aria-label={t('stopsTop')}>
            <h3 className="text-sm font-semibold">{t('stopsTop')}</h3>
            {most.length === 0 && <p className="py-2 text-sm text-muted-foreground">{t('stopsNone')}</p>}
            <ol>
              {most.map(({ place, count }, at) => {
                const inside = (
                  <>
                    <i
                      aria-hidden
                      className="num grid size-5 shrink-0 place-items-center rounded-full bg-foreground text-xs text-background not-italic"
                    >
                      {at + 1}
                    </i>
                    <span className="grow">{t('stopAt', { count })}</span>
                    <b className="num text-primary">{placeText(place)}</b>
                  </>
                );
                return (
                  <li key={place} className="border-b last:border-0">
                    {isFilm ? (
                      <button
                        type="button"
                        className="flex min-h-10 w-full items-center gap-2.5 text-left text-sm hover:bg-muted"
                        onClick={() => go(place)}
                      >
                        {inside}
                      </button>
                    ) : (
                      <span className="flex min-h-10 items-center gap-2.5 text-sm">{inside}</span>
                    )}
                  </li>
                );
              })}
            </ol>
          </section>
        </div>
      )}
      <Questions figures={figures} />
      {figures.people.length === 0 && <EmptyState title={t('nobodyLearns')} />}
      <ul className="mt-3">
        {figures.people.map((one) => (
          <li key={one.id} className="flex items-center gap-3 border-b py-1.5 text-sm last:border-0">
            <span className="w-24 shrink-0 truncate">{one.name}</span>
            <span className="w-28 shrink-0 truncate text-muted-foreground max-sm:hidden">{one.className}</span>
            <SpanBar label={one.name} length={figures.length} spans={one.spans} className="grow" />
            <span className="num w-12 text-right">{one.percent} %</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FilmProps {
  id: number;
  kind: CoursewareKind;
  filmRef: RefObject<HTMLVideoElement | null>;
  onTime: (atMs: number) => void;
}

/** Plays the video above the chart that is aligned with it. */
function Film({ id, kind, filmRef, onTime }: FilmProps) {
  const { t } = useTranslation('learning');
  const { data } = useCall('/courseware/getById', { id }, { quiet: true, staleTime: Infinity });
  // A refreshed download token for the same file must not interrupt a video that is playing.
  const src = useCall('/courseware/getSources', { id }, { quiet: true, staleTime: Infinity }).data?.files[0]?.src;
  const captions = useCaptions(data?.captions ?? '');
  useEffect(() => onTime(0), [id, onTime]);
  if (data === undefined || src === undefined || captions === '') return null;
  return (
    <video
      ref={filmRef}
      controls
      playsInline
      preload="metadata"
      aria-label={data.title}
      src={src}
      {...(data.poster !== '' && { poster: data.poster })}
      className={kind === 'audio' ? 'h-14 w-full rounded-t-lg bg-black' : 'aspect-video max-h-56 w-full rounded-t-lg bg-black'}
      onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime * 1000)}
    >
      <track kind="captions" srcLang="zh" label={t('captions')} src={captions} />
    </video>
  );
}

/** Shows for each quiz question how many answered it and how many were right. */
function Questions({ figures }: { figures: LessonFigures }) {
  const { t } = useTranslation('learning');
  if (figures.questions.length === 0) return null;
  return (
    <section aria-label={t('byQuestion')} className="mt-3">
      <h3 className="text-sm font-semibold">{t('byQuestion')}</h3>
      <ol>
        {figures.questions.map((one, at) => (
          <li key={one.id} className="flex items-center gap-3 border-b py-1.5 text-sm last:border-0">
            <span className="num w-6 shrink-0 text-right text-muted-foreground">{at + 1}</span>
            <span className="min-w-0 grow truncate">{one.stem}</span>
            <span className="num shrink-0 text-muted-foreground">{t('questionFigures', { answered: one.answered, right: one.right })}</span>
            <Progress className="w-24" label={one.stem} value={one.answered === 0 ? 0 : one.right / one.answered} />
          </li>
        ))}
      </ol>
    </section>
  );
}
