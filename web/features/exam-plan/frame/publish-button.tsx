import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { useChecklist } from '../seating/seating-queries.ts';
import { OpenWorkNote } from '../results/open-work.tsx';
import { OverlapNote } from '../examinees/overlap-note.tsx';

/**
 * Publishes a plan after a confirmation that names the frozen parts; publishing cannot be undone. The component stays mounted when it is no longer
 * `offered`: the board may see the publication before the reply arrives that lists formulas that could not be typeset.
 */
export function PublishButton({ plan, offered }: { plan: ExamPlan; offered: boolean }) {
  const { t } = useTranslation('examPlan');
  const invalidate = useInvalidate();
  const [asking, setAsking] = useState(false);
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const publish = useAction({
    mutationFn: () => makeCall('/exam/publish', { id: plan.id, version: plan.version }),
    onSuccess: (done) => {
      if (done.warnings.length === 0) toast.success(t('published'));
      setWarnings(done.warnings);
    },
    onSettled: async () => {
      setAsking(false);
      await invalidate(...planCallPrefixes);
      await invalidate('/paper');
    },
  });
  return (
    <>
      {(offered || publish.isPending) && (
        <Button variant="primary" busy={publish.isPending} onClick={() => setAsking(true)}>
          <Send />
          {t('publish')}
        </Button>
      )}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('publishTitle', { name: plan.name })}
        cancel={t('cancel')}
        confirm={t('publish')}
        tone="sealSolid"
        busy={publish.isPending}
        onConfirm={() => publish.mutate()}
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
        {asking && <StaffNote planId={plan.id} />}
        {asking && <OverlapNote plan={plan} />}
        {asking && <OpenWorkNote plan={plan} />}
      </AlertDialog>
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
