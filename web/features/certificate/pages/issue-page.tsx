import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { IssuePanel } from '../parts/issue-panel.tsx';
import { dateColumn } from '../../../ui/list/columns.tsx';

type Candidate = CallOutput<CallOfPath<'/certificate/getCandidates'>>['items'][number];

/** Lists the examinees who passed every part and issues their certificates. /teacher/exam/exam-plan/certificate/{plan} */
export function IssuePage() {
  const { t } = useTranslation('certificate');
  const planId = Number(useParams()['planId']);
  const mayChange = useCanChangeData();
  const [revoking, setRevoking] = useState<{ id: number; number: string } | null>(null);
  const [reason, setReason] = useState('');
  const found = useCall('/certificate/getCandidates', { planId }, { quiet: true });
  if (found.error !== null && found.data === undefined) return <QueryFailure error={found.error} onRetry={() => void found.refetch()} />;
  const parts = found.data?.parts ?? [];
  // For each part one plan must be released; a later resit is not awaited.
  const released = parts.length > 0 && parts.every((part) => part.released);
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
    dateColumn('revoked', t('revoked'), (row) => row.certificate?.revokedMs ?? null, { style: 'day' }),
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
              total={{ total: have.length }}
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
                      <Button
                        size="sm"
                        data-press="again"
                        onClick={() => {
                          setReason('');
                          setRevoking(certificate);
                        }}
                      >
                        {t('revoke')}
                      </Button>
                    )
                  )),
              },
            ]}
          />
        </Panel>
        {mayChange && released && found.data !== undefined && <IssuePanel planId={planId} candidates={found.data} />}
      </div>
      {revoking !== null && (
        <ActionDialog
          title={t('revokeTitle', { number: revoking.number })}
          confirm={t('revoke')}
          tone="seal"
          disabled={reason.trim() === ''}
          run={(quiet) => makeCall('/certificate/revoke', { planId, id: revoking.id, reason }, quiet)}
          invalidates={['/certificate']}
          onClose={() => setRevoking(null)}
        >
          <Field label={t('revokeReason')} required>
            {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        </ActionDialog>
      )}
    </div>
  );
}
