import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { getColon, joinSentences } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import { type ProfessionLevel, professionLevels } from '../../../../sync/contract/codes.ts';
import { runEligibilityCases } from '../../../../sync/domain/applications/eligibility-cases.ts';
import { eligibilityRules2023 } from '../../../../sync/domain/applications/eligibility-2023.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-frame.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ruleSetResourceCalls } from '../application-resource-calls.ts';
import { type RuleSetRow, getLevelName } from '../application-queries.ts';
import { Plus, ArrowUp, X } from 'lucide-react';
import type { RuleCase, RuleLevels } from '../../../../sync/contract/applications/rule-set.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { CaseForm } from '../parts/offer/case-form.tsx';
import { educationLevels, titleRankNames } from '../../../../sync/contract/code-lists.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { Select } from '../../../ui/primitives/select.tsx';

/** The eligibility rules that are shipped with the product, as a read-only rule set. */
const shipped: RuleSetRow = {
  ...ruleSetResourceCalls.blank,
  standard: eligibilityRules2023.standard,
  number: eligibilityRules2023.version,
  id: 0,
  version: 1,
  updatedMs: 0,
  uses: 0,
};

/** Edits one version of the eligibility rules, tries it on test cases, and publishes it. */
export function RuleSetPage() {
  const id = Number(useParams()['id'] ?? 0);
  const set = useCall('/ruleSet/getById', { id }, { enabled: id !== 0 });
  if (id === 0) return <RuleSetEditor saved={shipped} />;
  if (set.data === undefined) return <LoadingState query={set} className="h-96" />;
  return <RuleSetEditor key={set.data.version} saved={set.data} />;
}

function RuleSetEditor({ saved }: { saved: RuleSetRow }) {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const invalidate = useInvalidate();
  const mayChange = useCanChangeData() && saved.number === 0;
  const { form, draft, busy, error, reset, send, discard, newest } = useResourceForm(ruleSetResourceCalls, saved, {
    savedText: t('rulesSaved'),
    onSaved: () => undefined,
  });
  const [level, setLevel] = useState<ProfessionLevel>(5);
  const [levels, cases] = form.watch(['levels', 'cases']);
  const isDirty = JSON.stringify([levels, cases]) !== JSON.stringify([saved.levels, saved.cases]);
  const failing = runEligibilityCases({ levels }, cases).filter(({ fits }) => !fits).length;
  const publish = useAction({
    mutationFn: () => makeCall('/ruleSet/publish', { id: saved.id, version: saved.version }),
    onSuccess: () => toast.success(t('rulesPublished')),
    onSettled: () => invalidate('/ruleSet'),
  });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={saved.standard}
        titleExtra={
          <Chip tone={saved.number === 0 ? 'kept' : 'delivered'} mark={saved.number === 0 ? 'ring' : 'dot'}>
            {saved.number === 0 ? t('rulesDraft') : t('rulesFixed', { number: saved.number, count: saved.uses })}
          </Chip>
        }
        actions={
          mayChange && (
            <>
              <DraftChip draft={draft} />
              <Button busy={busy} disabled={!isDirty} onClick={send}>
                {t('words:save')}
              </Button>
              <Button
                variant="primary"
                busy={publish.isPending}
                disabled={isDirty || failing > 0 || cases.length === 0}
                onClick={() => publish.mutate()}
              >
                {t('words:publish')}
              </Button>
            </>
          )
        }
      />
      <DraftRestored draft={{ restored: draft.restored, isOpenElsewhere: draft.isOpenElsewhere, discard }} />
      <form data-saves onSubmit={(event) => event.preventDefault()}>
        <FormFailure error={error} conflictChoices={{ draft, newest, reset }} />
      </form>
      <div className="grid items-start gap-3 xl:grid-cols-2">
        <Panel title={t('rulesOf')} bodyClassName="flex flex-col gap-3 p-3">
          <div role="group" aria-label={t('rulesOf')} className="flex flex-wrap gap-1">
            {professionLevels.toReversed().map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === level ? 'soft' : 'ghost'}
                aria-pressed={each === level}
                onClick={() => setLevel(each)}
              >
                {getLevelName(code, each)}
              </Button>
            ))}
          </div>
          <RulesOfLevel
            key={level}
            rules={levels[level]}
            disabled={!mayChange}
            onChange={(rules) => form.setValue('levels', { ...levels, [level]: rules }, { shouldDirty: true })}
          />
        </Panel>
        <EligibilityCaseRunner
          levels={levels}
          cases={cases}
          disabled={!mayChange}
          onChange={(next) => form.setValue('cases', next, { shouldDirty: true })}
        />
      </div>
    </div>
  );
}

interface EligibilityCaseRunnerProps {
  levels: RuleLevels;
  cases: readonly RuleCase[];
  disabled: boolean;
  onChange: (cases: RuleCase[]) => void;
}

/** Runs the eligibility rules, as edited, on the test cases. Failed cases come first, each with the result of every rule. */
function EligibilityCaseRunner({ levels, cases, disabled, onChange }: EligibilityCaseRunnerProps) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const words = useLabelText();
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const rows = runEligibilityCases({ levels }, cases).map((result, at) => ({ ...result, at }));
  const failing = rows.filter(({ fits }) => !fits);
  const failingFirst = [...failing, ...rows.filter(({ fits }) => fits)];
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
            setOpenIndex(cases.length);
          }}
        >
          <Plus aria-hidden />
          {t('caseAdd')}
        </Button>
      )}
      <ul className="max-h-[32rem] overflow-y-auto rounded-lg border">
        {failingFirst.map(({ at, fits, found }) => {
          const testCase = cases[at];
          if (testCase === undefined) return null;
          return (
            <li key={at} className="border-b last:border-b-0">
              <button
                type="button"
                aria-expanded={openIndex === at}
                className="flex w-full items-center gap-2.5 px-3 py-2 text-left text-sm hover:bg-accent"
                onClick={() => setOpenIndex(openIndex === at ? null : at)}
              >
                <span className="num w-10 shrink-0 text-[13px] text-muted-foreground">{at + 1}</span>
                <span className="min-w-0 grow truncate">
                  {getLevelName(code, testCase.level)} · {testCase.name}
                </span>
                <span className={fits ? 'text-[13px] text-muted-foreground' : 'text-[13px] text-seal'}>
                  {fits
                    ? t(`verdicts.${found.verdict}`)
                    : t('caseOtherwise', { found: t(`verdicts.${found.verdict}`), expected: t(`verdicts.${testCase.expected}`) })}
                </span>
              </button>
              {openIndex === at && (
                <div className="flex flex-col gap-3 border-t bg-muted/40 p-3">
                  <ul className="flex flex-col gap-1 text-[13px]">
                    {found.rules.map((rule, index) => (
                      <li key={index}>
                        <strong className="font-medium">
                          {t(`verdicts.${rule.verdict}`)} · {words(rule.words)}
                        </strong>
                        {getColon()}
                        {joinSentences(rule.reasons.map(words))}
                      </li>
                    ))}
                  </ul>
                  <CaseForm
                    value={testCase}
                    disabled={disabled}
                    onChange={(next) => onChange(cases.map((other, index) => (index === at ? next : other)))}
                    onRemove={() => {
                      setOpenIndex(null);
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

type Rule = RuleLevels[5][number];
type Requirement = Rule['all'][number];

const kinds = ['age', 'work', 'certificate', 'title', 'education'] as const;
const newNeed: { readonly [K in Requirement['kind']]: Extract<Requirement, { kind: K }> } = {
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

/** Edits the eligibility rules of one skill level. An applicant who meets a single rule is eligible; a rule may have several conditions. */
function RulesOfLevel({ rules, disabled, onChange }: RulesOfLevelProps) {
  const { t } = useTranslation('application');
  return (
    <>
      <p className="text-[13px] text-muted-foreground">{t('ruleAny')}</p>
      {rules.map((rule, at) => (
        <RuleFields
          key={at}
          rule={rule}
          number={at + 1}
          disabled={disabled}
          onChange={(next) => onChange(rules.map((each, index) => (index === at ? next : each)))}
          onMoveUp={() => onChange(rules.toSpliced(at, 1).toSpliced(at - 1, 0, rule))}
          onRemove={() => onChange(rules.toSpliced(at, 1))}
        />
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

interface RuleFieldsProps {
  rule: Rule;
  /** Position of the rule in its level, from 1. */
  number: number;
  disabled: boolean;
  onChange: (rule: Rule) => void;
  onMoveUp: () => void;
  onRemove: () => void;
}

/** Edits one eligibility rule: its texts in both languages, its place in the order, and its conditions. */
function RuleFields({ rule, number, disabled, onChange, onMoveUp, onRemove }: RuleFieldsProps) {
  const { t } = useTranslation('application');
  return (
    <fieldset disabled={disabled} aria-label={t('ruleNo', { n: number })} className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex items-center gap-2">
        <span className="num w-5 shrink-0 text-[13px] text-muted-foreground">{number}</span>
        <Input
          aria-label={t('ruleZh', { n: number })}
          value={rule.words[0]}
          maxLength={60}
          aria-invalid={rule.words[0].trim() === ''}
          onChange={(event) => onChange({ ...rule, words: [event.target.value, rule.words[1]] })}
        />
        {!disabled && (
          <>
            <Button
              variant="ghost"
              size="iconSm"
              repeats
              disabled={number === 1}
              aria-label={t('ruleUp', { n: number })}
              onClick={onMoveUp}
            >
              <ArrowUp />
            </Button>
            <Button variant="ghost" size="iconSm" aria-label={t('ruleRemove', { n: number })} onClick={onRemove}>
              <X />
            </Button>
          </>
        )}
      </div>
      <Input
        aria-label={t('ruleEn', { n: number })}
        className="ml-7 w-auto text-[13px]"
        value={rule.words[1]}
        maxLength={120}
        aria-invalid={rule.words[1].trim() === ''}
        onChange={(event) => onChange({ ...rule, words: [rule.words[0], event.target.value] })}
      />
      <ul className="ml-7 flex flex-col gap-1.5">
        {rule.all.map((need, index) => (
          <li key={index} className="flex flex-wrap items-center gap-2">
            <NeedInput
              need={need}
              disabled={disabled}
              label={t('needNo', { n: number, m: index + 1 })}
              onChange={(next) => onChange({ ...rule, all: rule.all.map((each, other) => (other === index ? next : each)) })}
            />
            {!disabled && rule.all.length > 1 && (
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={t('needRemove', { n: number, m: index + 1 })}
                onClick={() => onChange({ ...rule, all: rule.all.toSpliced(index, 1) })}
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
          onClick={() => onChange({ ...rule, all: [...rule.all, newNeed.work] })}
        >
          <Plus aria-hidden />
          {t('needAdd')}
        </Button>
      )}
    </fieldset>
  );
}

function NeedInput({
  need,
  disabled,
  label,
  onChange,
}: {
  need: Requirement;
  disabled: boolean;
  label: string;
  onChange: (need: Requirement) => void;
}) {
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
