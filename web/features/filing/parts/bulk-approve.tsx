import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type FilingKind, filingKinds } from '../../../../sync/machines/filing-machine.ts';
import { useInvalidate, useCall } from '../../../platform/call-query.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { useAction } from '../../../platform/use-action.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.ts';
import { filingCallsOf } from '../filing-calls.ts';
import { everyFiling, type FilingFilter, applicationListInput, applicationListPath } from '../filing-pages.ts';

/** The most applications that one call decides. */
const atOnce = 100;

/** Approves all applications of the filter that raised no doubt, on all pages, after a confirmation with their number. */
export function BulkApprove({ kind, filter }: { kind: FilingKind; filter: FilingFilter }) {
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState(0);
  const clear: FilingFilter = { ...filter, status: filingKinds[kind].reviewed[0], doubtful: false, twice: false };
  const first = useCall(applicationListPath[kind], applicationListInput(clear, 1, 8), { placeholderData: keepPreviousData });
  const { items = [], total = 0 } = first.data ?? {};
  const approve = useAction({
    mutationFn: async () => {
      const rows = await everyFiling(kind, clear);
      let changed = 0;
      const refused: { name: string; reason: string }[] = [];
      for (let at = 0; at < rows.length; at += atOnce) {
        const chunk = rows.slice(at, at + atOnce).map(({ id, version }) => ({ id, version }));
        const answer = await filingCallsOf[kind].decide({ items: chunk, decision: 'approve', marks: {}, reason: '' });
        changed += answer.changed;
        refused.push(...answer.refused);
        setDone(at + chunk.length);
      }
      return { changed, refused };
    },
    onSuccess: ({ changed, refused }) => {
      toast.success(t('bulkDone', { count: changed }));
      for (const { name, reason } of refused.slice(0, 5)) toast.error(`${name}：${reason}`);
    },
    onSettled: async () => {
      setAsking(false);
      setDone(0);
      await invalidate(`/${kind}`);
    },
  });
  if (!mayChange) return null;
  return (
    <>
      <Button disabled={total === 0} onClick={() => setAsking(true)}>
        {t('bulkApprove', { count: total })}
      </Button>
      {asking && (
        <AlertDialog
          open
          onOpenChange={() => setAsking(false)}
          title={t('bulkTitle')}
          cancel={t('cancel')}
          confirm={t('approve')}
          busy={approve.isPending}
          onConfirm={() => approve.mutate()}
        >
          {approve.isPending ? (
            <Progress value={done / Math.max(1, total)} label={t('bulkTitle')} />
          ) : (
            t('bulkAsk', { count: total, names: items.map((row) => row.name).join('、') })
          )}
        </AlertDialog>
      )}
    </>
  );
}
