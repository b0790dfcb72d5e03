import { Check, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { JudgedRule } from '../../../../../sync/domain/applications/eligibility.ts';
import { cn } from '../../../../lib/cn.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { getLevelName } from '../../application-queries.ts';

export const verdictStyles = {
  met: { Icon: Check, tone: 'delivered', colour: 'bg-delivered-soft text-delivered' },
  missing: { Icon: TriangleAlert, tone: 'kept', colour: 'bg-kept-soft text-kept-ink' },
  notMet: { Icon: X, tone: 'neutral', colour: 'bg-muted text-muted-foreground' },
} as const;

/** Lists the eligibility rules of a standard for one level, each with the applicant's result; one passed rule is enough. */
export function EligibilityList({ level, standard, rules }: { level: number; standard: string; rules: readonly JudgedRule[] }) {
  const { t } = useTranslation('application');
  const code = useTranslation('codes').t;
  const words = useLabelText();
  return (
    <section aria-label={t('eligibility')}>
      <h3 className="flex flex-wrap items-baseline gap-x-2.5 border-y bg-muted px-3.5 py-1.5 text-[13px] font-semibold">
        {t('eligibility')}
        <span className="font-normal">{t('eligibilityOne', { level: getLevelName(code, level) })}</span>
        <span className="ml-auto font-normal text-muted-foreground">{standard}</span>
      </h3>
      <ul>
        {rules.map((rule) => {
          const { Icon, tone, colour } = verdictStyles[rule.verdict];
          return (
            <li key={rule.words[0]} className="flex items-start gap-3 border-b px-3.5 py-2 text-sm">
              <span className={cn('mt-0.5 grid size-5 shrink-0 place-items-center rounded-full', colour)}>
                <Icon aria-hidden className="size-3" />
              </span>
              <span className="min-w-0 grow">
                {words(rule.words)}
                <span className="block text-[13px] text-muted-foreground">
                  {rule.reasons.map((reason) => words(reason)).join(t('listComma'))}
                </span>
              </span>
              <Chip tone={tone}>{t(`verdicts.${rule.verdict}`)}</Chip>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
