import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format-time.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { FilingEntry } from '../filing-queries.ts';

/** Approved applicants become examinees of a plan, in one step. */
export function EnlistDialog({ rows }: { rows: readonly FilingEntry[] }) {
  const { t } = useTranslation('filing');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={rows.length === 0} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        {t('enlist', { count: rows.length })}
      </Button>
      {open && <Enlisting rows={rows} onClose={() => setOpen(false)} />}
    </>
  );
}

function Enlisting({ rows, onClose }: { rows: readonly FilingEntry[]; onClose: () => void }) {
  const { t } = useTranslation('filing');
  const queries = useQueryClient();
  const [planId, setPlanId] = useState('');
  const plans = useQuery({ queryKey: ['enroll', 'getPlans'], queryFn: ({ signal }) => call('/enroll/getPlans', {}, { signal }) });
  const enlist = useMutation({
    mutationFn: () => call('/enroll/enlist', { planId: Number(planId), ids: rows.map((row) => row.id) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['enroll'] }),
  });
  const done = enlist.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('enlistTitle', { count: rows.length })}
      footer={
        <>
          <Button onClick={onClose}>{t(done === undefined ? 'cancel' : 'close')}</Button>
          {done === undefined && (
            <Button variant="primary" disabled={planId === ''} busy={enlist.isPending} onClick={() => enlist.mutate()}>
              {t('enlistNow')}
            </Button>
          )}
        </>
      }
    >
      {done === undefined ? (
        <Field label={t('plan')} hint={plans.data?.items.length === 0 ? t('noPlans') : t('enlistHint')}>
          {(control) => (
            <Select
              {...control}
              value={planId}
              onChange={setPlanId}
              placeholder={t('choose')}
              choices={(plans.data?.items ?? []).map((plan) => ({
                value: String(plan.id),
                label: `${plan.name} · ${formatDateTime(plan.startMs)}`,
              }))}
            />
          )}
        </Field>
      ) : (
        <div role="status" className="flex flex-col gap-2 text-sm">
          <p>{t('enlisted', { added: done.added, accounts: done.accounts })}</p>
          {done.already.length > 0 && (
            <p>{t('enlistedAlready', { count: done.already.length, names: done.already.slice(0, 12).join('、') })}</p>
          )}
          {done.refused.map(({ id, name, reason }) => (
            <Strip key={id} tone="kept">{`${name}：${reason}`}</Strip>
          ))}
        </div>
      )}
    </Dialog>
  );
}
