import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { type DifficultyCode, difficulty, sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import {
  maxOwnPaperQuestions,
  practiceDrawRules,
  type PracticeDrawRules,
  type PracticePaper,
  practicePaper,
} from '../../../../sync/contract/learning/practice-own.ts';
import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import type { PracticePack } from '../../../platform/practice/practice-cache.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { listPaperCategories, listDrawableQuestions, drawQuestions, listOwnPapers, computeRecordVersion } from '../own-paper.ts';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';

const area = '/student/exercises/paper';
const blank: PracticeDrawRules = { from: 'open', categories: [], points: [], types: [], difficulties: [], count: 20 };

/**
 * Creates or edits the learner's own practice paper, drawn from all questions that are open for practice, or for example from the wrong-answer book.
 * /student/exercises/paper/create(/{id})
 */
export function OwnPaperFormPage() {
  const { t } = useTranslation('exercise');
  const { id } = useParams();
  return (
    <PracticeLoader>
      {(practice) => {
        const saved = listOwnPapers(practice.own).find((paper) => paper.id === id);
        return id !== undefined && !saved ? (
          <EmptyState title={t('noPaper')}>{t('noPaperText')}</EmptyState>
        ) : (
          <PaperForm key={id ?? ''} practice={practice} saved={saved} />
        );
      }}
    </PracticeLoader>
  );
}

function PaperForm({ practice, saved }: { practice: PracticeState & { pack: PracticePack }; saved: PracticePaper | undefined }) {
  const { t } = useTranslation(['exercise', 'ui', 'words']);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [name, setName] = useState(saved?.name ?? '');
  const [category, setCategory] = useState(saved?.category ?? search.get('category') ?? '');
  const [draw, setDraw] = useState<PracticeDrawRules>(saved?.draw ?? { ...blank, from: search.get('from') === 'wrong' ? 'wrong' : 'open' });
  const [count, setCount] = useState(String(draw.count));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const { questions } = practice.pack;
  const drawableQuestions = listDrawableQuestions(questions, practice.answers, practice.own.stars, draw);
  const questionCount = Number(toMatchText(count));
  const rules = { ...draw, count: questionCount };
  const isRedrawn = !saved || JSON.stringify(saved.draw) !== JSON.stringify(rules);
  const countFault =
    !Number.isInteger(questionCount) || questionCount < 1 || questionCount > maxOwnPaperQuestions
      ? t('needCount', { most: maxOwnPaperQuestions })
      : undefined;
  const nameFault = practicePaper.shape.name.safeParse(name).success ? undefined : t('needName');
  const categoryFault = practicePaper.shape.category.safeParse(category).success ? undefined : t('badCategory');
  const short = isRedrawn && drawableQuestions.length === 0 ? t('nothingToDraw') : undefined;
  const change = (to: Partial<PracticeDrawRules>) => setDraw((previous) => ({ ...previous, ...to }));

  const submit = async () => {
    setTried(true);
    if (countFault !== undefined || nameFault !== undefined || categoryFault !== undefined || short !== undefined || busy) return;
    setBusy(true);
    const paper = practicePaper.parse({
      id: saved?.id ?? crypto.randomUUID(),
      changedMs: computeRecordVersion(saved),
      removed: false,
      name,
      category,
      draw: rules,
      questionIds: saved && !isRedrawn ? saved.questionIds : drawQuestions(drawableQuestions, questionCount, Math.random),
    });
    await practice.storeOwn({ papers: [paper] }).finally(() => setBusy(false));
    await navigate(`${area}/paper-form/${paper.id}`);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PageHeader
        title={saved ? t('editPaper', { name: saved.name }) : t('newPaper')}
        actions={
          <>
            <LinkButton to={`${area}/paper-form`}>{t('ui:cancel')}</LinkButton>
            <Button type="submit" variant="primary" busy={busy}>
              {t(isRedrawn ? 'drawAndSave' : 'words:save')}
            </Button>
          </>
        }
      />
      <Panel title={t('paperIs')} bodyClassName="grid gap-4 p-4 sm:grid-cols-2">
        <Field label={t('paperName')} required error={tried ? nameFault : undefined}>
          {(field) => <Input {...field} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={t('words:category')} hint={t('categoryHint')} error={tried ? categoryFault : undefined}>
          {(field) => (
            <CategoryInput
              {...field}
              suggestions={listPaperCategories(listOwnPapers(practice.own))}
              value={category}
              onChange={(event) => setCategory(event.target.value)}
            />
          )}
        </Field>
      </Panel>
      <Panel
        title={t('drawTitle')}
        aside={
          <span role="status" className="num text-[13px] text-muted-foreground">
            {t('thereAre', { count: drawableQuestions.length })}
          </span>
        }
        bodyClassName="grid gap-4 p-4 sm:grid-cols-2"
      >
        <Field label={t('drawnFrom')} error={tried ? short : undefined}>
          {(field) => (
            <Select
              {...field}
              value={draw.from}
              onChange={(from) => change({ from: from as PracticeDrawRules['from'] })}
              choices={practiceDrawRules.shape.from.options.map((value) => ({ value, label: t(`from.${value}`) }))}
            />
          )}
        </Field>
        <Field
          label={t('words:questionCount')}
          required
          error={tried ? countFault : undefined}
          hint={
            !countFault && questionCount > drawableQuestions.length && drawableQuestions.length > 0
              ? t('onlySoMany', { count: drawableQuestions.length })
              : undefined
          }
        >
          {(field) => (
            <Input {...field} inputMode="numeric" className="w-28" value={count} onChange={(event) => setCount(event.target.value)} />
          )}
        </Field>
        <QuestionFilterFields questions={questions} draw={draw} onChange={change} />
      </Panel>
    </form>
  );
}

interface QuestionFilterFieldsProps {
  questions: PracticePack['questions'];
  draw: PracticeDrawRules;
  onChange: (to: Partial<PracticeDrawRules>) => void;
}

/** Limits the drawn questions by category, point of the detail table, type and difficulty. */
function QuestionFilterFields({ questions, draw, onChange }: QuestionFilterFieldsProps) {
  const { t } = useTranslation(['exercise', 'words']);
  const { t: code } = useTranslation('codes');
  const points = [...new Set(questions.map(({ point }) => point))].filter((point) => point !== '').toSorted();
  const nameOf = new Map(questions.map(({ point, pointName }) => [point, pointName]));
  return (
    <>
      <FilterField
        label={t('questionCategory')}
        questions={questions}
        values={listPaperCategories(questions.map(({ category }) => ({ category })))}
        getLabel={(path) => path}
        matches={({ category }, path) => category === path || category.startsWith(`${path}/`)}
        chosen={draw.categories}
        onChange={(categories) => onChange({ categories })}
      />
      <FilterField
        label={t('point')}
        questions={questions}
        values={points}
        getLabel={(point) => [nameOf.get(point) ?? '', point].filter((text) => text !== '').join(' · ')}
        matches={(question, point) => question.point === point}
        chosen={draw.points}
        onChange={(chosen) => onChange({ points: chosen })}
      />
      <FilterField
        label={t('words:questionType')}
        questions={questions}
        values={Object.values(sectionType)}
        getLabel={(type) => code(`sectionType.${type}`)}
        matches={(question, type) => question.type === type}
        chosen={draw.types.map(String)}
        onChange={(types) => onChange({ types: types.map(Number) as SectionTypeCode[] })}
      />
      <FilterField
        label={t('difficulty')}
        questions={questions}
        values={Object.values(difficulty)}
        getLabel={(value) => code(`difficulty.${value}`)}
        matches={(question, value) => question.difficulty === value}
        chosen={draw.difficulties.map(String)}
        onChange={(difficulties) => onChange({ difficulties: difficulties.map(Number) as DifficultyCode[] })}
      />
    </>
  );
}

interface FilterFieldProps<T> {
  label: string;
  questions: PracticePack['questions'];
  values: readonly T[];
  getLabel: (value: T) => string;
  matches: (question: PracticePack['questions'][number], value: T) => boolean;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** Offers the values that some question has, each with its number of questions. An empty choice draws from all values. */
function FilterField<T>({ label, questions, values, getLabel, matches, chosen, onChange }: FilterFieldProps<T>) {
  const { t } = useTranslation('exercise');
  const choices = values
    .map((value) => ({
      value: String(value),
      label: getLabel(value),
      note: questions.filter((question) => matches(question, value)).length,
    }))
    .filter(({ note }) => note > 0);
  return (
    <Field label={label}>
      {(field) => <MultiSelect id={field.id} aria-label={label} values={chosen} onChange={onChange} none={t('all')} choices={choices} />}
    </Field>
  );
}
