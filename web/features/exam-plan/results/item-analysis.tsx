import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatFigure, formatMean } from '../../../lib/format-number.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { planCallPrefixes, type AnalysedItem, useAnalysis } from '../exam-plan-queries.ts';
import { CorrectionDialog } from './correction-dialog.tsx';
import { numberColumn } from '../../../ui/list/columns.tsx';

/** Thresholds: discrimination below the first is weak; a rate of right answers above the second is too easy, below the third too hard. */
const [weakBelow, easyAbove, hardBelow] = [0.15, 0.95, 0.3];

/** Shows difficulty, discrimination and chosen options of each question, and opens the key correction. */
export function ItemAnalysis({ planId, planName }: { planId: number; planName: string }) {
  const { t } = useTranslation(['score', 'ui', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const analysis = useAnalysis(planId);
  const [chosen, setChosen] = useState<AnalysedItem | null>(null);
  const recount = useAction({
    mutationFn: () => makeCall('/score/recount', { planId }),
    onSuccess: ({ counted, different }) =>
      toast.success(
        different.length === 0
          ? t('recountSame', { count: counted })
          : t('recountDifferent', { count: counted, different: different.length }),
      ),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  if (analysis.data === undefined) return null;
  const { data } = analysis;
  const exported: Column<AnalysedItem>[] = [
    { key: 'number', header: t('words:questionNumber'), value: (row) => row.number },
    { key: 'section', header: t('section'), value: (row) => row.section },
    { key: 'stem', header: t('stem'), value: (row) => row.text },
    { key: 'points', header: t('fullPoints'), value: (row) => row.points },
    { key: 'key', header: t('ui:answer'), value: (row) => rightOf(row).join('') },
    { key: 'attempts', header: t('attempts'), value: (row) => row.attempts },
    { key: 'ease', header: t('ease'), value: (row) => row.ease },
    { key: 'discrimination', header: t('discrimination'), value: (row) => row.discrimination },
    {
      key: 'options',
      header: t('options'),
      value: (row) =>
        row.options.map(({ id, count, mean }) => `${id} ${count}${mean === null ? '' : `（${formatMean(mean)}）`}`).join('，'),
    },
    { key: 'corrected', header: t('correctedChip'), value: (row) => (row.correction === null ? '' : t(`how_${row.correction.kind}`)) },
  ];
  return (
    <Panel
      title={t('analysis')}
      className="print:hidden"
      aside={
        <span className="num flex items-center gap-3 text-[13px] text-muted-foreground">
          {data.spread !== null && `${t('spread')} ${formatMean(data.spread)}`}
          {data.reliability !== null && <span>{`${t('reliability')} ${formatFigure(data.reliability)}`}</span>}
          <span className="max-lg:hidden">{t('analysisHint')}</span>
          <ExportButton
            name={t('analysisOf', { name: planName })}
            columns={exported}
            fetchPage={(page, size) =>
              Promise.resolve({ items: data.items.slice((page - 1) * size, page * size), total: data.items.length })
            }
            idOf={(row) => row.questionId}
            total={{ total: data.items.length }}
          />
          {mayChange && (
            <Button size="sm" busy={recount.isPending} onClick={() => recount.mutate()}>
              {t('recount')}
            </Button>
          )}
        </span>
      }
    >
      <DataTable
        caption={t('analysis')}
        rows={data.items}
        keyOf={(row) => row.questionId}
        className="max-h-[28rem]"
        columns={[
          numberColumn('number', t('words:questionNumber'), (row: AnalysedItem) => row.number, { width: 'w-12' }),
          {
            key: 'stem',
            header: t('stem'),
            fixed: true,
            cell: (row) => (
              <span className="flex items-center gap-2">
                <span className="truncate">{row.text}</span>
                {row.correction !== null && <Chip tone="kept">{t('correctedChip')}</Chip>}
              </span>
            ),
          },
          numberColumn('ease', t('ease'), (row: AnalysedItem) => (row.ease === null ? '–' : formatFigure(row.ease)), { width: 'w-16' }),
          {
            key: 'discrimination',
            header: t('discrimination'),
            width: 'w-16',
            align: 'right',
            cell: (row) => (
              <span className={row.discrimination !== null && row.discrimination < weakBelow ? 'font-semibold text-kept-ink' : undefined}>
                {row.discrimination === null ? '–' : formatFigure(row.discrimination)}
              </span>
            ),
          },
          { key: 'options', header: t('options'), width: 'w-36', cell: (row) => <OptionBar item={row} /> },
          { key: 'hint', header: t('hint'), width: 'w-40', cell: (row) => <Hint item={row} /> },
          {
            key: 'correct',
            header: '',
            width: 'w-28',
            cell: (row) =>
              mayChange && (
                <Button size="sm" data-press="again" onClick={() => setChosen(row)}>
                  {t('correctKey')}
                </Button>
              ),
          },
        ]}
      />
      {data.corrections.length > 0 && (
        <ul className="num border-t px-3.5 py-2.5 text-[13px] leading-relaxed text-muted-foreground">
          {data.corrections.map((each, at) => (
            <li key={at}>
              {data.items.find((item) => item.questionId === each.questionId)?.number} · {t(`how_${each.correction?.kind ?? 'back'}`)} ·{' '}
              {each.reason} · {each.by} · {each.changed}
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && <CorrectionDialog planId={planId} item={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

const rightOf = (item: AnalysedItem): readonly string[] => (item.key.kind === 'choice' ? item.key.right : []);

function OptionBar({ item }: { item: AnalysedItem }) {
  const { t } = useTranslation('score');
  if (item.key.kind === 'match')
    return (
      <span className="num text-[13px]" title={t('pairsRight')}>
        {item.options.map(({ id, count }) => `${id}: ${count}`).join('　')}
      </span>
    );
  const all = item.options.reduce((sum, option) => sum + option.count, 0);
  if (all === 0) return null;
  return (
    <span className="num flex h-5 w-full overflow-hidden rounded-sm border text-[11px] leading-5">
      {item.options
        .filter((option) => option.count > 0)
        .map((option) => (
          <span
            key={option.id}
            title={`${option.id} ${option.count}`}
            className={rightOf(item).includes(option.id) ? 'bg-primary text-center text-primary-foreground' : 'bg-muted text-center'}
            style={{ width: `${(option.count / all) * 100}%` }}
          >
            {option.id}
          </span>
        ))}
    </span>
  );
}

function Hint({ item }: { item: AnalysedItem }) {
  const { t } = useTranslation('score');
  const right = item.options.filter((option) => rightOf(item).includes(option.id));
  const best = Math.max(...right.map((option) => option.mean ?? 0), 0);
  const better =
    right.length > 0 ? item.options.find((option) => !right.includes(option) && option.mean !== null && option.mean > best) : undefined;
  const said =
    better?.mean != null
      ? t('betterOption', { id: better.id, mean: formatMean(better.mean) })
      : item.discrimination !== null && item.discrimination < weakBelow
        ? t('weak')
        : item.ease !== null && item.ease > easyAbove
          ? t('tooEasy')
          : item.ease !== null && item.ease < hardBelow
            ? t('tooHard')
            : '';
  return <span className="num text-[13px] text-kept-ink">{said}</span>;
}
