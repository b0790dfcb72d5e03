import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { findFieldByMeaning, getFileAnswers, getAnswerByMeaning } from '../../../../../sync/contract/applications/form-design.ts';
import { maskIdNumber } from '../../../../../sync/contract/people/id-number.ts';
import { type ApplicationKind, applicationKinds } from '../../../../../sync/domain/applications/application-machine.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { OwnApplications } from '../../application-queries.ts';
import { ApplicationStatusChip } from '../application-status.tsx';
import { ApplicationHistory } from '../application-history.tsx';
import { FilledSheet } from './filled-sheet.tsx';
import { ApplicantPhoto } from '../review/review-list.tsx';
import { WithdrawApplicationButton } from '../withdraw-button.tsx';

interface SentFormProps {
  kind: ApplicationKind;
  mine: OwnApplications;
  title: string;
}

/** Shows a submitted form with its status and history; it can be printed and withdrawn. */
export function SentForm({ kind, mine, title }: SentFormProps) {
  const { t } = useTranslation('application');
  /** Version of the form that is shown for printing. A newer one is shown with its status first. */
  const [printing, setPrinting] = useState<number | null>(null);
  const { own } = mine;
  if (own === null) return null;
  if (printing === own.version)
    return (
      <FilledSheet
        title={mine.formName}
        subtitle={title}
        design={mine.design}
        answers={own.answers}
        steps={own.steps}
        onBack={() => setPrinting(null)}
      />
    );
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-3">
      <SentHead kind={kind} mine={mine} title={title} />
      <Panel title={t('history')} bodyClassName="p-4">
        <ApplicationHistory steps={own.steps} />
      </Panel>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setPrinting(own.version)}>
          <Printer aria-hidden />
          {t('printForm')}
        </Button>
        <WithdrawApplicationButton kind={kind} own={own} />
      </div>
    </div>
  );
}

function SentHead({ kind, mine, title }: SentFormProps) {
  const { t } = useTranslation('application');
  const { own } = mine;
  if (own === null) return null;
  const { design } = mine;
  const photo = getFileAnswers(own.answers, findFieldByMeaning(design, 'photo')?.key ?? '')[0];
  const isApproved = own.status === applicationKinds[kind].approved;
  return (
    <>
      <header className="flex items-center gap-4 rounded-xl border bg-card p-3.5">
        <ApplicantPhoto url={photo?.url ?? ''} className="h-20 w-14" />
        <div className="min-w-0 grow">
          <h1 className="text-[17px] font-semibold">{getAnswerByMeaning(design, own.answers, 'name')}</h1>
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="num text-[13px] text-muted-foreground">{maskIdNumber(getAnswerByMeaning(design, own.answers, 'idNumber'))}</p>
        </div>
        <ApplicationStatusChip kind={kind} status={own.status} />
      </header>
      <Strip tone={isApproved ? 'delivered' : 'neutral'}>
        {t(isApproved ? 'approvedNote' : 'sentNote')}
        {own.waiting > 0 && ` ${t('waitingNote', { count: own.waiting })}`}
        {own.examineeTicket !== '' && ` ${t('ticketNote', { ticket: own.examineeTicket })}`}
      </Strip>
    </>
  );
}
