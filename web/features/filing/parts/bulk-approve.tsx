import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilingKind } from '../../../../sync/machines/filing-machine.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';
import { filingCallsOf } from '../filing-calls.ts';
import type { FilingEntry } from '../filing-queries.ts';

/** Approves at once what nobody doubts, after saying how many. */
export function BulkApprove({ kind, rows }: { kind: FilingKind; rows: readonly FilingEntry[] }) {
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const approve = useMutation({
    mutationFn: () =>
      filingCallsOf[kind].decide({ items: rows.map(({ id, version }) => ({ id, version })), decision: 'approve', marks: {}, reason: '' }),
    onSuccess: ({ changed, refused }) => {
      toast.success(t('bulkDone', { count: changed }));
      for (const { name, reason } of refused.slice(0, 5)) toast.error(`${name}：${reason}`);
    },
    onSettled: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: [kind] });
    },
  });
  if (!mayChange) return null;
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => setAsking(true)}>
        {t('bulkApprove', { count: rows.length })}
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
          {t('bulkAsk', {
            count: rows.length,
            names: rows
              .slice(0, 8)
              .map((row) => row.name)
              .join('、'),
          })}
        </AlertDialog>
      )}
    </>
  );
}
