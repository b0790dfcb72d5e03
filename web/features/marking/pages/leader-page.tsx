import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatPercent } from '../../../lib/format-number.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatScriptCode, type MarkingOverview, useMarkingOverview } from '../marking-queries.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { dateColumn, numberColumn } from '../../../ui/list/columns.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

type DisputedAnswer = MarkingOverview['disputes'][number];
type Marker = MarkingOverview['markers'][number];

/** /marker/exam/group/{plan}: progress and decisions of a marking leader. */
export function LeaderPage() {
  const { t } = useTranslation(['marking', 'words']);
  const planId = Number(useParams()['id']);
  const overview = useMarkingOverview(planId);
  const [chosen, setChosen] = useState<DisputedAnswer | null>(null);
  if (overview.data === undefined) return <LoadingState query={overview} className="h-96 rounded-xl" />;
  const { data } = overview;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('leaderTitle', { name: data.name })}
        description={<span className="num">{data.twice ? t('ruleTwice', { count: data.tolerance }) : t('ruleOnce')}</span>}
        actions={
          <>
            {data.tasks.some((task) => task.type === 6 || task.type === 7) && (
              <LinkButton to={`/marker/examOption/sheet/${planId}`}>{t('totalsTitle')}</LinkButton>
            )}
            <LinkButton to="/marker/exam/index">{t('back')}</LinkButton>
          </>
        }
      />
      {data.released && <Strip tone="neutral">{t('released')}</Strip>}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <Panel title={t('toDecide')} aside={<span className="num text-[13px] text-muted-foreground">{data.disputes.length}</span>}>
            <Scripts rows={data.disputes} empty={t('nothingToDecide')} onChoose={setChosen} />
          </Panel>
          <Panel title={t('words:markers')}>
            <Markers rows={data.markers} />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-3.5">
          <Panel title={t('progressOf')}>
            <ul className="divide-y">
              {data.tasks.map((task) => (
                <li key={task.questionId} className="num px-3.5 py-2.5 text-sm">
                  <p className="flex justify-between gap-3">
                    <span className="truncate">
                      {task.section} · {task.text}
                    </span>
                    <span className="shrink-0 text-muted-foreground">{t('progress', { marked: task.marked, scripts: task.scripts })}</span>
                  </p>
                  <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-muted" aria-hidden>
                    <div
                      className="h-full bg-primary"
                      style={{ width: `${task.scripts === 0 ? 0 : (task.marked / task.scripts) * 100}%` }}
                    />
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title={t('samples')}>
            <Scripts rows={data.samples} empty={t('noSamples')} onChoose={setChosen} />
          </Panel>
        </div>
      </div>
      {chosen !== null && (
        <DecisionDialog
          key={`${chosen.questionId} ${chosen.code}`}
          scriptPlace={{ planId, questionId: chosen.questionId, code: chosen.code }}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

function Scripts({ rows, empty, onChoose }: { rows: readonly DisputedAnswer[]; empty: string; onChoose: (row: DisputedAnswer) => void }) {
  const { t } = useTranslation('marking');
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <ul className="divide-y">
      {rows.map((row) => (
        <li key={`${row.questionId} ${row.code}`}>
          <button
            type="button"
            data-press="again"
            onClick={() => onChoose(row)}
            className="num grid w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 px-3.5 py-2.5 text-left text-sm hover:bg-muted"
          >
            <span className="truncate">
              <b className="font-medium">{t('code', { code: formatScriptCode(row.code) })}</b>
              <span className="ml-2 text-muted-foreground">{row.section}</span>
            </span>
            <span>{row.decided === null ? row.totals.join(' / ') : `${row.totals.join(' / ')} → ${row.decided}`}</span>
            <Chip tone={row.state === 'done' ? 'delivered' : 'kept'} mark={row.state === 'done' ? 'dot' : 'ring'}>
              {t(`state_${row.state}`)}
            </Chip>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Markers({ rows }: { rows: readonly Marker[] }) {
  const { t } = useTranslation(['marking', 'words']);
  return (
    <DataTable
      caption={t('words:markers')}
      rows={rows}
      keyOf={(row) => row.userId}
      columns={[
        {
          key: 'name',
          header: t('marker'),
          fixed: true,
          cell: (row) => (
            <span className="flex items-center gap-2 font-medium">
              {row.name}
              {row.leads && <Chip>{t('leader')}</Chip>}
            </span>
          ),
        },
        numberColumn('marked', t('markedCount'), (row: Marker) => row.marked, { width: 'w-20' }),
        numberColumn('held', t('held'), (row: Marker) => row.held, { width: 'w-20' }),
        numberColumn('quota', t('quota'), (row: Marker) => (row.quota === 0 ? t('fairShare') : row.quota), { width: 'w-20' }),
        numberColumn('share', t('meanShare'), (row: Marker) => (row.share === null ? '' : formatPercent(row.share, 1)), { width: 'w-28' }),
        numberColumn('pace', t('pace'), (row: Marker) => (row.seconds === null ? '' : t('seconds', { count: row.seconds })), {
          width: 'w-24',
        }),
        dateColumn('last', t('lastMark'), (row: Marker) => row.lastMs, { style: 'time', align: 'right', width: 'w-24' }),
      ]}
    />
  );
}
