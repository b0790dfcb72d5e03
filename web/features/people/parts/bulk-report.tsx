import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataList } from '../../../ui/list/data-list.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { useLocalListState } from '../../../ui/list/list-state.ts';
import { createLocalListQuery } from '../../../ui/list/local-list.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import type { RefusedPerson } from '../in-chunks.ts';
import type { BulkRun } from '../use-bulk-action.ts';
import { nameColumn } from '../../../ui/list/columns.tsx';

/** Shows the progress of a bulk action, and then the people it did not change, with the reasons. */
export function BulkReport({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { t } = useTranslation('people');
  const list = useLocalListState({ sort: 'name' });
  const columns: readonly Column<RefusedPerson>[] = [
    nameColumn(t('name'), (each) => each.name, { width: 'w-36' }),
    { key: 'reason', header: t('reason'), sort: 'reason', value: (each) => each.reason },
  ];
  const tried = run.total - run.left;
  const figures = t('bulkProgress', { done: tried, total: run.total });
  return (
    <Dialog
      open
      onOpenChange={() => !run.running && onClose()}
      title={t(run.running ? 'bulkRunning' : 'bulkDone')}
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <Button variant="primary" disabled={run.running} onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p role="status" className="num text-sm">
          {run.running ? figures : t('changedCount', { count: run.done })}
        </p>
        {run.running && <Progress value={tried / run.total} label={figures} />}
        {run.problem !== null && (
          <div role="alert">
            <Strip tone="seal">{t('bulkStopped', { problem: run.problem, count: run.left })}</Strip>
          </div>
        )}
        {!run.running && run.refused.length > 0 && (
          <DataList
            name="people.refused"
            title={t('refusedCount', { count: run.refused.length })}
            caption={t('refusedCaption')}
            list={list}
            query={createLocalListQuery(run.refused, columns, list)}
            columns={columns}
            keyOf={(each) => each.id}
            nameOf={(each) => each.name}
            empty={{ title: t('bulkDone') }}
          />
        )}
      </div>
    </Dialog>
  );
}
