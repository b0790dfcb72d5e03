import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { useChecklist } from '../seating/seating-queries.ts';
import { OpenWorkNote } from '../results/open-work.tsx';
import { useCall } from '../../../platform/api/call-query.ts';

/**
 * Publishes a plan after a confirmation that names the frozen parts; publishing cannot be undone. The component stays mounted when it is no longer
 * `offered`: the board may see the publication before the reply arrives that lists formulas that could not be typeset.
 */
export function PublishButton({ plan, offered }: { plan: ExamPlan; offered: boolean }) {
  const { t } = useTranslation('examPlan');
  const [asking, setAsking] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  return (
    <>
      {offered && (
        <Button variant="primary" onClick={() => setAsking(true)}>
          <Send />
          {t('publish')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('publishTitle', { name: plan.name })}
          confirm={t('publish')}
          tone="sealSolid"
          run={(quiet) => makeCall('/exam/publish', { id: plan.id, version: plan.version }, quiet)}
          invalidates={[...planCallPrefixes, '/paper']}
          onDone={(done) => {
            if (done.warnings.length === 0) toast.success(t('published'));
            setWarnings(done.warnings);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('publishWhat')}</p>
          <ul className="num my-2 list-disc pl-5 text-foreground">
            <li>{t('publishPaper', { paper: plan.paperName })}</li>
            <li>{t(plan.roomIds.length > 0 ? 'publishPeople' : 'publishNames', { count: plan.examineeCount })}</li>
            <li>
              {t('publishTimes', {
                start: formatDateTime(plan.startMs),
                minutes: plan.durationMs / 60_000,
                end: formatDateTime(plan.startMs + plan.durationMs),
              })}
            </li>
          </ul>
          <p>{t('publishNotFrozen')}</p>
          <StaffNote planId={plan.id} />
          <OverlapNote plan={plan} />
          <OpenWorkNote plan={plan} />
        </ConfirmDialog>
      )}
      <Dialog
        open={warnings.length > 0}
        onOpenChange={() => setWarnings([])}
        title={t('published')}
        description={t('publishWarnings', { count: warnings.length })}
      >
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

/** Names the rooms that are short of invigilators. A plan can be published without them: they are often assigned later. */
function StaffNote({ planId }: { planId: number }) {
  const { t } = useTranslation('seating');
  const short = useChecklist(planId).data?.items.find((check) => check.kind === 'staffShort' && check.state === 'hint');
  if (short === undefined) return null;
  const names = short.names.join('、') + (short.names.length < short.count ? ' …' : '');
  return (
    <Strip tone="kept" className="mt-2">
      {t('publishShort', { n: short.count, names })}
    </Strip>
  );
}

/** Names examinees who have another exam at the same time. Renders nothing if there are none. */
function OverlapNote({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const overlaps = useCall('/exam/getOverlaps', { id: plan.id }, { quiet: true, version: plan.version, staleTime: 0 });
  if (overlaps.isPending) return <p className="mt-3 text-[13px] text-muted-foreground">{t('overlapsAsked')}</p>;
  if (overlaps.data === undefined) return <Strip tone="kept">{t('overlapsUnknown')}</Strip>;
  const { items } = overlaps.data;
  if (items.length === 0) return null;
  return (
    <div className="mt-3 rounded-lg border border-kept/60 bg-kept-soft px-3.5 py-2.5 text-sm text-foreground">
      <p className="font-medium">{t('overlaps', { count: items.length })}</p>
      <ul className="num scroll-slim mt-1.5 max-h-36 space-y-0.5 overflow-y-auto text-[13px]">
        {items.map(({ userId, name, exams }) => (
          <li key={userId}>
            <b className="font-semibold">{name}</b>{' '}
            {exams
              .map((exam) =>
                t('overlapExam', {
                  name: exam.name === '' ? t('overlapOther') : exam.name,
                  start: formatDateTime(exam.startMs),
                  end: formatDateTime(exam.endMs).slice(-5),
                }),
              )
              .join('、')}
          </li>
        ))}
      </ul>
    </div>
  );
}
