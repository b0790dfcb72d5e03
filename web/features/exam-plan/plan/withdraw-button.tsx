import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';
import { ReasonDialog } from './board-action-dialog.tsx';

/** Withdraws a published exam. The dialog says who is notified, and that it cannot be undone. */
export function WithdrawPlanButton({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        {t('withdraw')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('withdrawTitle', { name: plan.name })}
          confirm={t('withdraw')}
          tone="sealSolid"
          hint={t('withdrawReasonHint')}
          run={(reason, quiet) => makeCall('/exam/withdraw', { id: plan.id, reason }, quiet)}
          onClose={() => setAsking(false)}
        >
          <ul className="num list-disc space-y-1 pl-5 text-sm leading-relaxed">
            <li>{t('withdrawTold', { count: plan.examineeCount })}</li>
            <li>{t('withdrawSealed')}</li>
            <li>{t('withdrawForGood')}</li>
          </ul>
        </ReasonDialog>
      )}
    </>
  );
}
