import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { findMissingParts } from '../../../../sync/contract/marking/certificate.ts';
import { listPatternCodes } from '../../../../sync/contract/marking/certificate-number.ts';
import { type CertificateLevel, certificateLevels } from '../../../../sync/contract/codes.ts';
import { type CallOptions, makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { OfferedProfession } from '../../../platform/choices/offered-profession.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { IncompleteDialog, type IncompletePerson } from './incomplete-dialog.tsx';

type Candidates = CallOutput<CallOfPath<'/certificate/getCandidates'>>;
const kinds = ['S', 'Y'] as const;

/** Returns who gets a certificate of a level: how many passed everything, and who lacks the result of a part. */
function dueOf({ items, parts }: Candidates, level: CertificateLevel): { complete: number; incomplete: IncompletePerson[] } {
  const due = items.flatMap((row) => {
    const missing = findMissingParts(
      level,
      parts.flatMap(({ part }, at) => (row.parts[at] === undefined ? [] : { part, ...row.parts[at] })),
    );
    return missing === null || row.certificate !== null ? [] : [{ userId: row.userId, name: row.name, ticketNo: row.ticketNo, missing }];
  });
  const incomplete = due.filter(({ missing }) => missing.length > 0);
  return { complete: due.length - incomplete.length, incomplete };
}

/** Issues certificates to the examinees who passed. Asks first if an examinee has no result in a part of the level. */
export function IssuePanel({ planId, candidates }: { planId: number; candidates: Candidates }) {
  const { t } = useTranslation('certificate');
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
  const { complete, incomplete } = dueOf(candidates, level);
  const isReady = professionId !== null && hasCodes && complete + incomplete.length > 0;
  return (
    <Panel title={t('issue')} bodyClassName="flex flex-col gap-3 p-3.5">
      <Field label={t('profession')} required>
        {(control) => <OfferedProfession control={control} none={t('chooseProfession')} value={professionId} onChange={setProfession} />}
      </Field>
      <Field label={t('level')} required>
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
