import { useTranslation } from '../../../../lib/i18n.ts';
import type { PhotoRule } from '../../../../../sync/contract/applications/batch.ts';
import {
  getFileAnswers,
  type FormAnswer,
  type FormAnswers,
  type FormDesign,
  type FormField as Spec,
  formLists,
  getTableAnswer,
  getTextAnswer,
  type FormColumn,
  type FormField,
  type RowAnswer,
} from '../../../../../sync/contract/applications/form-design.ts';
import { getFieldFormat, getChoiceOptions } from '../../../../../sync/domain/applications/form-rules.ts';
import { uploadFile } from '../../../../platform/uploads/upload.ts';
import { DateField } from '../../../../ui/date/date-field.tsx';
import { Field, type FieldControl } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { Select } from '../../../../ui/primitives/select.tsx';
import { Textarea } from '../../../../ui/primitives/textarea.tsx';
import { UploadField, UploadWaitingRow } from '../../../../ui/form/upload-field.tsx';
import { parseLocalFileId } from '../../local-files.ts';
import type { LocalFormFiles } from '../../use-local-form-files.ts';
import { ApplicantPhotoField } from './photo-field.tsx';
import { SignatureField } from './signature-field.tsx';
import { useEffect, useState } from 'react';
import type { UploadedFile } from '../../../../lib/files/upload.ts';
import { readDraftFile } from '../../../../platform/forms/draft-files.ts';
import { Check, CircleAlert, CircleDashed, Plus, X } from 'lucide-react';
import { parseIdNumber } from '../../../../../sync/contract/people/id-number.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';

interface FormFieldProps {
  design: FormDesign;
  field: Spec;
  answers: FormAnswers;
  set: (key: string, answer: FormAnswer) => void;
  faultAt: (path: string) => string | undefined;
  /** Rule for the applicant's photo, if the enrolment batch or declaration project has one. */
  photoRule?: PhotoRule | undefined;
  /** Files that wait on this device for their upload. If absent, a file is uploaded when it is chosen. */
  localFiles?: LocalFormFiles;
  /** True for fields that cannot be used in the designer's preview. */
  disabled?: boolean;
}

/** Input for one field of a form, chosen by the field type. */
export function FormFieldInput(props: FormFieldProps) {
  const { field, faultAt, design, answers } = props;
  const { t } = useTranslation('application');
  const isNumber = getFieldFormat(design, field, answers) === 'idNumber';
  const typed = getTextAnswer(answers, field.key);
  return (
    <div id={`field-${field.key}`} className="flex min-w-0 scroll-mt-24 flex-col gap-2">
      <Field
        label={field.label}
        required={field.required}
        error={faultAt(field.key)}
        {...(field.hint !== ''
          ? { hint: field.hint }
          : isNumber && typed.length > 0 && typed.length < 18
            ? { hint: t('idTyped', { typed: typed.length, left: 18 - typed.length }) }
            : {})}
      >
        {(control) => <Control {...props} control={control} />}
      </Field>
      {isNumber && typed !== '' && <IdNumberNote typed={typed} />}
    </div>
  );
}

const lines = { text: 'text', number: 'decimal' } as const;

function Control({
  field,
  answers,
  set,
  control,
  faultAt,
  photoRule,
  localFiles,
  disabled = false,
}: FormFieldProps & { control: FieldControl }) {
  const { t, i18n } = useTranslation('application');
  const text = getTextAnswer(answers, field.key);
  const setAnswer = (answer: FormAnswer) => set(field.key, answer);
  switch (field.type) {
    case 'longText':
      return <Textarea {...control} rows={4} value={text} disabled={disabled} onChange={(event) => setAnswer(event.target.value)} />;
    case 'date':
      return <DateField {...control} value={text} onChange={setAnswer} disabled={disabled} />;
    case 'choice': {
      const english = field.list === null ? undefined : new Map<string, string>(formLists[field.list]);
      const translateOption = (option: string) => (i18n.language === 'en' ? (english?.get(option) ?? option) : option);
      return (
        <Select
          {...control}
          value={text}
          onChange={setAnswer}
          disabled={disabled}
          placeholder={t('choose')}
          choices={getChoiceOptions(field).map((option) => ({ value: option, label: translateOption(option) }))}
        />
      );
    }
    case 'table':
      return <RowsField field={field} rows={getTableAnswer(answers, field.key)} onChange={setAnswer} faultAt={faultAt} />;
    case 'file':
    case 'picture':
      if (field.meaning === 'photo' && photoRule !== undefined && !disabled)
        return (
          <ApplicantPhotoField
            control={control}
            rule={photoRule}
            file={getFileAnswers(answers, field.key)[0]}
            localPhotoUrl={text}
            onChange={setAnswer}
          />
        );
      return (
        <UploadField
          {...control}
          disabled={disabled}
          value={getFileAnswers(answers, field.key)}
          onChange={(files) => setAnswer(files.map(({ url, name, sizeBytes = 0, type = '' }) => ({ url, name, sizeBytes, type })))}
          upload={localFiles?.storeFile(field.key) ?? uploadFile}
          row={(file, onRemove) =>
            localFiles !== undefined && parseLocalFileId(file.url) !== null ? (
              <LocalFileRow file={file} localFiles={localFiles} onRemove={onRemove} />
            ) : null
          }
          accept={field.type === 'picture' ? ['image'] : ['image', 'document']}
          max={field.max ?? (field.type === 'picture' ? 1 : 5)}
        />
      );
    case 'signature':
      return <SignatureField control={control} value={text} onChange={setAnswer} />;
    case 'section':
      return null;
    default:
      return (
        <Input
          {...control}
          value={text}
          disabled={disabled}
          inputMode={field.format === 'mobile' ? 'tel' : lines[field.type]}
          autoComplete="off"
          className={field.format === 'any' && field.type === 'text' ? '' : 'num'}
          onChange={(event) => setAnswer(event.target.value)}
        />
      );
  }
}

interface LocalFileRowProps {
  file: UploadedFile;
  localFiles: LocalFormFiles;
  onRemove: () => void;
}

/** Shows a file that is on this device and not uploaded yet. */
function LocalFileRow({ file, localFiles, onRemove }: LocalFileRowProps) {
  const { t } = useTranslation('application');
  const id = parseLocalFileId(file.url) ?? '';
  const [localFile, setLocalFile] = useState<File | null>(null);
  useEffect(() => {
    let isOver = false;
    void readDraftFile(id).then((storedFile) => {
      if (!isOver) setLocalFile(storedFile);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  return (
    <UploadWaitingRow
      name={file.name}
      sizeBytes={file.sizeBytes ?? 0}
      file={localFile}
      note={t('fileWaits')}
      problem={localFiles.problems.get(file.url) ?? ''}
      onRetry={localFiles.retry}
      onRemove={onRemove}
    />
  );
}

/** Explains an ID number while it is typed: region, birthday, sex and check digit. */
function IdNumberNote({ typed }: { typed: string }) {
  const { t } = useTranslation(['application', 'words']);
  const parts = parseIdNumber(typed);
  const cells = [
    { name: t('idPlace'), value: parts.province },
    { name: t('idBirthday'), value: parts.birthday },
    { name: t('words:sex'), value: parts.sex === undefined ? undefined : t(parts.sex === 1 ? 'male' : 'female') },
    { name: t('idCheck'), value: parts.isWhole === undefined ? undefined : parts.isWhole === null ? null : t('idRight') },
  ];
  return (
    <ul aria-live="polite" className="grid grid-cols-2 overflow-hidden sm:grid-cols-4 rounded-lg border text-[13px]">
      {cells.map(({ name, value }) => {
        const Icon = value === undefined ? CircleDashed : value === null ? CircleAlert : Check;
        return (
          <li
            key={name}
            className={cn('flex flex-col gap-0.5 border-r px-2 py-1.5 last:border-r-0', value === null && 'bg-seal-soft text-seal')}
          >
            <span className="flex items-center gap-1 text-muted-foreground">
              <Icon
                aria-hidden
                className={cn('size-3.5 shrink-0', value === null && 'text-seal', typeof value === 'string' && 'text-delivered')}
              />
              {name}
            </span>
            <span className="num truncate">{value === undefined ? t('idWaits') : (value ?? t('idWrong'))}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface RowsFieldProps {
  field: FormField;
  rows: readonly RowAnswer[];
  onChange: (rows: RowAnswer[]) => void;
  /** Returns the message about a faulty answer at this path of the form, or undefined. */
  faultAt: (path: string) => string | undefined;
}

/** Edits the rows of a table field; on a phone each row is a card. */
function RowsField({ field, rows, onChange, faultAt }: RowsFieldProps) {
  const { t } = useTranslation('application');
  const setCell = (at: number, key: string, text: string) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [key]: text } : row)));
  return (
    <div className="flex flex-col gap-2.5">
      {rows.map((row, at) => (
        <fieldset key={at} className="rounded-lg border p-3">
          <legend className="sr-only">{t('rowOf', { label: field.label, n: at + 1 })}</legend>
          <div className="flex items-start gap-2">
            <div className="grid grow gap-2.5 sm:grid-cols-2 lg:grid-cols-4">
              {field.columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  value={row[column.key] ?? ''}
                  onChange={(text) => setCell(at, column.key, text)}
                  fault={faultAt(`${field.key}.${at}.${column.key}`)}
                  named={`${field.key}.${at}.${column.key}`}
                />
              ))}
            </div>
            <Button
              variant="ghost"
              size="iconSm"
              aria-label={t('rowRemove', { label: field.label, n: at + 1 })}
              onClick={() => onChange(rows.filter((_row, index) => index !== at))}
            >
              <X aria-hidden />
            </Button>
          </div>
        </fieldset>
      ))}
      <Button size="sm" repeats className="self-start" disabled={rows.length >= (field.max ?? 20)} onClick={() => onChange([...rows, {}])}>
        <Plus aria-hidden />
        {t('rowAdd', { label: field.label })}
      </Button>
    </div>
  );
}

interface CellProps {
  column: FormColumn;
  value: string;
  onChange: (text: string) => void;
  fault: string | undefined;
  named: string;
}

function Cell({ column, value, onChange, fault, named }: CellProps) {
  const { t } = useTranslation('application');
  const name = { id: `cell-${named}`, 'aria-invalid': fault === undefined ? undefined : true } as const;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={name.id} className="text-[13px] text-muted-foreground">
        {column.label}
        {column.required && (
          <span aria-hidden className="ml-0.5 text-primary">
            *
          </span>
        )}
      </label>
      {column.type === 'choice' ? (
        <Select
          {...name}
          value={value}
          onChange={onChange}
          choices={column.options.map((option) => ({ value: option, label: option }))}
          placeholder={t('choose')}
        />
      ) : (
        <Input
          {...name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder={column.type === 'month' ? '2023-07' : column.type === 'date' ? '2023-07-01' : ''}
          inputMode={column.type === 'number' ? 'decimal' : 'text'}
          className={column.type === 'text' ? '' : 'num'}
        />
      )}
      {fault !== undefined && <p className="text-[13px] text-seal">{fault}</p>}
    </div>
  );
}
