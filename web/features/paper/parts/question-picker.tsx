import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { difficulty, questionStatus, type QuestionBank } from '../../../../sync/contract/codes.ts';
import { useCall, type ListRow } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { formatTotal } from '../../../ui/list/list-pages.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Sheet } from '../../../ui/primitives/sheet.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { listVariantIds, changeSection } from '../paper-moves.ts';
import type { Paper } from '../paper-queries.ts';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';
import { QuestionView } from '../../../entities/question/question-view.tsx';

const step = 30;
/** Maximum number of rows in one reply of a list call. */
const maxPageSize = 200;

interface QuestionPickerProps {
  paper: Paper;
  editor: PaperAssemblyEditor;
  variant: number;
  section: number;
  onClose: () => void;
}

/** Chooses questions of the bank for one section by hand. */
export function QuestionPicker({ paper, editor, variant, section, onClose }: QuestionPickerProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { t: code } = useTranslation('codes');
  const [keyword, setKeyword] = useState('');
  const [level, setLevel] = useState('');
  const paperSection = paper.sections[section];
  // Start with the section's first category; the list call filters by one category only.
  const [category, setCategory] = useState(paperSection?.categories[0] ?? '');
  const [bank, setBank] = useState<QuestionBank>(paper.rules.bank === 'certified' ? 'certified' : 'school');
  const [pageSize, setPageSize] = useState(step);
  const entries = editor.variants[variant]?.sections[section] ?? [];
  const inPaper = new Set(listVariantIds(editor.variants[variant]));
  const sectionIds = new Set(entries.map((entry) => entry.id));
  const filter = {
    bank,
    status: questionStatus.inUse,
    type: paperSection?.type,
    ...(keyword !== '' && { keyword }),
    ...(category !== '' && { category }),
    ...(paperSection?.level != null && { level: paperSection.level }),
    ...(level !== '' && { difficulty: Number(level) as 1 | 2 | 3 }),
  };
  const questions = useCall('/question/getList', { pageSize, filter }, { placeholderData: keepPreviousData });
  const full = entries.length >= (paperSection?.count ?? 0);
  const change = (updateEntries: Parameters<typeof changeSection>[2], knownQuestions: Parameters<PaperAssemblyEditor['put']>[1] = []) =>
    editor.put(({ variants }) => ({ variants: changeSection(variants, { variant, section }, updateEntries) }), knownQuestions);
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pickTitle', { title: paperSection?.title ?? '' })}
      description={t('pickCount', { n: entries.length, want: paperSection?.count ?? 0 })}
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">
          <SearchInput value={keyword} onChange={setKeyword} placeholder={t('pickSearch')} className="w-full" />
          <Select
            aria-label={t('bank')}
            value={bank}
            onChange={(value) => setBank(value === 'certified' ? 'certified' : 'school')}
            choices={[
              { value: 'school', label: t('banks.school') },
              { value: 'certified', label: t('banks.certified') },
            ]}
            className="min-w-28 flex-1"
          />
          {paperSection !== undefined && paperSection.categories.length > 0 && (
            <Select
              aria-label={t('words:category')}
              value={category}
              onChange={setCategory}
              choices={[
                ...paperSection.categories.map((each) => ({ value: each, label: each })),
                { value: '', label: t('words:allCategories') },
              ]}
              className="min-w-36 flex-1"
            />
          )}
          <Select
            aria-label={t('differ.difficulty')}
            value={level}
            onChange={setLevel}
            choices={[
              { value: '', label: t('allDifficulties') },
              ...Object.values(difficulty).map((each) => ({ value: String(each), label: code(`difficulty.${each}`) })),
            ]}
            className="min-w-28 flex-1"
          />
        </div>
        {full && <p className="text-[13px] text-kept-ink">{t('pickFull', { n: paperSection?.count ?? 0 })}</p>}
        {questions.data === undefined && <Skeleton className="h-64" />}
        {questions.data?.items.length === 0 && <EmptyState title={t('pickEmpty')}>{t('pickEmptyText')}</EmptyState>}
        <ul className="-mx-1">
          {questions.data?.items.map((row) => (
            <PickerRow key={row.id} row={row}>
              {sectionIds.has(row.id) ? (
                <Button size="sm" variant="ghost" onClick={() => change((list) => list.filter((entry) => entry.id !== row.id))}>
                  {t('takeOut')}
                </Button>
              ) : (
                <Button
                  size="sm"
                  disabled={full || inPaper.has(row.id)}
                  onClick={() =>
                    change(
                      (list) => [...list, { id: row.id, locked: true }],
                      [{ ...row, key: { kind: 'choice', right: ['?'] }, analysis: '' }],
                    )
                  }
                >
                  {t('pickAdd')}
                </Button>
              )}
            </PickerRow>
          ))}
        </ul>
        {questions.data !== undefined && questions.data.total > questions.data.items.length && pageSize < maxPageSize && (
          <Button repeats onClick={() => setPageSize(Math.min(maxPageSize, pageSize + step))}>
            {t('pickMore')}
          </Button>
        )}
        {questions.data !== undefined && questions.data.total > maxPageSize && pageSize === maxPageSize && (
          <p className="num py-2 text-[13px] text-muted-foreground">
            {t('pickNarrow', { shown: maxPageSize, count: formatTotal(questions.data) })}
          </p>
        )}
      </div>
    </Sheet>
  );
}

/** Shows a question of the bank with its options. The answer loads on request. */
function PickerRow({ row, children }: { row: ListRow<'/question/getList'>; children: ReactNode }) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const [isOpen, setOpen] = useState(false);
  const fullQuestion = useCall('/question/getById', { id: row.id }, { enabled: isOpen });
  const loadedQuestion = isOpen ? fullQuestion.data : undefined;
  return (
    <li className="flex items-start gap-3 border-b px-1 py-2.5">
      <div className="min-w-0 grow">
        <QuestionView question={loadedQuestion ?? row} className="text-[14px]" />
        <p className="num mt-1.5 flex flex-wrap items-center gap-x-2 text-[12.5px] text-muted-foreground">
          <span>{code(`difficulty.${row.difficulty}`)}</span>
          {row.pointCode !== '' && <span>{row.pointCode}</span>}
          {row.category !== '' && <span>{row.category}</span>}
          <Button variant="link" size="sm" aria-expanded={isOpen} busy={isOpen && fullQuestion.isFetching} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'answerHide' : 'answerShow')}
          </Button>
        </p>
      </div>
      {children}
    </li>
  );
}
