import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { professionLevels, type ProfessionLevel } from '../../../../sync/contract/codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { useCall, useInvalidate } from '../../../platform/call-query.ts';
import type { CallAt } from '../../../platform/call-path.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { OfferedProfession } from '../../../platform/offered-profession.tsx';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Select } from '../../../ui/select.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { toast } from '../../../ui/toast.ts';

const kinds = ['S', 'Y'] as const;
type Candidate = CallOutput<CallAt<'/certificate/getCandidates'>>['items'][number];

/** Lists the examinees who passed every part and issues their certificates. /teacher/exam/exam-plan/certificate/{plan} */
export function IssuePage() {
  const { t } = useTranslation('certificate');
  const planId = Number(useParams()['planId']);
  const mayChange = useMayChange();
  const invalidate = useInvalidate();
  const [professionId, setProfession] = useState<number | null>(null);
  const [level, setLevel] = useState<ProfessionLevel>(4);
  const [kind, setKind] = useState<(typeof kinds)[number]>('S');
  const [codes, setCodes] = useState({ body: '', province: '', site: '' });
  const [revoking, setRevoking] = useState<{ id: number; number: string } | null>(null);
  const [reason, setReason] = useState('');
  const found = useCall('/certificate/getCandidates', { planId }, { quiet: true });
  const settled = () => invalidate('/certificate');
  const issue = useAction({
    mutationFn: () => call('/certificate/issue', { planId, professionId: professionId ?? 0, level, kind, ...codes }),
    onSuccess: ({ issued }) => toast.success(t('issued', { count: issued })),
    onSettled: settled,
  });
  const revoke = useAction({
    mutationFn: (id: number) => call('/certificate/revoke', { planId, id, reason }),
    onSuccess: () => setRevoking(null),
    onSettled: settled,
  });
  if (found.error !== null) return <QueryFailure error={found.error} onRetry={() => void found.refetch()} />;
  const parts = found.data?.parts ?? [];
  // For each part one plan must be released; a later resit is not awaited.
  const released = parts.length > 0 && parts.every((part) => part.released);
  const due = (found.data?.items ?? []).filter((row) => row.passed && row.certificate === null).length;
  const isGood =
    professionId !== null && /^\d{4}$/.test(codes.body) && /^\d{2}$/.test(codes.province) && /^\d{6}$/.test(codes.site) && due > 0;
  // Table of the issued certificates for export.
  const have = (found.data?.items ?? []).filter(({ certificate }) => certificate !== null);
  const register: Column<Candidate>[] = [
    { key: 'number', header: t('number'), value: (row) => row.certificate?.number ?? '' },
    { key: 'name', header: t('person'), value: (row) => row.name },
    { key: 'ticket', header: t('ticketNo'), value: (row) => row.ticketNo },
    ...parts.map(({ part }, at): Column<Candidate> => ({
      key: part,
      header: t(`score_${part}`),
      value: (row) => row.parts[at]?.points ?? null,
    })),
    {
      key: 'revoked',
      header: t('revoked'),
      value: (row) => (row.certificate?.revokedMs == null ? '' : formatDate(row.certificate.revokedMs)),
    },
  ];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('title')}
        actions={
          <Button asChild variant="ghost">
            <Link to={`/teacher/exam/exam-plan/score/${planId}`}>{t('toScores')}</Link>
          </Button>
        }
      />
      {found.data !== undefined && !released && <Strip tone="kept">{t('notReleased')}</Strip>}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <Panel
          title={t('candidates')}
          aside={
            <ExportButton
              name={t('register')}
              columns={register}
              fetchPage={(page, size) => Promise.resolve({ items: have.slice((page - 1) * size, page * size), total: have.length })}
              idOf={(row) => row.userId}
              total={have.length}
            />
          }
        >
          <DataTable
            caption={t('candidates')}
            rows={found.data?.items}
            keyOf={(row) => row.userId}
            columns={[
              { key: 'name', header: t('person'), fixed: true, value: (row) => row.name },
              { key: 'ticket', header: t('ticketNo'), width: 'w-40', value: (row) => row.ticketNo },
              ...parts.map(({ part }, at) => ({
                key: part,
                header: t(`part_${part}`),
                width: 'w-24',
                align: 'right' as const,
                cell: (row: Candidate) => {
                  const own = row.parts[at];
                  return <span className={own?.passed === false ? 'text-muted-foreground' : undefined}>{own?.points ?? '–'}</span>;
                },
              })),
              {
                key: 'result',
                header: t('result'),
                width: 'w-24',
                cell: (row) => row.passed && <Chip tone="delivered">{t('passed')}</Chip>,
              },
              {
                key: 'number',
                header: t('number'),
                width: 'w-64',
                cell: ({ certificate }) =>
                  certificate !== null && (
                    <Link to={`/certificate/${certificate.id}`} className="num text-primary">
                      {certificate.number}
                    </Link>
                  ),
              },
              {
                key: 'revoke',
                header: '',
                width: 'w-28',
                cell: ({ certificate }) =>
                  certificate !== null &&
                  (certificate.revokedMs !== null ? (
                    <Chip tone="seal">{t('revoked')}</Chip>
                  ) : (
                    mayChange && (
                      <Button size="sm" data-press="again" onClick={() => setRevoking(certificate)}>
                        {t('revoke')}
                      </Button>
                    )
                  )),
              },
            ]}
          />
        </Panel>
        {mayChange && released && (
          <Panel title={t('issue')} bodyClassName="flex flex-col gap-3 p-3.5">
            <Field label={t('profession')} required>
              {(control) => (
                <OfferedProfession control={control} none={t('chooseProfession')} value={professionId} onChange={setProfession} />
              )}
            </Field>
            <Field label={t('level')} required>
              {({ 'aria-required': _, ...control }) => (
                <Select
                  {...control}
                  value={String(level)}
                  onChange={(next) => setLevel(professionLevels.find((each) => String(each) === next) ?? 4)}
                  choices={professionLevels.map((each) => ({ value: String(each), label: t(`levels_${each}`) }))}
                />
              )}
            </Field>
            <Field label={t('kind')} required>
              {({ 'aria-required': _, ...control }) => (
                <Select
                  {...control}
                  value={kind}
                  onChange={(next) => setKind(next === 'Y' ? 'Y' : 'S')}
                  choices={kinds.map((each) => ({ value: each, label: each }))}
                />
              )}
            </Field>
            {(['body', 'province', 'site'] as const).map((name) => (
              <Field key={name} label={t(name)} required>
                {(control) => (
                  <Input
                    {...control}
                    value={codes[name]}
                    inputMode="numeric"
                    maxLength={6}
                    onChange={(event) => setCodes({ ...codes, [name]: event.target.value.trim() })}
                    className="num"
                  />
                )}
              </Field>
            ))}
            {issue.error instanceof CallFailure && (
              <p role="alert" className="text-sm text-seal">
                {issue.error.message}
              </p>
            )}
            <Button variant="primary" disabled={!isGood} busy={issue.isPending} onClick={() => issue.mutate()}>
              {t('issueCount', { count: due })}
            </Button>
          </Panel>
        )}
      </div>
      {revoking !== null && (
        <Dialog
          open
          onOpenChange={() => setRevoking(null)}
          title={t('revokeTitle', { number: revoking.number })}
          footer={
            <>
              <Button onClick={() => setRevoking(null)}>{t('cancel')}</Button>
              <Button variant="seal" disabled={reason.trim() === ''} busy={revoke.isPending} onClick={() => revoke.mutate(revoking.id)}>
                {t('revoke')}
              </Button>
            </>
          }
        >
          <Field label={t('revokeReason')} required>
            {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        </Dialog>
      )}
    </div>
  );
}
