import { keepPreviousData } from '@tanstack/react-query';
import { ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { SearchInput } from '../../../ui/primitives/search-input.tsx';

const most = 100;
const found = 8;

interface QuizQuestionsProps {
  control: FieldControl;
  value: readonly number[];
  /** The saved questions with the beginning of their text. */
  known: readonly { readonly id: number; readonly stem: string | null }[];
  onChange: (ids: number[]) => void;
}

/** Edits the ordered questions of a quiz and searches the bank for more. */
export function QuizQuestions({ control, value, known, onChange }: QuizQuestionsProps) {
  const { t } = useTranslation('learning');
  const { t: code } = useTranslation('codes');
  const [keyword, setKeyword] = useState('');
  const filter = { bank: 'school' as const, status: questionStatus.inUse, ...(keyword !== '' && { keyword }) };
  const { data } = useCall(
    '/question/getList',
    { pageSize: found + value.length > 200 ? 200 : found + value.length, filter },
    { placeholderData: keepPreviousData },
  );
  const [stems, setStems] = useState<ReadonlyMap<number, string>>(new Map());
  const shown = new Map(known.map(({ id, stem }): [number, string | null] => [id, stem]));
  const chosen = new Set(value);
  const others = data?.items.filter(({ id }) => !chosen.has(id)).slice(0, found) ?? [];
  return (
    <div id={control.id} role="group" aria-describedby={control['aria-describedby']} className="flex flex-col gap-2">
      <p className="num text-[13px] text-muted-foreground">{t('questionsChosen', { count: value.length })}</p>
      {value.length > 0 && (
        <ol className="flex flex-col rounded-lg border">
          {value.map((id, at) => (
            <li key={id} className="flex items-center gap-2 border-b px-2.5 py-1.5 text-sm last:border-b-0">
              <span className="num w-6 shrink-0 text-right text-muted-foreground">{at + 1}</span>
              <span className="min-w-0 grow truncate">
                {stems.has(id) ? (
                  <RichText inline html={stems.get(id) ?? ''} />
                ) : (
                  (shown.get(id) ?? <span className="text-seal">{t('questionGone')}</span>)
                )}
              </span>
              <Button
                variant="ghost"
                size="iconSm"
                repeats
                disabled={at === 0}
                aria-label={t('questionUp', { number: at + 1 })}
                onClick={() =>
                  onChange(value.map((each, index) => (index === at - 1 ? id : index === at ? (value[at - 1] ?? each) : each)))
                }
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={t('questionOut', { number: at + 1 })}
                onClick={() => onChange(value.filter((each) => each !== id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <SearchInput value={keyword} onChange={setKeyword} placeholder={t('questionSearch')} className="w-full" />
      {data !== undefined && others.length === 0 && <p className="text-[13px] text-muted-foreground">{t('questionNone')}</p>}
      <ul className="flex flex-col">
        {others.map((row) => {
          const words = new DOMParser().parseFromString(row.stem, 'text/html').body.textContent;
          return (
            <li key={row.id} className="flex items-center gap-2 border-b px-1 py-1.5 text-sm">
              <span className="w-14 shrink-0 text-[13px] text-muted-foreground">{code(`sectionType.${row.type}`)}</span>
              <RichText inline html={row.stem} className="min-w-0 grow truncate" />
              <Button
                size="iconSm"
                repeats
                disabled={value.length >= most}
                aria-label={t('questionAdd', { stem: words.slice(0, 30) })}
                onClick={() => {
                  setStems(new Map(stems).set(row.id, row.stem));
                  onChange([...value, row.id]);
                }}
              >
                <Plus aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
