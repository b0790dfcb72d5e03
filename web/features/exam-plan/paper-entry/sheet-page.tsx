import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { formatTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { SheetForm } from './sheet-form.tsx';
import { SheetPrint } from './sheet-print.tsx';
import { type PaperSheetData, getSheetPath } from './sheet-view.ts';

/** /teacher/exam/exam-plan/sheet/{plan}/{user}: prints the unanswered part of an examinee's paper, and takes the written answers in afterwards. */
export function SheetPage() {
  const ids = useParams();
  const [params] = useSearchParams();
  const [planId, userId] = [Number(ids['planId']), Number(ids['userId'])];
  const asked = Number(params.get('sheet') ?? 0);
  const { data, error, refetch } = useCall('/exam/getSheet', { planId, userId, ...(asked > 1 && { sheet: asked }) }, { quiet: true });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  if (data.sheet !== null && params.get('view') === 'print') return <SheetPrint sheet={data} no={data.sheet} />;
  return <OnScreen sheet={data} />;
}

function OnScreen({ sheet }: { sheet: PaperSheetData }) {
  const { t } = useTranslation('sheet');
  const mayChange = useCanChangeData();
  const { planId, userId, sheet: no } = sheet;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={[sheet.name, sheet.seatLabel].filter(Boolean).join(' · ')}
        beside={no === null ? null : <Chip tone="primary">{t('sheetNo', { n: no })}</Chip>}
        description={
          <span className="num">
            {[t('title'), sheet.planName, sheet.ticketNo, `${t('until')} ${formatTime(sheet.deadlineMs)}`].join(' · ')}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <Button asChild>
              <Link to={`/teacher/exam/exam-plan/offline/${planId}`}>{t('back')}</Link>
            </Button>
            {no !== null && (
              <Button asChild variant="primary">
                <Link to={`${getSheetPath(planId, userId, no)}&view=print`}>{t('print')}</Link>
              </Button>
            )}
          </span>
        }
      />
      {sheet.released && <Strip tone="neutral">{t('released')}</Strip>}
      {no === null ? <Issue sheet={sheet} /> : mayChange && !sheet.released && <SheetForm key={no} sheet={sheet} no={no} />}
    </div>
  );
}

function Issue({ sheet }: { sheet: PaperSheetData }) {
  const { t } = useTranslation('sheet');
  const mayChange = useCanChangeData();
  const [asking, setAsking] = useState(false);
  const { planId, userId } = sheet;
  if (sheet.handedIn) return <Strip tone="kept">{t('handedIn')}</Strip>;
  return (
    <Panel title={t('title')}>
      <EmptyState
        title={t('none')}
        action={
          mayChange &&
          !sheet.released && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              {t('issue')}
            </Button>
          )
        }
      >
        {t('lead')}
      </EmptyState>
      {asking && (
        <ConfirmDialog
          title={t('issueTitle', { name: sheet.name })}
          confirm={t('issue')}
          run={(quiet) => makeCall('/exam/issueSheet', { planId, userId }, quiet)}
          invalidates={planCallPrefixes}
          onClose={() => setAsking(false)}
        >
          {t('before')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
