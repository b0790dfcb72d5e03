import { Plus, X } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { educationLevels, titleRankNames } from '../../../../../sync/contract/code-lists.ts';
import { professionLevels } from '../../../../../sync/contract/codes.ts';
import { type RuleCase, openEndedJob } from '../../../../../sync/contract/applications/rule-set.ts';
import { titleRanks } from '../../../../../sync/domain/applications/eligibility.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { DateField } from '../../../../ui/date/date-field.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { getLevelName } from '../../application-queries.ts';

interface CaseFormProps {
  value: RuleCase;
  disabled: boolean;
  onChange: (value: RuleCase) => void;
  onRemove: () => void;
}

const verdicts = ['met', 'notMet', 'missing'] as const;
const month = /^(?:19|20)\d{2}-(?:0[1-9]|1[0-2])$/;

/** Edits one test case of the eligibility rules: facts of a person, the day, and the expected result. */
export function CaseForm({ value, disabled, onChange, onRemove }: CaseFormProps) {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const words = useLabelText();
  const { facts } = value;
  const setFields = (part: Partial<RuleCase>) => onChange({ ...value, ...part });
  /** Changes facts of the test case's person. A fact that becomes undefined is unknown and left out of the object. */
  const know = (part: Partial<RuleCase['facts']>) =>
    setFields({
      facts: Object.fromEntries(Object.entries({ ...facts, ...part }).filter(([, each]) => each !== undefined)) as RuleCase['facts'],
    });
  const levels = professionLevels.map((each) => ({ value: String(each), label: getLevelName(code, each) }));
  const levelOf = (text: string) => professionLevels.find((each) => String(each) === text);
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
      <Field label={t('caseName')} error={value.name.trim() === '' ? t('caseNameNeeded') : undefined}>
        {(control) => (
          <Input {...control} maxLength={60} value={value.name} onChange={(event) => setFields({ name: event.target.value })} />
        )}
      </Field>
      <Field label={t('caseExpected')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={value.expected}
            onChange={(next) => setFields({ expected: verdicts.find((each) => each === next) ?? 'met' })}
            choices={verdicts.map((each) => ({ value: each, label: t(`verdicts.${each}`) }))}
          />
        )}
      </Field>
      <Field label={t('caseLevel')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={String(value.level)}
            onChange={(next) => setFields({ level: levelOf(next) ?? value.level })}
            choices={levels}
          />
        )}
      </Field>
      <Field label={t('caseToday')}>
        {(control) => <DateField {...control} disabled={disabled} value={value.today} onChange={(today) => setFields({ today })} />}
      </Field>
      <Field label={t('caseBirthday')}>
        {(control) => (
          <DateField
            {...control}
            disabled={disabled}
            value={facts.birthday ?? ''}
            onChange={(birthday) => know({ birthday: birthday === '' ? undefined : birthday })}
          />
        )}
      </Field>
      <Field label={t('meanings.education')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={facts.education ?? ''}
            onChange={(next) => know({ education: educationLevels.find(([zh]) => zh === next)?.[0] })}
            choices={[{ value: '', label: t('caseUnknown') }, ...educationLevels.map((name) => ({ value: name[0], label: words(name) }))]}
          />
        )}
      </Field>
      <Field label={t('caseCertificate')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={String(facts.certificate?.level ?? '')}
            onChange={(next) => {
              const level = levelOf(next);
              know({ certificate: level === undefined ? undefined : { level, date: facts.certificate?.date ?? '' } });
            }}
            choices={[{ value: '', label: t('caseUnknown') }, ...levels]}
          />
        )}
      </Field>
      {facts.certificate !== undefined && (
        <Field label={t('caseCertificateDate')}>
          {(control) => (
            <DateField
              {...control}
              disabled={disabled}
              value={facts.certificate?.date ?? ''}
              onChange={(date) => know({ certificate: facts.certificate && { ...facts.certificate, date } })}
            />
          )}
        </Field>
      )}
      <Field label={t('needRank')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={facts.title?.rank ?? ''}
            onChange={(next) => {
              const rank = titleRanks.find((each) => each === next);
              know({ title: rank === undefined ? undefined : { rank, date: facts.title?.date ?? '' } });
            }}
            choices={[{ value: '', label: t('caseUnknown') }, ...titleRankNames.map((name) => ({ value: name[0], label: words(name) }))]}
          />
        )}
      </Field>
      {facts.title !== undefined && (
        <Field label={t('caseTitleDate')}>
          {(control) => (
            <DateField
              {...control}
              disabled={disabled}
              value={facts.title?.date ?? ''}
              onChange={(date) => know({ title: facts.title && { ...facts.title, date } })}
            />
          )}
        </Field>
      )}
      <CaseJobs jobs={facts.work} today={value.today} disabled={disabled} onChange={(work) => know({ work })} />
      {!disabled && (
        <Button size="sm" className="justify-self-start" onClick={onRemove}>
          {t('caseRemove')}
        </Button>
      )}
    </fieldset>
  );
}

type CaseJob = RuleCase['facts']['work'][number];

interface CaseJobsProps {
  jobs: readonly CaseJob[];
  /** Day of the test case, as yyyy-mm-dd. A new job begins in January of its year. */
  today: string;
  disabled: boolean;
  onChange: (jobs: CaseJob[]) => void;
}

/** Edits the jobs of the test case's person, each from one month to another or until now. */
function CaseJobs({ jobs, today, disabled, onChange }: CaseJobsProps) {
  const { t } = useTranslation('application');
  return (
    <div className="flex flex-col gap-1.5 sm:col-span-2">
      <span className="text-[13px] font-medium">{t('caseWork', { now: openEndedJob })}</span>
      {jobs.map((job, at) => {
        const change = (part: Partial<CaseJob>) => onChange(jobs.map((each, index) => (index === at ? { ...each, ...part } : each)));
        return (
          <span key={at} className="flex items-center gap-2 text-sm">
            <Input
              aria-label={t('caseFrom', { n: at + 1 })}
              className="num w-28"
              placeholder="2022-07"
              value={job.from}
              aria-invalid={!month.test(job.from)}
              onChange={(event) => change({ from: event.target.value.trim() })}
            />
            –
            <Input
              aria-label={t('caseTo', { n: at + 1 })}
              className="num w-28"
              placeholder={openEndedJob}
              value={job.to}
              aria-invalid={job.to !== openEndedJob && !month.test(job.to)}
              onChange={(event) => change({ to: event.target.value.trim() })}
            />
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('caseWorkRemove', { n: at + 1 })}
              onClick={() => onChange(jobs.toSpliced(at, 1))}
            >
              <X />
            </Button>
          </span>
        );
      })}
      {!disabled && jobs.length < 8 && (
        <Button
          size="sm"
          repeats
          className="self-start"
          onClick={() => onChange([...jobs, { from: `${today.slice(0, 4)}-01`, to: openEndedJob }])}
        >
          <Plus aria-hidden />
          {t('caseWorkAdd')}
        </Button>
      )}
    </div>
  );
}
