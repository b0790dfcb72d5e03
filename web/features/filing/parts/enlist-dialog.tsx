import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { enrolmentStatus } from '../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import type { CallAt } from '../../../platform/call-path.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Select } from '../../../ui/select.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { everyFiling, type FilingFilter } from '../filing-pages.ts';

type Enlisted = CallOutput<CallAt<'/enroll/enlist'>>;
interface EnlistProps {
  filter: FilingFilter;
  /** Approved ones that the filter fits, of all pages. */
  total: number;
}
/** As many as one transaction takes without keeping others waiting. */
const atOnce = 100;

/** Approved applicants become examinees of a plan, in one step. */
export function EnlistDialog({ filter, total }: EnlistProps) {
  const { t } = useTranslation('filing');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={total === 0} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        {t('enlist', { count: total })}
      </Button>
      {open && <Enlisting filter={filter} total={total} onClose={() => setOpen(false)} />}
    </>
  );
}

function Enlisting({ filter, total, onClose }: EnlistProps & { onClose: () => void }) {
  const { t } = useTranslation('filing');
  const queries = useQueryClient();
  const [planId, setPlanId] = useState('');
  const plans = useQuery({ queryKey: ['enroll', 'getPlans'], queryFn: ({ signal }) => call('/enroll/getPlans', {}, { signal }) });
  const enlist = useMutation({
    mutationFn: async () => {
      const rows = await everyFiling('enroll', { ...filter, status: enrolmentStatus.approved });
      const all: Enlisted = { accounts: 0, added: 0, already: [], refused: [] };
      for (let at = 0; at < rows.length; at += atOnce) {
        const ids = rows.slice(at, at + atOnce).map((row) => row.id);
        const part = await call('/enroll/enlist', { planId: Number(planId), ids });
        all.accounts += part.accounts;
        all.added += part.added;
        all.already.push(...part.already);
        all.refused.push(...part.refused);
        setDone(at + ids.length);
      }
      return all;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['enroll'] }),
  });
  const [done, setDone] = useState(0);
  const outcome = enlist.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('enlistTitle', { count: total })}
      footer={
        <>
          <Button onClick={onClose}>{t(outcome === undefined ? 'cancel' : 'close')}</Button>
          {outcome === undefined && (
            <Button variant="primary" disabled={planId === ''} busy={enlist.isPending} onClick={() => enlist.mutate()}>
              {t('enlistNow')}
            </Button>
          )}
        </>
      }
    >
      {enlist.isPending && <Progress value={done / Math.max(1, total)} label={t('enlistTitle', { count: total })} />}
      {outcome === undefined ? (
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
          <p>{t('enlisted', { added: outcome.added, accounts: outcome.accounts })}</p>
          {outcome.already.length > 0 && (
            <p>{t('enlistedAlready', { count: outcome.already.length, names: outcome.already.slice(0, 12).join('、') })}</p>
          )}
          {outcome.refused.map(({ id, name, reason }) => (
            <Strip key={id} tone="kept">{`${name}：${reason}`}</Strip>
          ))}
        </div>
      )}
    </Dialog>
  );
}
