import { ArrowUp, Plus, X } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { professionLevels } from '../../../../../sync/contract/codes.ts';
import { educationLevels, titleRankNames } from '../../../../../sync/contract/code-lists.ts';
import type { RuleLevels } from '../../../../../sync/contract/applications/rule-set.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../../ui/primitives/multi-select.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { getLevelName } from '../../level-name.ts';

type Rule = RuleLevels[5][number];
type Need = Rule['all'][number];

const kinds = ['age', 'work', 'certificate', 'title', 'education'] as const;
const newNeed: { readonly [K in Need['kind']]: Extract<Need, { kind: K }> } = {
  age: { kind: 'age', years: 16 },
  work: { kind: 'work', years: 1 },
  certificate: { kind: 'certificate', level: 5, years: 1 },
  title: { kind: 'title', rank: titleRankNames[0][0], years: 1 },
  education: { kind: 'education', oneOf: [educationLevels[2][0]] },
};

interface RulesOfLevelProps {
  rules: readonly Rule[];
  disabled: boolean;
  onChange: (rules: Rule[]) => void;
}

/** Edits the rules of a level. One passed rule is enough; each rule may have several conditions. */
export function RulesOfLevel({ rules, disabled, onChange }: RulesOfLevelProps) {
  const { t } = useTranslation('application');
  const put = (at: number, rule: Rule) => onChange(rules.map((each, index) => (index === at ? rule : each)));
  return (
    <>
      <p className="text-[13px] text-muted-foreground">{t('ruleAny')}</p>
      {rules.map((rule, at) => (
        <fieldset
          key={at}
          disabled={disabled}
          aria-label={t('ruleNo', { n: at + 1 })}
          className="flex flex-col gap-2 rounded-lg border p-3"
        >
          <div className="flex items-center gap-2">
            <span className="num w-5 shrink-0 text-[13px] text-muted-foreground">{at + 1}</span>
            <Input
              aria-label={t('ruleZh', { n: at + 1 })}
              value={rule.words[0]}
              maxLength={60}
              aria-invalid={rule.words[0].trim() === ''}
              onChange={(event) => put(at, { ...rule, words: [event.target.value, rule.words[1]] })}
            />
            {!disabled && (
              <>
                <Button
                  variant="ghost"
                  size="iconSm"
                  repeats
                  disabled={at === 0}
                  aria-label={t('ruleUp', { n: at + 1 })}
                  onClick={() => onChange(rules.toSpliced(at, 1).toSpliced(at - 1, 0, rule))}
                >
                  <ArrowUp />
                </Button>
                <Button
                  variant="ghost"
                  size="iconSm"
                  aria-label={t('ruleRemove', { n: at + 1 })}
                  onClick={() => onChange(rules.toSpliced(at, 1))}
                >
                  <X />
                </Button>
              </>
            )}
          </div>
          <Input
            aria-label={t('ruleEn', { n: at + 1 })}
            className="ml-7 w-auto text-[13px]"
            value={rule.words[1]}
            maxLength={120}
            aria-invalid={rule.words[1].trim() === ''}
            onChange={(event) => put(at, { ...rule, words: [rule.words[0], event.target.value] })}
          />
          <ul className="ml-7 flex flex-col gap-1.5">
            {rule.all.map((need, index) => (
              <li key={index} className="flex flex-wrap items-center gap-2">
                <NeedInput
                  need={need}
                  disabled={disabled}
                  label={t('needNo', { n: at + 1, m: index + 1 })}
                  onChange={(next) => put(at, { ...rule, all: rule.all.map((each, other) => (other === index ? next : each)) })}
                />
                {!disabled && rule.all.length > 1 && (
                  <Button
                    variant="ghost"
                    size="iconSm"
                    aria-label={t('needRemove', { n: at + 1, m: index + 1 })}
                    onClick={() => put(at, { ...rule, all: rule.all.toSpliced(index, 1) })}
                  >
                    <X />
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {!disabled && rule.all.length < 5 && (
            <Button
              variant="ghost"
              size="sm"
              repeats
              className="ml-7 self-start"
              onClick={() => put(at, { ...rule, all: [...rule.all, newNeed.work] })}
            >
              <Plus aria-hidden />
              {t('needAdd')}
            </Button>
          )}
        </fieldset>
      ))}
      {!disabled && rules.length < 12 && (
        <Button repeats className="self-start" onClick={() => onChange([...rules, { words: ['', ''], all: [newNeed.work] }])}>
          <Plus aria-hidden />
          {t('ruleAdd')}
        </Button>
      )}
    </>
  );
}

function NeedInput({ need, disabled, label, onChange }: { need: Need; disabled: boolean; label: string; onChange: (need: Need) => void }) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const words = useLabelText();
  return (
    <>
      <Select
        className="w-44"
        aria-label={label}
        disabled={disabled}
        value={need.kind}
        onChange={(kind) => onChange(newNeed[kinds.find((each) => each === kind) ?? 'work'])}
        choices={kinds.map((kind) => ({ value: kind, label: t(`needs.${kind}`) }))}
      />
      {need.kind === 'certificate' && (
        <Select
          className="w-28"
          aria-label={`${label} ${t('needLevel')}`}
          disabled={disabled}
          value={String(need.level)}
          onChange={(level) => onChange({ ...need, level: professionLevels.find((each) => String(each) === level) ?? 5 })}
          choices={professionLevels.map((each) => ({ value: String(each), label: getLevelName(code, each) }))}
        />
      )}
      {need.kind === 'title' && (
        <Select
          className="w-28"
          aria-label={`${label} ${t('needRank')}`}
          disabled={disabled}
          value={need.rank}
          onChange={(rank) => onChange({ ...need, rank: titleRankNames.find(([zh]) => zh === rank)?.[0] ?? need.rank })}
          choices={titleRankNames.map((name) => ({ value: name[0], label: words(name) }))}
        />
      )}
      {need.kind === 'education' ? (
        <div className="min-w-48 grow">
          <MultiSelect
            aria-label={`${label} ${t('needs.education')}`}
            values={[...need.oneOf]}
            onChange={(chosen) => {
              const oneOf = educationLevels.flatMap(([zh]) => (chosen.includes(zh) ? zh : []));
              if (oneOf.length > 0) onChange({ kind: 'education', oneOf });
            }}
            none={t('choose')}
            choices={educationLevels.map((name) => ({ value: name[0], label: words(name) }))}
          />
        </div>
      ) : (
        <label className="flex items-center gap-1.5 text-sm">
          <Input
            type="number"
            min={0}
            max={60}
            className="num w-20"
            aria-label={`${label} ${t('needYears')}`}
            value={need.years}
            onChange={(event) => onChange({ ...need, years: Math.min(60, Math.max(0, Math.trunc(Number(event.target.value)))) })}
          />
          {t('needYears')}
        </label>
      )}
    </>
  );
}
