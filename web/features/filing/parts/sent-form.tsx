import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { fieldMeaning, filesAnswer, meant } from '../../../../sync/contract/form-design.ts';
import { maskIdNumber } from '../../../../sync/contract/id-number.ts';
import { type FilingKind, filingKinds } from '../../../../sync/machines/filing-machine.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { MineAnswer } from '../filing-queries.ts';
import { FilingStatusChip } from './filing-status.tsx';
import { FilingSteps } from './filing-steps.tsx';
import { FilledSheet } from './filled-sheet.tsx';
import { Photo } from './review-list.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

interface SentFormProps {
  kind: FilingKind;
  mine: MineAnswer;
  title: string;
}

/** Shows a submitted form with its status and history; it can be printed and withdrawn. */
export function SentForm({ kind, mine, title }: SentFormProps) {
  const { t } = useTranslation('filing');
  const [printing, setPrinting] = useState(false);
  const { own } = mine;
  useEffect(() => setPrinting(false), [own?.version]);
  if (own === null) return null;
  if (printing)
    return (
      <FilledSheet
        title={mine.formName}
        subtitle={title}
        design={mine.design}
        answers={own.answers}
        steps={own.steps}
        onBack={() => setPrinting(false)}
      />
    );
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-3">
      <SentHead kind={kind} mine={mine} title={title} />
      <Panel title={t('history')} bodyClassName="p-4">
        <FilingSteps steps={own.steps} />
      </Panel>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setPrinting(true)}>
          <Printer aria-hidden />
          {t('printForm')}
        </Button>
        <WithdrawButton kind={kind} own={own} />
      </div>
    </div>
  );
}

function SentHead({ kind, mine, title }: SentFormProps) {
  const { t } = useTranslation('filing');
  const { own } = mine;
  if (own === null) return null;
  const { design } = mine;
  const photo = filesAnswer(own.answers, fieldMeaning(design, 'photo')?.key ?? '')[0];
  const isApproved = own.status === filingKinds[kind].approved;
  return (
    <>
      <header className="flex items-center gap-4 rounded-xl border bg-card p-3.5">
        <Photo url={photo?.url ?? ''} className="h-20 w-14" />
        <div className="min-w-0 grow">
          <h1 className="text-[17px] font-semibold">{meant(design, own.answers, 'name')}</h1>
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="num text-[13px] text-muted-foreground">{maskIdNumber(meant(design, own.answers, 'idNumber'))}</p>
        </div>
        <FilingStatusChip kind={kind} status={own.status} />
      </header>
      <Strip tone={isApproved ? 'delivered' : 'neutral'}>
        {t(isApproved ? 'approvedNote' : 'sentNote')}
        {own.waiting > 0 && ` ${t('waitingNote', { count: own.waiting })}`}
        {own.examineeTicket !== '' && ` ${t('ticketNote', { ticket: own.examineeTicket })}`}
      </Strip>
    </>
  );
}
