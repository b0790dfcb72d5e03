import { useAtomValue } from 'jotai';
import { FileText } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { categoryPath } from '../../../../sync/contract/bank/category.ts';
import type { ProfessionLevel } from '../../../../sync/contract/codes.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import type { QuestionFile } from './question-file.ts';
import { useQuestionPlace } from '../question-place.ts';
import {
  createBankProfessionOptions,
  type ImportPreview,
  useProfession,
  useProfessionOfCode,
  useQuestionCategories,
} from '../question-queries.ts';

export interface ImportClassificationValue {
  readonly category: string;
  readonly profId: number | null;
  readonly tradeId: number | null;
  readonly level: ProfessionLevel | null;
}

/** Returns the id of the profession that the address names, or of the user's own profession if its questions can be added to this bank. */
export function useOwnProfession(): number | null {
  const { bank, profCode } = useQuestionPlace();
  const user = useAtomValue(sessionUserAtom);
  const ofAddress = useProfessionOfCode(profCode).data;
  const own = useProfession(profCode === null ? (user?.prof_id ?? null) : null).data;
  if (profCode !== null) return ofAddress?.id ?? null;
  return own !== undefined && own.enabled && (bank === 'certified' || own.offered) ? own.id : null;
}

export const isCategoryPath = (category: string): boolean => categoryPath.safeParse(category.trim()).success;

interface ImportClassificationProps {
  file: QuestionFile;
  /** Format of the chosen file; undefined while the file is being read. */
  format: ImportPreview['format'] | undefined;
  value: ImportClassificationValue;
  onChange: (value: ImportClassificationValue) => void;
  disabled: boolean;
}

/** Shows the file, and lets the user choose the category and profession of questions that name none. */
export function ImportClassification({ file, format, value, onChange, disabled }: ImportClassificationProps) {
  const { t } = useTranslation('questionFile');
  const { t: words } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const listId = useId();
  const { bank } = useQuestionPlace();
  const profession = useProfession(value.profId).data;
  const categories = useQuestionCategories(bank).data?.items ?? [];
  const nothing = { value: '', label: words('notSet') };
  return (
    <Panel bodyClassName="flex flex-col gap-3 px-4 py-3">
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span className="truncate font-medium">{file.name}</span>
        <span className="num shrink-0 text-[13px] text-muted-foreground">
          {formatBytes(file.sizeBytes)}
          {format !== undefined && ` · ${t(`formats.${format}`)}`}
        </span>
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-[1.4fr_1.4fr_1fr_1fr]">
        <Field label={words('words:category')} error={isCategoryPath(value.category) ? undefined : t('categoryWrong')}>
          {(control) => (
            <Input
              {...control}
              list={listId}
              disabled={disabled}
              value={value.category}
              placeholder={t('noCategory')}
              onChange={(event) => onChange({ ...value, category: event.target.value })}
            />
          )}
        </Field>
        <datalist id={listId}>
          {categories.flatMap(({ category }) => (category === '' ? [] : [<option key={category} value={category} />]))}
        </datalist>
        <Field label={words('words:profession')}>
          {(control) => (
            <OptionPicker
              {...control}
              disabled={disabled}
              source={createBankProfessionOptions(bank)}
              placeholder={words('notFiled')}
              value={value.profId}
              onChange={(profId) => onChange({ ...value, profId, tradeId: null, level: null })}
            />
          )}
        </Field>
        <Field label={words('words:level')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled || profession === undefined}
              value={value.level === null ? '' : String(value.level)}
              onChange={(level) => onChange({ ...value, level: level === '' ? null : (Number(level) as ProfessionLevel) })}
              choices={[
                nothing,
                ...(profession?.levels ?? []).map((each) => ({ value: String(each), label: code(`professionLevel.${each}`) })),
              ]}
            />
          )}
        </Field>
        <Field label={words('words:trade')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled || profession === undefined || profession.trades.length === 0}
              value={value.tradeId === null ? '' : String(value.tradeId)}
              onChange={(id) => onChange({ ...value, tradeId: id === '' ? null : Number(id) })}
              choices={[nothing, ...(profession?.trades ?? []).map((each) => ({ value: String(each.id), label: each.name }))]}
            />
          )}
        </Field>
      </div>
      <p className="text-[13px] text-muted-foreground">
        {t('filingHint')}
        {bank === 'certified' && value.profId === null && <span className="text-kept-ink"> {t('certifiedNeedsProfession')}</span>}
      </p>
    </Panel>
  );
}
