import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { supervisionConclusions, type SupervisedRoom, type SupervisionReport } from '../../../../sync/contract/exams/supervision.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

type Supervision = CallOutput<CallOfPath<'/exam/getSupervision'>>;

const refreshMs = 15_000;

/** /invigilator/exam/supervision/{plan}: how an exam goes, for its internal supervisor on a tablet, and the supervisor's report. */
export function SupervisionPage() {
  const { t } = useTranslation('supervision');
  const planId = Number(useParams()['id']);
  const { data, error, refetch, dataUpdatedAt } = useCall('/exam/getSupervision', { planId }, { quiet: true, refetchInterval: refreshMs });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={data.name}
        description={
          <span className="num">
            {formatDateTime(data.startMs)}–{formatTime(data.endMs)}
          </span>
        }
      />
      {error !== null && (
        <Strip tone="kept" live>
          {t('stale', { time: formatTime(dataUpdatedAt) })}
        </Strip>
      )}
      <p className="text-[13px] text-muted-foreground">{t('readOnly')}</p>
      <div className="grid gap-3.5 md:grid-cols-2">
        {data.rooms.map((room) => (
          <RoomCard key={room.roomId} room={room} />
        ))}
      </div>
      <ReportPanel planId={planId} data={data} />
    </div>
  );
}

const figures = ['people', 'entered', 'handedIn', 'absent', 'cheating', 'toMark', 'marked'] as const;

function RoomCard({ room }: { room: SupervisedRoom }) {
  const { t } = useTranslation('supervision');
  const { papers } = room;
  return (
    <Panel
      title={
        <>
          {room.roomId === null ? t('wholeExam') : room.name}{' '}
          <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">{room.location}</span>
        </>
      }
      bodyClassName="flex flex-col gap-3 px-4 py-3"
    >
      <dl className="num grid grid-cols-4 gap-x-3 gap-y-2">
        {figures.map((name) => (
          <div key={name}>
            <dt className="text-[13px] text-muted-foreground">{t(name)}</dt>
            <dd className="text-2xl font-semibold">{room[name]}</dd>
          </div>
        ))}
      </dl>
      {room.roomId !== null && (
        <p className="text-[13px] text-muted-foreground">
          {room.invigilators.length === 0 ? t('noInvigilators') : t('invigilators', { names: room.invigilators.join('、') })}
        </p>
      )}
      {papers !== null && (
        <p className="num text-[13px]">
          {papers.returned === null
            ? t('papersOut', { out: papers.handedOut })
            : t('papers', { out: papers.handedOut, back: papers.returned })}
        </p>
      )}
    </Panel>
  );
}

function ReportPanel({ planId, data }: { planId: number; data: Supervision }) {
  const { t } = useTranslation('supervision');
  const [isWriting, setWriting] = useState(false);
  const { report, reportedMs } = data;
  return (
    <Panel
      title={t('report')}
      aside={<Button onClick={() => setWriting(true)}>{t(report === null ? 'write' : 'change')}</Button>}
      bodyClassName="flex flex-col gap-2 px-4 py-3 text-sm"
    >
      {report === null ? (
        <p className="text-muted-foreground">{t('noReport')}</p>
      ) : (
        <>
          <p className="font-semibold">{t(`conclusion_${report.conclusion}`)}</p>
          <p className="whitespace-pre-wrap">{report.observed}</p>
          {report.advice !== '' && (
            <p className="whitespace-pre-wrap">
              <b className="font-medium">{t('advice')}</b> {report.advice}
            </p>
          )}
          {reportedMs !== null && (
            <p className="num text-[13px] text-muted-foreground">{t('reportedAt', { time: formatDateTime(reportedMs) })}</p>
          )}
        </>
      )}
      {isWriting && <ReportDialog planId={planId} data={data} onClose={() => setWriting(false)} />}
    </Panel>
  );
}

function ReportDialog({ planId, data, onClose }: { planId: number; data: Supervision; onClose: () => void }) {
  const { t } = useTranslation('supervision');
  const [report, setReport] = useState<SupervisionReport>(() => data.report ?? { conclusion: 'orderly', observed: '', advice: '' });
  // The page reloads behind the dialog; a report that was saved elsewhere meanwhile must not be overwritten.
  const [seen] = useState(data.revision);
  const isMissing = report.observed.trim() === '';
  return (
    <ActionDialog
      title={t('report')}
      confirm={t('submit')}
      size="lg"
      ready={!isMissing}
      run={(quiet) => makeCall('/exam/reportSupervision', { planId, seen, report }, quiet)}
      invalidates={['/exam/getSupervision']}
      doneText={t('submitted')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <RadioGroup
            aria-label={t('conclusion')}
            value={report.conclusion}
            onValueChange={(value) =>
              setReport({ ...report, conclusion: supervisionConclusions.find((each) => each === value) ?? report.conclusion })
            }
            className="flex-col"
          >
            {supervisionConclusions.map((each) => (
              <Radio key={each} value={each} label={t(`conclusion_${each}`)} />
            ))}
          </RadioGroup>
          <Field label={t('observed')} required error={tried && isMissing ? t('needed') : undefined}>
            {(field) => (
              <Textarea
                {...field}
                rows={6}
                maxLength={2000}
                value={report.observed}
                onChange={(event) => setReport({ ...report, observed: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('advice')}>
            {(field) => (
              <Textarea
                {...field}
                rows={3}
                maxLength={1000}
                value={report.advice}
                onChange={(event) => setReport({ ...report, advice: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
