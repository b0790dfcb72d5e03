import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import type { Plan } from '../exam-plan-queries.ts';
import { ReasonDialog } from './act-dialog.tsx';

/** Withdraws a published exam. The dialog says who is notified, and that it cannot be undone. */
export function WithdrawButton({ plan }: { plan: Plan }) {
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
          run={(reason) => call('/exam/withdraw', { id: plan.id, reason })}
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
