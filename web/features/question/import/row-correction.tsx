import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { difficulty, questionTypeNames, sectionType } from '../../../../sync/contract/codes.ts';
import { isRubricTypeName } from '../../../../sync/contract/bank/question-body.ts';
import type { ImportedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field, type FieldControl } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toDraftHtml, isPlainDraft, toDraftText } from './draft-text.ts';
import { parseFieldPath, type QuestionImportRow, removePreviewPictures, inlinePreviewPictures } from './import-rows.ts';
import type { ImportPreview } from '../question-queries.ts';

interface RowCorrectionProps {
  draft: ImportedQuestionDraft;
  faults: QuestionImportRow['faults'];
  pictures: ImportPreview['pictures'];
  busy: boolean;
  onCorrect: (draft: ImportedQuestionDraft) => void;
  onDrop: () => void;
}
type TextName = Exclude<keyof ImportedQuestionDraft, 'options'>;
/** Codes of the difficulties as written in an import file; the import accepts them besides the words of the file's language. */
const grades = { [difficulty.easy]: 'easy', [difficulty.medium]: 'medium', [difficulty.hard]: 'hard' } as const;
const gradeNames: readonly string[] = Object.values(grades);
const seldom = ['tags', 'pointCode', 'level', 'scoreHint', 'source'] as const satisfies readonly TextName[];
/** Ids of profession and trade: their fields are shown only if the row has a value for them. */
const numbers = ['profId', 'tradeId'] as const satisfies readonly TextName[];
const mostOptions = 8;

/** Edits one row (question) of the import file within its preview. */
export function RowCorrection({ draft, faults, pictures, busy, onCorrect, onDrop }: RowCorrectionProps) {
  const { t } = useTranslation('questionFile');
  const { t: code } = useTranslation('codes');
  const [now, setNow] = useState(draft);
  const { type } = now;
  const set = (name: TextName, value: string) => setNow((before) => ({ ...before, [name]: value }));
  const faultOf = (name: string, part?: number) =>
    faults.find(({ field }) => {
      const at = parseFieldPath(field);
      return at.name === name && (part === undefined ? name !== 'options' || at.part === null : at.part === part);
    })?.reason;
  const field = (name: TextName, control: (control: FieldControl) => ReactNode, hint?: string) => (
    <Field key={name} label={t(`fieldName.${name}`)} error={faultOf(name)} hint={hint}>
      {control}
    </Field>
  );
  const line = (name: TextName, hint?: string) =>
    field(name, (control) => <Input {...control} value={now[name]} onChange={(event) => set(name, event.target.value)} />, hint);
  const lines = (name: TextName, rows: number, hint?: string) =>
    field(
      name,
      (control) => <Textarea {...control} rows={rows} value={now[name]} onChange={(event) => set(name, event.target.value)} />,
      hint,
    );
  const rich = (name: 'material' | 'stem' | 'reference' | 'analysis', rows: number) =>
    field(name, (control) => (
      <DraftText
        control={control}
        label={t(`fieldName.${name}`)}
        html={now[name]}
        blanks={type === 'fillIn' && name === 'stem'}
        rows={rows}
        pictures={pictures}
        onChange={(html) => set(name, html)}
      />
    ));
  const grade = (name: 'difficulty' | 'uniformity') =>
    field(name, (control) => (
      <Select
        {...control}
        value={now[name]}
        placeholder={code(`difficulty.${difficulty.medium}`)}
        onChange={(value) => set(name, value)}
        choices={[
          ...Object.values(difficulty).map((value) => ({ value: grades[value], label: code(`difficulty.${value}`) })),
          ...(now[name] === '' || gradeNames.includes(now[name]) ? [] : [{ value: now[name], label: now[name] }]),
        ]}
      />
    ));
  const isPlaced = type === 'ordering' || type === 'matching';
  const hasOptions = type === 'single' || type === 'multiple' || isPlaced;
  const setOption = (at: number, html: string) =>
    setNow((before) => ({ ...before, options: before.options.map((one, i) => (i === at ? html : one)) }));
  return (
    <form
      data-saves
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        onCorrect({ ...now, options: hasOptions ? now.options : [] });
      }}
    >
      {field('type', (control) => (
        <Select
          {...control}
          value={type}
          onChange={(name) => setNow({ ...now, type: name, options: now.options.length === 0 ? ['', '', '', ''] : now.options })}
          placeholder={t('chooseType')}
          choices={questionTypeNames.map((name) => ({ value: name, label: code(`sectionType.${sectionType[name]}`) }))}
        />
      ))}
      {draft.material !== '' && rich('material', 3)}
      {rich('stem', 4)}
      {type === 'matching' && lines('left', 3, t('leftHint'))}
      {hasOptions && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('fieldName.options')}</legend>
          {faultOf('options') !== undefined && <p className="text-[13px] text-seal">{faultOf('options')}</p>}
          {now.options.map((html, at) => (
            <Field key={at} label={t('optionAt', { letter: String.fromCharCode(65 + at) })} error={faultOf('options', at)}>
              {(control) => (
                <span className="flex items-start gap-1.5">
                  <DraftText
                    control={control}
                    label={t('optionAt', { letter: String.fromCharCode(65 + at) })}
                    html={html}
                    blanks={false}
                    rows={1}
                    pictures={pictures}
                    onChange={(next) => setOption(at, next)}
                  />
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t('optionRemove', { letter: String.fromCharCode(65 + at) })}
                    onClick={() => setNow({ ...now, options: now.options.filter((_, i) => i !== at) })}
                  >
                    <X />
                  </Button>
                </span>
              )}
            </Field>
          ))}
          {now.options.length < mostOptions && (
            <Button size="sm" variant="ghost" className="self-start" onClick={() => setNow({ ...now, options: [...now.options, ''] })}>
              <Plus />
              {t('optionAdd')}
            </Button>
          )}
        </fieldset>
      )}
      {isRubricTypeName(type) ? (
        <>
          {rich('reference', 3)}
          {lines('items', 3, t('itemsHint'))}
          {lines('veto', 2)}
          {line('files')}
        </>
      ) : type === 'fillIn' ? (
        lines('answer', 2, t('answerHint.fillIn'))
      ) : (
        line('answer', t(`answerHint.${type === 'judgement' || type === 'multiple' || isPlaced ? type : 'single'}`))
      )}
      {rich('analysis', 2)}
      <div className="grid gap-3.5 sm:grid-cols-2">
        {line('category')}
        {grade('difficulty')}
        {grade('uniformity')}
        {seldom.map((name) => line(name))}
        {numbers.flatMap((name) => (draft[name] === '' ? [] : [line(name)]))}
      </div>
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex justify-end gap-2 border-t bg-card px-5 py-3">
        <Button onClick={onDrop} disabled={busy}>
          {t('dropRow')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('mend')}
        </Button>
      </div>
    </form>
  );
}

interface DraftTextProps {
  control: FieldControl;
  label: string;
  html: string;
  blanks: boolean;
  rows: number;
  pictures: ImportPreview['pictures'];
  onChange: (html: string) => void;
}

/** Shows plain text as a text field, anything else in the editor with the pictures of the file. */
function DraftText({ control, label, html, blanks, rows, pictures, onChange }: DraftTextProps) {
  const [plain] = useState(() => isPlainDraft(html, blanks));
  // Keep the typed text as it is: converting it to HTML and back would rewrite it under the cursor.
  const [text, setText] = useState(() => toDraftText(html, blanks));
  if (!plain)
    return (
      <RichTextEditor
        {...control}
        label={label}
        value={inlinePreviewPictures(html, pictures)}
        onChange={(next) => onChange(removePreviewPictures(next, pictures))}
        upload={uploadFile}
        blanks={blanks}
      />
    );
  const type = (next: string) => {
    setText(next);
    onChange(toDraftHtml(next, blanks));
  };
  return (
    <span className="flex min-w-0 grow flex-col gap-1">
      {rows === 1 ? (
        <Input {...control} value={text} onChange={(event) => type(event.target.value)} />
      ) : (
        <Textarea {...control} rows={rows} value={text} onChange={(event) => type(event.target.value)} />
      )}
      {html.includes('$') && <RichText html={html} className="px-1 text-[15px]" />}
    </span>
  );
}
