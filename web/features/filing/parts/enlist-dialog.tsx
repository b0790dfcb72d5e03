import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PutResult } from '../../../../sync/contract/filing.ts';
import { type FilingKind, filingKinds } from '../../../../sync/machines/filing-machine.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate, useCall } from '../../../platform/call-query.ts';
import { call } from '../../../platform/call.ts';
import { useLocal } from '../../../platform/local-query.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { everyFiling, type FilingFilter } from '../filing-pages.ts';
import { levelName } from '../level-name.ts';

interface EnlistProps {
  kind: FilingKind;
  filter: FilingFilter;
  /** Number of approved applications that match the filter, on all pages. */
  total: number;
}
/** Batch size that does not block other transactions for long. */
const atOnce = 100;

/** Adds approved applicants to an exam plan, or approved declarations to a plan or an enrolment batch. */
export function EnlistDialog(props: EnlistProps) {
  const { kind, total } = props;
  const { t } = useTranslation('filing');
  const mayChange = useMayChange();
  const [open, setOpen] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <Button disabled={total === 0} onClick={() => setOpen(true)}>
        <UserPlus aria-hidden />
        {t(kind === 'enroll' ? 'enlist' : 'handOn', { count: total })}
      </Button>
      {open && <Enlisting {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** A plan or batch to add applicants to; `value` identifies it in the selection. */
interface Target {
  readonly value: string;
  readonly label: string;
  readonly put: (ids: number[]) => Promise<PutResult>;
}

function useTargets(kind: FilingKind): readonly Target[] | undefined {
  const { t } = useTranslation('filing');
  const { t: code } = useTranslation('codes');
  const isEnroll = kind === 'enroll';
  const plans = useCall('/enroll/getPlans', {}, { enabled: isEnroll, select: ({ items }) => ({ plans: items, batches: [] }) });
  const targets = useCall('/declare/getTargets', {}, { enabled: !isEnroll });
  const found = isEnroll ? plans.data : targets.data;
  return (
    found && [
      ...found.batches.map((batch) => ({
        value: `batch ${batch.id}`,
        label: t('targetBatch', { name: batch.name, profession: batch.profession, level: levelName(code, batch.level) }),
        put: (ids: number[]) => call('/declare/enrol', { batchId: batch.id, ids }),
      })),
      ...found.plans.map(({ id: planId, name, startMs }) => ({
        value: `plan ${planId}`,
        label: kind === 'enroll' ? `${name} · ${formatDateTime(startMs)}` : t('targetPlan', { name, when: formatDateTime(startMs) }),
        put: (ids: number[]) => (kind === 'enroll' ? call('/enroll/enlist', { planId, ids }) : call('/declare/enlist', { planId, ids })),
      })),
    ]
  );
}

function Enlisting({ kind, filter, total, onClose }: EnlistProps & { onClose: () => void }) {
  const { t } = useTranslation('filing');
  const invalidate = useInvalidate();
  const isEnroll = kind === 'enroll';
  const [chosen, setChosen] = useState('');
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const targets = useTargets(kind);
  const target = targets?.find(({ value }) => value === chosen);
  const approved = { ...filter, status: filingKinds[kind].approved };
  const people = useLocal('approvedFilings', [kind, approved], () => everyFiling(kind, approved));
  const going = (people.data ?? []).filter((row) => !without.has(row.id));
  const [done, setDone] = useState(0);
  const enlist = useAction({
    mutationFn: async ({ put }: Target) => {
      const all: PutResult = { accounts: 0, added: 0, already: [], refused: [] };
      for (let at = 0; at < going.length; at += atOnce) {
        const ids = going.slice(at, at + atOnce).map((row) => row.id);
        const part = await put(ids);
        all.accounts += part.accounts;
        all.added += part.added;
        all.already.push(...part.already);
        all.refused.push(...part.refused);
        setDone(at + ids.length);
      }
      return all;
    },
    onSettled: () => invalidate(`/${kind}`),
  });
  const outcome = enlist.data;
  const title = t(isEnroll ? 'enlistTitle' : 'handOnTitle', { count: outcome === undefined ? going.length : total });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t(outcome === undefined ? 'cancel' : 'close')}</Button>
          {outcome === undefined && (
            <Button
              variant="primary"
              disabled={target === undefined || going.length === 0}
              busy={enlist.isPending}
              onClick={() => target !== undefined && enlist.mutate(target)}
            >
              {t(isEnroll ? 'enlistNow' : 'handOnNow', { count: going.length })}
            </Button>
          )}
        </>
      }
    >
      {enlist.isPending && <Progress value={done / Math.max(1, going.length)} label={title} />}
      {outcome === undefined ? (
        <div className="flex flex-col gap-3">
          <Field
            label={t(isEnroll ? 'plan' : 'target')}
            hint={targets?.length === 0 ? t(isEnroll ? 'noPlans' : 'noTargets') : t(isEnroll ? 'enlistHint' : 'handOnHint')}
          >
            {(control) => (
              <Select
                {...control}
                value={chosen}
                onChange={setChosen}
                placeholder={t('choose')}
                choices={(targets ?? []).map(({ value, label }) => ({ value, label }))}
              />
            )}
          </Field>
          {people.data === undefined ? (
            <Skeleton className="h-24" />
          ) : (
            <fieldset className="flex min-h-0 flex-col gap-1.5">
              <legend className="mb-1.5 text-sm font-medium">{t('goingOn', { count: going.length, of: people.data.length })}</legend>
              <ul className="max-h-56 overflow-y-auto rounded-lg border">
                {people.data.map((row) => (
                  <li key={row.id} className="border-b last:border-b-0">
                    <label className="flex items-center gap-2.5 px-3 py-1.5 text-sm">
                      <Checkbox
                        checked={!without.has(row.id)}
                        disabled={enlist.isPending}
                        onCheckedChange={(on) => {
                          const next = new Set(without);
                          if (on === true) next.delete(row.id);
                          else next.add(row.id);
                          setWithout(next);
                        }}
                      />
                      <span className="grow">{row.name}</span>
                      <span className="num text-[13px] text-muted-foreground">{row.idNumber}</span>
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
          )}
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-2 text-sm">
          <p>{t('enlisted', { added: outcome.added, accounts: outcome.accounts })}</p>
          {outcome.already.length > 0 && (
            <p>
              {t(isEnroll ? 'enlistedAlready' : 'handedAlready', {
                count: outcome.already.length,
                names: outcome.already.slice(0, 12).join('、'),
              })}
            </p>
          )}
          {outcome.refused.map(({ id, name, reason }) => (
            <Strip key={id} tone="kept">{`${name}：${reason}`}</Strip>
          ))}
        </div>
      )}
    </Dialog>
  );
}
