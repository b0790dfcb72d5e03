import { useState, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Link, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { makeCall, type CallOptions, CallFailure } from '../../../platform/api/call.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, dateColumn } from '../../../ui/list/columns.tsx';
import { findMissingParts } from '../../../../sync/contract/marking/certificate.ts';
import { listPatternCodes } from '../../../../sync/contract/certificate-number.ts';
import { type CertificateLevel, certificateLevels } from '../../../../sync/contract/codes.ts';
import { OfferedProfession } from '../../../platform/choices/entity-choices.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Select } from '../../../ui/primitives/select.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';

type Candidate = CallOutput<CallOfPath<'/certificate/getCandidates'>>['items'][number];

/** Lists the examinees who passed every part and issues their certificates. /teacher/exam/exam-plan/certificate/{plan} */
export function IssuePage() {
  const { t } = useTranslation(['certificate', 'ui', 'words']);
  const planId = Number(useParams()['planId']);
  const mayChange = useCanChangeData();
  const [revoking, setRevoking] = useState<{ id: number; number: string } | null>(null);
  const [reason, setReason] = useState('');
  const candidatesQuery = useCall('/certificate/getCandidates', { planId }, { quiet: true });
  if (candidatesQuery.error !== null && candidatesQuery.data === undefined)
    return <QueryFailure error={candidatesQuery.error} onRetry={() => void candidatesQuery.refetch()} />;
  const parts = candidatesQuery.data?.parts ?? [];
  // Certificates need a plan with released scores for each part of the exam (theory, practice …). A later resit is not awaited.
  const released = parts.length > 0 && parts.every((part) => part.released);
  // Table of the issued certificates for export.
  const certifiedRows = (candidatesQuery.data?.items ?? []).filter(({ certificate }) => certificate !== null);
  const register: Column<Candidate>[] = [
    { key: 'number', header: t('number'), value: (row) => row.certificate?.number ?? '' },
    { key: 'name', header: t('words:personName'), value: (row) => row.name },
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
          <LinkButton variant="ghost" to={`/teacher/exam/exam-plan/score/${planId}`}>
            {t('toScores')}
          </LinkButton>
        }
      />
      {candidatesQuery.data !== undefined && !released && <Strip tone="kept">{t('notReleased')}</Strip>}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <Panel
          title={t('candidates')}
          aside={
            <ExportButton
              name={t('register')}
              columns={register}
              fetchPage={(page, size) =>
                Promise.resolve({ items: certifiedRows.slice((page - 1) * size, page * size), total: certifiedRows.length })
              }
              idOf={(row) => row.userId}
              total={{ total: certifiedRows.length }}
            />
          }
        >
          <DataTable
            caption={t('candidates')}
            rows={candidatesQuery.data?.items}
            keyOf={(row) => row.userId}
            columns={[
              { key: 'name', header: t('words:personName'), fixed: true, value: (row) => row.name },
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
                cell: (row) => row.passed && <Chip tone="delivered">{t('ui:passed')}</Chip>,
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
        {mayChange && released && candidatesQuery.data !== undefined && <IssuePanel planId={planId} candidates={candidatesQuery.data} />}
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
          <Field label={t('words:reason')} required>
            {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        </ActionDialog>
      )}
    </div>
  );
}

type Candidates = CallOutput<CallOfPath<'/certificate/getCandidates'>>;
const kinds = ['S', 'Y'] as const;

/**
 * Finds the examinees who are due a certificate of this level and have none: counts those who passed every part, and lists those without a
 * result in some part.
 */
function summariseDuePeople({ items, parts }: Candidates, level: CertificateLevel): { complete: number; incomplete: IncompletePerson[] } {
  const duePeople = items.flatMap((row) => {
    const missing = findMissingParts(
      level,
      parts.flatMap(({ part }, at) => (row.parts[at] === undefined ? [] : { part, ...row.parts[at] })),
    );
    return missing === null || row.certificate !== null ? [] : [{ userId: row.userId, name: row.name, ticketNo: row.ticketNo, missing }];
  });
  const incomplete = duePeople.filter(({ missing }) => missing.length > 0);
  return { complete: duePeople.length - incomplete.length, incomplete };
}

/** Issues certificates to the examinees who passed. Asks first if an examinee has no result in a part of the level. */
function IssuePanel({ planId, candidates }: { planId: number; candidates: Candidates }) {
  const { t } = useTranslation(['certificate', 'words']);
  const invalidate = useInvalidate();
  const [professionId, setProfession] = useState<number | null>(null);
  const [level, setLevel] = useState<CertificateLevel>(4);
  const [kind, setKind] = useState<(typeof kinds)[number]>('S');
  const [isAsking, setAsking] = useState(false);
  const issueTo = (incomplete: number[], options?: CallOptions) =>
    makeCall('/certificate/issue', { planId, professionId: professionId ?? 0, level, kind, incomplete }, options);
  const issue = useAction({
    mutationFn: () => issueTo([]),
    onSuccess: ({ issued }) => toast.success(t('issued', { count: issued })),
    onSettled: () => invalidate('/certificate'),
  });
  const { codes } = candidates;
  const codeNames = listPatternCodes(codes.pattern);
  const hasCodes = codeNames.every((name) => codes[name] !== '');
  const { complete, incomplete } = summariseDuePeople(candidates, level);
  const isReady = professionId !== null && hasCodes && complete + incomplete.length > 0;
  return (
    <Panel title={t('issue')} bodyClassName="flex flex-col gap-3 p-3.5">
      <Field label={t('words:profession')} required>
        {(control) => <OfferedProfession control={control} none={t('chooseProfession')} value={professionId} onChange={setProfession} />}
      </Field>
      <Field label={t('words:level')} required>
        {({ 'aria-required': _, ...control }) => (
          <Select
            {...control}
            value={String(level)}
            onChange={(next) => setLevel(certificateLevels.find((each) => String(each) === next) ?? 4)}
            choices={certificateLevels.map((each) => ({ value: String(each), label: t(`levels_${each}`) }))}
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
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {codeNames.map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{t(name)}</dt>
            <dd className="num">{codes[name] === '' ? t('codeMissing') : codes[name]}</dd>
          </div>
        ))}
      </dl>
      {!hasCodes && <Strip tone="kept">{t('codesMissing')}</Strip>}
      {incomplete.length > 0 && <Strip tone="kept">{t('incompleteCount', { count: incomplete.length })}</Strip>}
      {issue.error instanceof CallFailure && (
        <p role="alert" className="text-sm text-seal">
          {issue.error.message}
        </p>
      )}
      <Button
        variant="primary"
        disabled={!isReady}
        busy={issue.isPending}
        onClick={() => (incomplete.length > 0 ? setAsking(true) : issue.mutate())}
      >
        {t('issueCount', { count: complete + incomplete.length })}
      </Button>
      {isAsking && <IncompleteDialog people={incomplete} complete={complete} onClose={() => setAsking(false)} issue={issueTo} />}
    </Panel>
  );
}

interface IncompletePerson {
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly missing: readonly ExamPart[];
}

interface IncompleteDialogProps {
  people: readonly IncompletePerson[];
  /** Number of examinees who passed every part. They get a certificate whether or not the others do. */
  complete: number;
  onClose: () => void;
  /** Issues the certificates. `incomplete`: ids of the listed people, if these are included. Resolves to the number of certificates. */
  issue: (incomplete: number[], quiet: CallOptions) => Promise<{ issued: number }>;
}

/** Lists the people who have no result in a part of the exam. They get a certificate only if the user ticks the box. */
function IncompleteDialog({ people, complete, onClose, issue }: IncompleteDialogProps) {
  const { t } = useTranslation(['certificate', 'words']);
  const [isIncluded, setIncluded] = useState(false);
  const box = useId();
  const count = complete + (isIncluded ? people.length : 0);
  return (
    <ActionDialog
      title={t('incompleteTitle')}
      description={t('incompleteWhy')}
      confirm={t('issueCount', { count })}
      disabled={count === 0}
      run={(quiet) => issue(isIncluded ? people.map(({ userId }) => userId) : [], quiet)}
      invalidates={['/certificate']}
      doneText={({ issued }) => t('issued', { count: issued })}
      onClose={onClose}
    >
      <ul className="max-h-[40dvh] divide-y overflow-y-auto text-sm">
        {people.map(({ userId, name, ticketNo, missing }) => (
          <li key={userId} className="flex items-baseline gap-3 py-2">
            <span className="font-medium">{name}</span>
            <span className="num text-muted-foreground">{ticketNo}</span>
            <span className="ml-auto text-seal">{t('lacks', { parts: joinWords(missing.map((part) => t(`part_${part}`))) })}</span>
          </li>
        ))}
      </ul>
      <label htmlFor={box} className="flex items-start gap-2 text-sm">
        <Checkbox id={box} checked={isIncluded} onCheckedChange={(next) => setIncluded(next === true)} className="mt-0.5" />
        {t('issueIncomplete', { count: people.length })}
      </label>
    </ActionDialog>
  );
}
