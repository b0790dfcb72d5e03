import { useTranslation } from '../../../../lib/i18n.ts';
import type { FieldEligibilityReason } from '../../../../../sync/domain/applications/eligibility.ts';
import { cn } from '../../../../lib/cn.ts';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { verdictStyles } from '../offer/eligibility-list.tsx';

/** Shows the results of the eligibility rules below the field they refer to. */
export function FieldReasons({ label, reasons }: { label: string; reasons: readonly FieldEligibilityReason[] }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={t('reasonsOf', { label })} className="mt-2 flex flex-col gap-1 text-[13px]">
      {reasons.map(({ rule, verdict, reason }) => {
        const { Icon, colour } = verdictStyles[verdict];
        return (
          <li key={`${rule[0]} ${reason[0]}`} className="flex items-start gap-2">
            <span
              role="img"
              aria-label={t(`verdicts.${verdict}`)}
              className={cn('mt-0.5 grid size-4 shrink-0 place-items-center rounded-full', colour)}
            >
              <Icon aria-hidden className="size-2.5" />
            </span>
            <span className="min-w-0">
              {words(rule)}
              <span className="text-muted-foreground">
                {t('reasonDash')}
                {words(reason)}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
