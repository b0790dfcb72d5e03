import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import {
  supervisionConclusions,
  supervisionReport,
  type SupervisedRoom,
  type SupervisionReport,
} from '../../../../sync/contract/exams/supervision.ts';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { CallFailure, makeCall } from '../../../platform/api/call.ts';
import { FormDialog } from '../../../platform/forms/form-frame.tsx';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
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
  // After the supervisor's duty has ended, the server refuses the call and the last figures are hidden. After a network error they stay.
  const isRefused = error instanceof CallFailure && (error.code === apiErrors.refused.code || error.code === apiErrors.notFound.code);
  if (data === undefined || isRefused) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
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
          {t('stale', { reason: error.message, time: formatTime(dataUpdatedAt) })}
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
          {room.invigilators.length === 0 ? t('noInvigilators') : t('invigilators', { names: joinWords(room.invigilators) })}
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
      aside={
        <Button size="lg" onClick={() => setWriting(true)}>
          {t(report === null ? 'write' : 'change')}
        </Button>
      }
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

const blankReport: SupervisionReport = { conclusion: 'orderly', observed: '', advice: '' };

/** Edits the report. Input is stored as a draft on this tablet until it is submitted. */
function ReportDialog({ planId, data, onClose }: { planId: number; data: Supervision; onClose: () => void }) {
  const { t } = useTranslation('supervision');
  const { form, ...saving } = useSavedForm<SupervisionReport>(
    { id: planId, version: data.revision },
    {
      name: 'supervision-report',
      initial: data.report ?? blankReport,
      resolver: zodResolver(supervisionReport, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, version, ...report }, options) => {
        await makeCall('/exam/reportSupervision', { planId: id, seen: version, report }, options);
        return { id, version: version + 1 };
      }),
      newest: async () => {
        const { report, revision } = await makeCall('/exam/getSupervision', { planId });
        return { value: report ?? blankReport, version: revision };
      },
      lists: '/exam/getSupervision',
      onSaved: () => {
        toast.success(t('submitted'));
        onClose();
      },
    },
  );
  const { errors } = form.formState;
  return (
    <FormDialog title={t('report')} save={t('submit')} size="lg" onClose={onClose} {...saving}>
      <Controller
        control={form.control}
        name="conclusion"
        render={({ field }) => (
          <RadioGroup aria-label={t('conclusion')} value={field.value} onValueChange={field.onChange} className="flex-col gap-y-3">
            {supervisionConclusions.map((each) => (
              <Radio key={each} value={each} label={t(`conclusion_${each}`)} />
            ))}
          </RadioGroup>
        )}
      />
      <Field label={t('observed')} required error={errors.observed?.message}>
        {(field) => <Textarea {...field} {...form.register('observed')} rows={6} maxLength={2000} />}
      </Field>
      <Field label={t('advice')} error={errors.advice?.message}>
        {(field) => <Textarea {...field} {...form.register('advice')} rows={3} maxLength={1000} />}
      </Field>
    </FormDialog>
  );
}
