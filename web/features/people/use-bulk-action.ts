import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { CallFailure } from '../../platform/api/call.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { type BulkOutcome, runInChunks, type RefusedPerson } from './in-chunks.ts';
import type { ListedPerson } from './people-queries.ts';

export interface BulkRun extends BulkOutcome {
  readonly total: number;
  readonly running: boolean;
}
/** One call of a bulk action. `quiet`: show no toast, because the report names the failure. */
export type BulkWork = (chunk: readonly ListedPerson[], quiet: boolean) => Promise<readonly RefusedPerson[]>;

/**
 * Runs a bulk action with progress and a report of refused people. For a single person a toast is enough. If a dialog asked for the action, it
 * stays open until the first people are changed (`onChanged`); a run that changes nobody then throws, so that the dialog shows why.
 */
export function useBulkAction() {
  const { t } = useTranslation('people');
  const invalidate = useInvalidate();
  const [run, setRun] = useState<BulkRun | null>(null);
  const start = async (rows: readonly ListedPerson[], work: BulkWork, onChanged?: () => void): Promise<void> => {
    const alone = rows.length === 1;
    const inDialog = onChanged !== undefined;
    if (!alone && !inDialog) setRun({ total: rows.length, running: true, done: 0, refused: [], problem: null, left: rows.length });
    const each = async (chunk: readonly ListedPerson[]): Promise<readonly RefusedPerson[]> => {
      try {
        return await work(chunk, !alone || inDialog);
      } catch (failure) {
        const [row] = chunk;
        // A chunk of one person fails as a call instead of listing a refused person.
        if (alone || chunk.length > 1 || row === undefined || !(failure instanceof CallFailure) || failure.network) throw failure;
        return [{ id: row.id, name: row.name, reason: failure.message }];
      }
    };
    const outcome = await runInChunks(rows, each, (now) => {
      onChanged?.();
      if (!alone) setRun({ ...now, total: rows.length, running: true });
    });
    void invalidate('/user', '/class');
    if (inDialog && outcome.problem !== null && outcome.left === rows.length) throw new Error(outcome.problem);
    const clean = outcome.refused.length === 0 && outcome.problem === null;
    if (clean) toast.success(t('changedCount', { count: outcome.done }));
    setRun(clean || alone ? null : { ...outcome, total: rows.length, running: false });
  };
  return { run, start, close: () => setRun(null) };
}
