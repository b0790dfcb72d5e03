import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type QuestionDraft, typeNames } from '../../../../sync/contract/question-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, type FieldControl } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { htmlOfDraft, textOfDraft } from '../draft-text.ts';
import type { ImportPreview } from '../question-queries.ts';

interface RowMendProps {
  draft: QuestionDraft;
  faults: ImportPreview['rows'][number]['faults'];
  busy: boolean;
  onMend: (draft: QuestionDraft) => void;
  onDrop: () => void;
}
type RichName = 'stem' | 'reference' | 'analysis';
const marked = new Set(['questionAnswer', 'practical', 'thesisDefence', 'comprehensiveReview']);

/** A row of the file mended where it stands; checked again with all the others. */
export function RowMend({ draft, faults, busy, onMend, onDrop }: RowMendProps) {
  const { t } = useTranslation('questionFile');
  const { t: code } = useTranslation('codes');
  const [type, setType] = useState(draft.type);
  const fillIn = type === 'fillIn';
  const [rich, setRich] = useState<Record<RichName, string>>(() => ({
    stem: textOfDraft(draft.stem, draft.type === 'fillIn'),
    reference: textOfDraft(draft.reference, false),
    analysis: textOfDraft(draft.analysis, false),
  }));
  const [options, setOptions] = useState<readonly string[]>(() => draft.options.map((html) => textOfDraft(html, false)));
  const [plain, setPlain] = useState({ answer: draft.answer, items: draft.items, category: draft.category, difficulty: draft.difficulty });
  const faultOf = (...fields: string[]) =>
    faults.find((fault) => fields.some((field) => fault.field === field || fault.field.startsWith(`${field}.`)))?.reason;
  const area = (name: RichName, rows: number) => (
    <Field label={t(`fields.${name}`)} error={faultOf(name, ...(name === 'stem' ? ['question'] : []))}>
      {(control: FieldControl) => (
        <Textarea {...control} rows={rows} value={rich[name]} onChange={(event) => setRich({ ...rich, [name]: event.target.value })} />
      )}
    </Field>
  );
  const line = (name: keyof typeof plain, many = false) => (
    <Field
      label={t(`fields.${name}`)}
      error={faultOf(name, ...(name === 'answer' ? ['label', 'blanks'] : []))}
      hint={name === 'answer' ? t('answerHint') : undefined}
    >
      {(control: FieldControl) =>
        many ? (
          <Textarea {...control} rows={2} value={plain[name]} onChange={(event) => setPlain({ ...plain, [name]: event.target.value })} />
        ) : (
          <Input {...control} value={plain[name]} onChange={(event) => setPlain({ ...plain, [name]: event.target.value })} />
        )
      }
    </Field>
  );
  const choice = type === 'single' || type === 'multiple';
  const mended = (): QuestionDraft => ({
    ...draft,
    ...plain,
    type,
    stem: htmlOfDraft(rich.stem, fillIn),
    reference: htmlOfDraft(rich.reference, false),
    analysis: htmlOfDraft(rich.analysis, false),
    options: choice ? options.map((text) => htmlOfDraft(text, false)) : [],
  });
  return (
    <form
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        onMend(mended());
      }}
    >
      <Field label={t('fields.type')} error={faultOf('type')}>
        {(control: FieldControl) => (
          <Select
            {...control}
            value={type}
            onChange={setType}
            placeholder={t('chooseType')}
            choices={Object.entries(typeNames).map(([name, number]) => ({ value: name, label: code(`sectionType.${number}`) }))}
          />
        )}
      </Field>
      {area('stem', 4)}
      {choice && (
        <Field label={t('fields.options')} error={faultOf('options')} hint={t('optionsHint')}>
          {(control: FieldControl) => (
            <Textarea
              {...control}
              rows={Math.max(4, options.length)}
              value={options.map((text) => text.replaceAll('\n', ' ')).join('\n')}
              onChange={(event) => setOptions(event.target.value.split('\n'))}
            />
          )}
        </Field>
      )}
      {marked.has(type) ? (
        <>
          {area('reference', 3)}
          {line('items', true)}
        </>
      ) : (
        line('answer', fillIn)
      )}
      {area('analysis', 2)}
      <div className="grid gap-3.5 sm:grid-cols-2">
        {line('category')}
        {line('difficulty')}
      </div>
      <div className="flex justify-end gap-2 border-t pt-3.5">
        <Button type="button" onClick={onDrop} disabled={busy}>
          {t('dropRow')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('mend')}
        </Button>
      </div>
    </form>
  );
}
