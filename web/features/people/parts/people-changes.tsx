import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, nameColumn } from '../../../ui/list/columns.tsx';
import { DataList, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { useLocalListState } from '../../../ui/list/list-state.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type RefusedPerson, type BulkOutcome, runInChunks } from '../in-chunks.ts';
import type { IssuedPassword, ListedUser } from '../people-queries.ts';
import type { PeopleQuestion } from './people-action-dialog.tsx';

interface BulkRun extends BulkOutcome {
  readonly total: number;
  readonly running: boolean;
}
/** One call of a bulk action. `quiet`: show no toast, because the report names the failure. */
type BulkWork = (chunk: readonly ListedUser[], quiet: boolean) => Promise<readonly RefusedPerson[]>;

/**
 * Runs a bulk action with progress and a report of refused people. For a single person a toast is enough. If a dialog asked for the action, it
 * stays open until the first people are changed (`onChanged`); a run that changes nobody then throws, so that the dialog shows why.
 */
function useBulkAction() {
  const { t } = useTranslation('people');
  const invalidate = useInvalidate();
  const [run, setRun] = useState<BulkRun | null>(null);
  const start = async (rows: readonly ListedUser[], work: BulkWork, onChanged?: () => void): Promise<void> => {
    const alone = rows.length === 1;
    const inDialog = onChanged !== undefined;
    if (!alone && !inDialog)
      setRun({ total: rows.length, running: true, doneCount: 0, refused: [], problem: null, untriedCount: rows.length });
    const each = async (chunk: readonly ListedUser[]): Promise<readonly RefusedPerson[]> => {
      try {
        return await work(chunk, !alone || inDialog);
      } catch (failure) {
        const [row] = chunk;
        // If the chunk holds one person, the server refuses the whole call instead of listing that person as refused.
        if (alone || chunk.length > 1 || row === undefined || !(failure instanceof CallFailure) || failure.network) throw failure;
        return [{ id: row.id, name: row.name, reason: failure.message }];
      }
    };
    const outcome = await runInChunks(rows, each, (now) => {
      onChanged?.();
      if (!alone) setRun({ ...now, total: rows.length, running: true });
    });
    void invalidate('/user', '/class');
    if (inDialog && outcome.problem !== null && outcome.untriedCount === rows.length) throw new Error(outcome.problem);
    const clean = outcome.refused.length === 0 && outcome.problem === null;
    if (clean) toast.success(t('changedCount', { count: outcome.doneCount }));
    setRun(clean || alone ? null : { ...outcome, total: rows.length, running: false });
  };
  return { run, start, close: () => setRun(null) };
}

interface PeopleChangesInput {
  /** Clears the selection of the list. Called when a change starts; if a dialog asked for it, when the first people are changed. */
  readonly clearSelection: () => void;
  /** Closes the dialog that asked for a change. Called when the first people are changed. */
  readonly closeDialog: () => void;
}

/** Changes people on the list, one or many: status, class and password. `slips` are the passwords of the last reset. */
export function usePeopleChanges({ clearSelection, closeDialog }: PeopleChangesInput) {
  const bulk = useBulkAction();
  const [slips, setSlips] = useState<readonly IssuedPassword[]>([]);
  const start = (rows: readonly ListedUser[], work: BulkWork) => {
    clearSelection();
    void bulk.start(rows, work);
  };
  const startInDialog = (rows: readonly ListedUser[], work: BulkWork) =>
    bulk.start(rows, work, () => {
      closeDialog();
      clearSelection();
    });
  const setStatus =
    (to: 0 | 1, reason = ''): BulkWork =>
    async (chunk, quiet) => {
      const items = chunk.map(({ id, version }) => ({ id, version }));
      return (await makeCall('/user/setStatus', { items, status: to, reason }, { quiet })).refused;
    };
  const enable = (rows: readonly ListedUser[]) => start(rows, setStatus(1));
  const resetPasswords = async (rows: readonly ListedUser[]) => {
    const passwords: IssuedPassword[] = [];
    await startInDialog(rows, async (chunk, quiet) => {
      const reply = await makeCall('/user/resetPassword', { ids: chunk.map((row) => row.id) }, { quiet });
      passwords.push(...reply.passwords);
      return reply.refused;
    });
    setSlips(passwords);
  };
  const assign = (rows: readonly ListedUser[], classId: number | null) =>
    start(
      rows,
      async (chunk, quiet) =>
        (await makeCall('/class/assign', { class_id: classId, user_ids: chunk.map((row) => row.id) }, { quiet })).refused,
    );
  const runConfirmed = ({ kind, rows }: PeopleQuestion, reason: string) =>
    kind === 'reset' ? resetPasswords(rows) : startInDialog(rows, setStatus(0, reason));
  return { run: bulk.run, closeReport: bulk.close, slips, closeSlips: () => setSlips([]), enable, assign, runConfirmed };
}

/** Shows the progress of a bulk action, and then the people it did not change, with the reasons. */
export function BulkReport({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const { t } = useTranslation(['people', 'ui']);
  const list = useLocalListState({ sort: 'name' });
  const columns: readonly Column<RefusedPerson>[] = [
    nameColumn(t('name'), (each) => each.name, { width: 'w-36' }),
    { key: 'reason', header: t('reason'), sort: 'reason', value: (each) => each.reason },
  ];
  const tried = run.total - run.untriedCount;
  const figures = t('bulkProgress', { done: tried, total: run.total });
  return (
    <Dialog
      open
      onOpenChange={() => !run.running && onClose()}
      title={t(run.running ? 'bulkRunning' : 'bulkDone')}
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <Button variant="primary" disabled={run.running} onClick={onClose}>
          {t('ui:close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3.5">
        <p role="status" className="num text-sm">
          {run.running ? figures : t('changedCount', { count: run.doneCount })}
        </p>
        {run.running && <Progress value={tried / run.total} label={figures} />}
        {run.problem !== null && (
          <div role="alert">
            <Strip tone="seal">{t('bulkStopped', { problem: run.problem, count: run.untriedCount })}</Strip>
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
