import { formatFigure, formatMean } from '../../../lib/format-number.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { useQuestionUsage } from '../question-queries.ts';

/** Shows where the question is used, and how many examinees have seen it. */
export function UsageTab({ id, bank }: { id: number; bank: 'school' | 'certified' }) {
  const { t } = useTranslation('question');
  const { data, error, refetch } = useQuestionUsage(id);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  const discriminationNote = (figure: typeof data.figure): string => {
    if (figure === null) return '';
    if (figure.discrimination === null) return t('tooFew');
    return t(figure.discrimination < 0.2 ? 'tellsLittle' : figure.discrimination < 0.4 ? 'tellsWell' : 'tellsVeryWell');
  };
  const list = (
    rows: readonly { readonly id: number; readonly name: string; readonly note: string; readonly more?: string }[],
    none: string,
  ) =>
    rows.length === 0 ? (
      <EmptyState className="py-8" title={none} />
    ) : (
      <ul className="divide-y text-sm">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-baseline gap-x-3 px-3.5 py-2">
            <span className="min-w-0 grow truncate">{row.name}</span>
            <span className="num shrink-0 text-[13px] text-muted-foreground">{row.note}</span>
            {row.more !== undefined && row.more !== '' && <span className="num basis-full text-[13px]">{row.more}</span>}
          </li>
        ))}
      </ul>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <FigureStrip
        figures={[
          { label: t('usedCount'), value: data.usedCount, note: t('times') },
          { label: t('exposedCount'), value: data.exposedCount, note: t('persons') },
          { label: t('lastUsed'), value: data.lastUsedMs === null ? '–' : formatDate(data.lastUsedMs) },
          {
            label: t('ease'),
            value: data.figure === null ? '–' : formatFigure(data.figure.ease),
            note: data.figure === null ? t('noScores') : t('scored', { count: data.figure.attempts }),
          },
          {
            label: t('discrimination'),
            value: data.figure?.discrimination == null ? '–' : formatFigure(data.figure.discrimination),
            note: discriminationNote(data.figure),
          },
          ...(bank === 'certified' ? [{ label: t('schoolCount'), value: data.schoolCount }] : []),
        ]}
      />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <Panel title={t('inPapers')}>
          {list(
            data.papers.map((paper) => ({ ...paper, note: formatDate(paper.updatedMs) })),
            t('inNoPaper'),
          )}
        </Panel>
        <Panel title={t('inExams')}>
          {list(
            data.exams.map((exam) => ({
              ...exam,
              note: [
                formatDate(exam.startMs),
                exam.figure === null ? t('examinees', { count: exam.examinees }) : t('scored', { count: exam.figure.attempts }),
                ...(exam.figure === null ? [] : [t('easeIs', { value: formatFigure(exam.figure.ease) })]),
                ...(exam.figure?.discrimination == null
                  ? []
                  : [t('discriminationIs', { value: formatFigure(exam.figure.discrimination) })]),
                t('frozenVersion', { n: exam.questionVersion }),
              ].join(' · '),
              more: (exam.figure?.options ?? [])
                .map(({ id, count, mean }) =>
                  mean === null ? `${id} 0` : t(/^\d$/.test(id) ? 'matchedRight' : 'chose', { id, count, mean: formatMean(mean) }),
                )
                .join('　'),
            })),
            t('inNoExam'),
          )}
        </Panel>
      </div>
    </div>
  );
}
