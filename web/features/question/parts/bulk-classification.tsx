import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import type { CallInput, CallOutput } from '../../../../sync/contract/call.ts';
import { difficulty, type DifficultyCode, type ProfessionLevel, type QuestionBank } from '../../../../sync/contract/codes.ts';
import type { questionCalls } from '../../../../sync/contract/bank/question.ts';
import { CallFailure, makeCall } from '../../../platform/api/call.ts';
import { OptionPicker, type OptionSource } from '../../../platform/api/option-picker.tsx';
import { Combobox } from '../../../ui/form/combobox.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useDetailPoints } from '../detail-points.ts';
import { useFieldTexts } from '../field-words.ts';
import {
  createBankProfessionOptions,
  type QuestionListRow,
  useProfession,
  useQuestionCategories,
  useQuestionTags,
} from '../question-queries.ts';
import { TagInput } from './tag-input.tsx';

type ClassificationChange = CallInput<(typeof questionCalls)['modifyMany']>['set'];

interface BulkClassificationProps {
  items: readonly Pick<QuestionListRow, 'id' | 'version' | 'profId' | 'tradeId' | 'level'>[];
  bank: QuestionBank;
  onClose: () => void;
  onDone: () => void;
}

/** Changes the classification of many questions. Fields left untouched in this dialog keep the value of each question. */
export function BulkClassification({ items, bank, onClose, onDone }: BulkClassificationProps) {
  const { t } = useTranslation(['question', 'words']);
  const { nameOf } = useFieldTexts();
  const [set, setSet] = useState<ClassificationChange>({});
  const describe = ({ changed, fields }: CallOutput<(typeof questionCalls)['modifyMany']>): string => {
    const what = joinWords(fields.map(({ field, count }) => `${nameOf(field)} ${count}`));
    return changed === 0 ? t('bulkNothing') : `${t('bulkDone', { count: changed })}${what === '' ? '' : ` ${what}`}`;
  };
  return (
    <ActionDialog
      title={t('bulkTitle', { count: items.length })}
      description={t('bulkText')}
      confirm={t('bulkRun', { count: items.length })}
      disabled={Object.keys(set).length === 0}
      run={(quiet) => makeCall('/question/modifyMany', { items: items.map(({ id, version }) => ({ id, version })), set }, quiet)}
      invalidates={['/question']}
      doneText={describe}
      onDone={onDone}
      onClose={onClose}
    >
      {({ error }) => {
        const fields: ChangeFieldsProps = {
          bank,
          set,
          put: (part) => setSet({ ...set, ...part }),
          removeField: (name) => setSet(Object.fromEntries(Object.entries(set).filter(([key]) => key !== name))),
          findProblem: (path) => (error instanceof CallFailure ? error.fields.find((fault) => fault.path === path)?.message : undefined),
        };
        return (
          <>
            <CategoryField {...fields} />
            <div className="grid grid-cols-2 gap-3">
              <GradeField name="difficulty" {...fields} />
              <GradeField name="uniformity" {...fields} />
            </div>
            <TagFields {...fields} />
            <ProfessionFields {...fields} onReplace={setSet} />
            <PointField {...fields} items={items} />
          </>
        );
      }}
    </ActionDialog>
  );
}

/** Props of a field in the dialog. */
interface ChangeFieldsProps {
  bank: QuestionBank;
  /** The change that the user has chosen so far. */
  set: ClassificationChange;
  /** Adds fields to the change. */
  put: (part: ClassificationChange) => void;
  /** Takes a field out of the change, so that each question keeps its value. */
  removeField: (name: keyof ClassificationChange) => void;
  /** Returns the server's message on a field of the call, such as `set.category`. */
  findProblem: (path: string) => string | undefined;
}

function CategoryField({ bank, set, put, removeField, findProblem }: ChangeFieldsProps) {
  const { t } = useTranslation(['question', 'words']);
  const listId = useId();
  const categories = useQuestionCategories(bank).data?.items ?? [];
  return (
    <>
      <Field label={t('words:category')} hint={t('categoryPathHint')} error={findProblem('set.category')}>
        {(control) => (
          <Input
            {...control}
            list={listId}
            placeholder={t('unchanged')}
            value={set.category ?? ''}
            onChange={(event) => (event.target.value === '' ? removeField('category') : put({ category: event.target.value }))}
          />
        )}
      </Field>
      <datalist id={listId}>
        {categories.flatMap(({ category }) => (category === '' ? [] : [<option key={category} value={category} />]))}
      </datalist>
    </>
  );
}

function GradeField({ name, set, put, removeField }: ChangeFieldsProps & { name: 'difficulty' | 'uniformity' }) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  return (
    <Field label={t(name)}>
      {(control) => (
        <Select
          {...control}
          value={set[name] === undefined ? '' : String(set[name])}
          onChange={(value) => (value === '' ? removeField(name) : put({ [name]: Number(value) as DifficultyCode }))}
          choices={[
            { value: '', label: t('unchanged') },
            ...Object.values(difficulty).map((value) => ({ value: String(value), label: code(`difficulty.${value}`) })),
          ]}
        />
      )}
    </Field>
  );
}

function TagFields({ bank, set, put, removeField }: ChangeFieldsProps) {
  const { t } = useTranslation('question');
  const tags = (useQuestionTags(bank).data?.items ?? []).map((each) => each.tag);
  return (
    <>
      <Field label={t('tagsAdd')}>
        {(control) => (
          <TagInput
            {...control}
            value={set.addTags ?? []}
            onChange={(value) => (value.length === 0 ? removeField('addTags') : put({ addTags: value }))}
            suggestions={tags}
          />
        )}
      </Field>
      <Field label={t('tagsRemove')}>
        {(control) => (
          <TagInput
            {...control}
            value={set.removeTags ?? []}
            onChange={(value) => (value.length === 0 ? removeField('removeTags') : put({ removeTags: value }))}
            suggestions={tags}
          />
        )}
      </Field>
    </>
  );
}

interface ProfessionFieldsProps extends ChangeFieldsProps {
  onReplace: (set: ClassificationChange) => void;
}

/** Chooses profession and level. Another profession also clears trade, level and point, which belong to the old one. */
function ProfessionFields({ bank, set, put, findProblem, onReplace }: ProfessionFieldsProps) {
  const { t } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const profession = useProfession(set.profId ?? null).data;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('words:profession')} error={findProblem('set.profId')}>
        {(control) => (
          <OptionPicker
            {...control}
            source={addNoneOption(createBankProfessionOptions(bank), t('notFiled'))}
            knownChoices={[{ value: String(none), label: t('notFiled') }]}
            placeholder={t('unchanged')}
            value={set.profId === undefined ? null : (set.profId ?? none)}
            onChange={(id) => {
              const { profId: _p, tradeId: _t, level: _l, pointCode: _c, ...rest } = set;
              onReplace(id === null ? rest : { ...rest, profId: id === none ? null : id, tradeId: null, level: null, pointCode: '' });
            }}
          />
        )}
      </Field>
      <Field label={t('words:level')} error={findProblem('set.level')}>
        {(control) => (
          <Select
            {...control}
            disabled={profession === undefined}
            value={set.level == null ? '' : String(set.level)}
            onChange={(value) => put({ level: value === '' ? null : (Number(value) as ProfessionLevel), pointCode: '' })}
            choices={[
              { value: '', label: t('anyLevel') },
              ...(profession?.levels ?? []).map((each) => ({ value: String(each), label: code(`professionLevel.${each}`) })),
            ]}
          />
        )}
      </Field>
    </div>
  );
}

interface PointFieldProps extends ChangeFieldsProps {
  items: BulkClassificationProps['items'];
}

function PointField({ items, set, put, removeField, findProblem }: PointFieldProps) {
  const { t } = useTranslation('question');
  // If no profession is chosen in this dialog, the questions keep theirs. Points are then offered only if all questions belong to one detail table.
  const place =
    'profId' in set ? { profId: set.profId ?? null, tradeId: set.tradeId ?? null, level: set.level ?? null } : placeOfAll(items);
  const points = useDetailPoints(place ?? { profId: null, tradeId: null, level: null });
  return (
    <Field
      label={t('point')}
      hint={
        place === null
          ? t('pointSeveral')
          : place.profId === null || place.level === null
            ? t('pointNeedsLevel')
            : points.length === 0
              ? t('pointNone')
              : undefined
      }
      error={findProblem('set.pointCode')}
    >
      {(control) => (
        <Combobox
          {...control}
          disabled={points.length === 0}
          placeholder={t('pointHint')}
          value={points.find((each) => each.value === set.pointCode) ?? null}
          onChange={(choice) =>
            choice === null && !('profId' in set) ? removeField('pointCode') : put({ pointCode: choice?.value ?? '' })
          }
          search={(text) =>
            Promise.resolve(points.filter((each) => `${each.value} ${each.label}`.toLowerCase().includes(text.toLowerCase())).slice(0, 60))
          }
        />
      )}
    </Field>
  );
}

/** Stands for "no profession" among the options. */
const none = 0;

/** Offers "no profession" before the professions. */
const addNoneOption = (source: OptionSource, label: string): OptionSource => ({
  name: `${source.name} or none`,
  search: async (text, signal) => {
    const { choices, total } = await source.search(text, signal);
    return text === '' ? { choices: [{ value: String(none), label }, ...choices], total: total + 1 } : { choices, total };
  },
  read: source.read,
});

/** Returns the profession, trade and level that all questions share, or null if the questions differ. */
function placeOfAll(items: BulkClassificationProps['items']) {
  const [first] = items;
  const isSame = items.every((one) => one.profId === first?.profId && one.tradeId === first.tradeId && one.level === first.level);
  return first !== undefined && isSame ? { profId: first.profId, tradeId: first.tradeId, level: first.level } : null;
}
