import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../../lib/punctuation.ts';
import type { EnlistResult } from '../../../../../sync/contract/applications/application.ts';
import { type ApplicationKind, applicationKinds } from '../../../../../sync/domain/applications/application-machine.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { useCall, useLocalQuery } from '../../../../platform/api/call-query.ts';
import { type CallOptions, makeCall } from '../../../../platform/api/call.ts';
import { useCanChangeData } from '../../../../platform/session/can-change-data.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../../ui/primitives/checkbox.tsx';
import { ActionDialog } from '../../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Progress } from '../../../../ui/primitives/progress.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { Skeleton } from '../../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { readAllApplications, type ApplicationListFilter, getLevelName } from '../../application-queries.ts';

interface EnlistDialogProps {
  kind: ApplicationKind;
  filter: ApplicationListFilter;
  /** Number of approved applications that match the filter, on all pages. */
  total: number;
}
/** Number of applicants that one call adds. A larger call would block other transactions for too long. */
const atOnce = 100;

/** Adds approved applicants to an exam plan, or approved declarations to a plan or an enrolment batch. */
export function EnlistDialog(props: EnlistDialogProps) {
  const { kind, total } = props;
  const { t } = useTranslation('application');
  const mayChange = useCanChangeData();
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

/** An exam plan or enrolment batch to which the applicants can be added. `value` identifies it in the drop-down list. */
interface Target {
  readonly value: string;
  readonly label: string;
  readonly put: (ids: number[], quiet: CallOptions) => Promise<EnlistResult>;
}

function useTargets(kind: ApplicationKind): readonly Target[] | undefined {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const isEnroll = kind === 'enroll';
  const plans = useCall('/enroll/getPlans', {}, { enabled: isEnroll, select: ({ items }) => ({ plans: items, batches: [] }) });
  const targets = useCall('/declare/getTargets', {}, { enabled: !isEnroll });
  const found = isEnroll ? plans.data : targets.data;
  return (
    found && [
      ...found.batches.map((batch) => ({
        value: `batch ${batch.id}`,
        label: t('targetBatch', { name: batch.name, profession: batch.profession, level: getLevelName(code, batch.level) }),
        put: (ids: number[], quiet: CallOptions) => makeCall('/declare/enrol', { batchId: batch.id, ids }, quiet),
      })),
      ...found.plans.map(({ id: planId, name, startMs }) => ({
        value: `plan ${planId}`,
        label: kind === 'enroll' ? `${name} · ${formatDateTime(startMs)}` : t('targetPlan', { name, when: formatDateTime(startMs) }),
        put: (ids: number[], quiet: CallOptions) =>
          kind === 'enroll' ? makeCall('/enroll/enlist', { planId, ids }, quiet) : makeCall('/declare/enlist', { planId, ids }, quiet),
      })),
    ]
  );
}

function Enlisting({ kind, filter, onClose }: EnlistDialogProps & { onClose: () => void }) {
  const { t } = useTranslation('application');
  const isEnroll = kind === 'enroll';
  const [chosen, setChosen] = useState('');
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  const targets = useTargets(kind);
  const target = targets?.find(({ value }) => value === chosen);
  const approved = { ...filter, status: applicationKinds[kind].approved };
  const people = useLocalQuery('approvedApplications', [kind, approved], () => readAllApplications(kind, approved));
  const going = (people.data ?? []).filter((row) => !without.has(row.id));
  const [done, setDone] = useState(0);
  const enlist = async (quiet: CallOptions) => {
    const all: EnlistResult = { accounts: 0, added: 0, already: [], refused: [] };
    for (let at = 0; target !== undefined && at < going.length; at += atOnce) {
      const ids = going.slice(at, at + atOnce).map((row) => row.id);
      const part = await target.put(ids, quiet);
      all.accounts += part.accounts;
      all.added += part.added;
      all.already.push(...part.already);
      all.refused.push(...part.refused);
      setDone(at + ids.length);
    }
    return all;
  };
  const title = t(isEnroll ? 'enlistTitle' : 'handOnTitle', { count: going.length });
  return (
    <ActionDialog
      title={title}
      confirm={t(isEnroll ? 'enlistNow' : 'handOnNow', { count: going.length })}
      disabled={target === undefined || going.length === 0}
      run={enlist}
      invalidates={[`/${kind}`]}
      result={(outcome) => <Outcome isEnroll={isEnroll} outcome={outcome} />}
      onClose={onClose}
    >
      {({ busy }) => (
        <>
          {busy && <Progress value={done / Math.max(1, going.length)} label={title} />}
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
                          disabled={busy}
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
        </>
      )}
    </ActionDialog>
  );
}

function Outcome({ isEnroll, outcome }: { isEnroll: boolean; outcome: EnlistResult }) {
  const { t } = useTranslation('application');
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p>{t('enlisted', { added: outcome.added, accounts: outcome.accounts })}</p>
      {outcome.already.length > 0 && (
        <p>
          {t(isEnroll ? 'enlistedAlready' : 'handedAlready', {
            count: outcome.already.length,
            names: joinWords(outcome.already.slice(0, 12)),
          })}
        </p>
      )}
      {outcome.refused.map(({ id, name, reason }) => (
        <Strip key={id} tone="kept">
          {addLabel(name, reason)}
        </Strip>
      ))}
    </div>
  );
}
