import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { RuleCase, RuleLevels } from '../../../../../sync/contract/applications/rule-set.ts';
import { runEligibilityCases } from '../../../../../sync/domain/applications/eligibility-cases.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { getLevelName } from '../../level-name.ts';
import { CaseForm } from './case-form.tsx';

interface CaseDeskProps {
  levels: RuleLevels;
  cases: readonly RuleCase[];
  disabled: boolean;
  onChange: (cases: RuleCase[]) => void;
}

/** Runs the current rules on the test cases. Failed cases come first, each with the reasons of every rule. */
export function EligibilityCaseRunner({ levels, cases, disabled, onChange }: CaseDeskProps) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const words = useLabelText();
  const [open, setOpen] = useState<number | null>(null);
  const rows = runEligibilityCases({ levels }, cases).map((result, at) => ({ ...result, at }));
  const failing = rows.filter(({ fits }) => !fits);
  const shown = [...failing, ...rows.filter(({ fits }) => fits)];
  return (
    <Panel
      title={t('caseTitle', { count: cases.length })}
      aside={
        <Chip tone={failing.length > 0 ? 'seal' : 'delivered'} mark="dot">
          {failing.length > 0 ? t('casesFail', { count: failing.length }) : t('casesFit')}
        </Chip>
      }
      bodyClassName="flex flex-col gap-3 p-3"
    >
      {!disabled && cases.length < 200 && (
        <Button
          repeats
          className="self-start"
          onClick={() => {
            const blank = { name: t('caseNew', { n: cases.length + 1 }), level: 5, today: cases.at(-1)?.today ?? '2026-01-01' } as const;
            onChange([...cases, { ...blank, facts: { work: [] }, expected: 'met' }]);
            setOpen(cases.length);
          }}
        >
          <Plus aria-hidden />
          {t('caseAdd')}
        </Button>
      )}
      <ul className="max-h-[32rem] overflow-y-auto rounded-lg border">
        {shown.map(({ at, fits, found }) => {
          const each = cases[at];
          if (each === undefined) return null;
          return (
            <li key={at} className="border-b last:border-b-0">
              <button
                type="button"
                aria-expanded={open === at}
                className="flex w-full items-center gap-2.5 px-3 py-2 text-left text-sm hover:bg-accent"
                onClick={() => setOpen(open === at ? null : at)}
              >
                <span className="num w-10 shrink-0 text-[13px] text-muted-foreground">{at + 1}</span>
                <span className="min-w-0 grow truncate">
                  {getLevelName(code, each.level)} · {each.name}
                </span>
                <span className={fits ? 'text-[13px] text-muted-foreground' : 'text-[13px] text-seal'}>
                  {fits
                    ? t(`verdicts.${found.verdict}`)
                    : t('caseOtherwise', { found: t(`verdicts.${found.verdict}`), expected: t(`verdicts.${each.expected}`) })}
                </span>
              </button>
              {open === at && (
                <div className="flex flex-col gap-3 border-t bg-muted/40 p-3">
                  <ul className="flex flex-col gap-1 text-[13px]">
                    {found.rules.map((rule, index) => (
                      <li key={index}>
                        <strong className="font-medium">
                          {t(`verdicts.${rule.verdict}`)} · {words(rule.words)}
                        </strong>
                        ：{rule.reasons.map(words).join('；')}
                      </li>
                    ))}
                  </ul>
                  <CaseForm
                    value={each}
                    disabled={disabled}
                    onChange={(next) => onChange(cases.map((other, index) => (index === at ? next : other)))}
                    onRemove={() => {
                      setOpen(null);
                      onChange(cases.toSpliced(at, 1));
                    }}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
