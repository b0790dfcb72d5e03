import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ImportedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import { isQuestionTypeName, sectionType } from '../../../../sync/contract/codes.ts';
import type { Action } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, ChipMark, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import type { Column } from '../../../ui/list/columns.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import {
  parseFieldPath,
  countLineFields,
  findNextInvalidRow,
  type PreviewCounts,
  listPreviewLines,
  type PreviewLine,
  type ImportRowKind,
  importRowKinds,
  getRowPosition,
  type QuestionImportRow,
  inlinePreviewPictures,
} from './import-rows.ts';
import { type ImportCheck, type ImportPreview, useQuestion } from '../question-queries.ts';
import { toPlainText } from '../rich-words.ts';
import { useDraftFieldName } from './draft-fields.ts';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { RowCorrection } from './row-correction.tsx';

const toneLook: Record<PreviewLine['tone'], readonly [string, MarkShape]> = {
  seal: ['text-seal', 'square'],
  kept: ['text-kept-ink', 'ring'],
  neutral: ['text-muted-foreground', 'ring'],
  delivered: ['text-delivered', 'dot'],
};

interface PreviewTableProps {
  preview: ImportPreview;
  counts: PreviewCounts;
  stale: boolean;
  check: Action<ImportCheck, { row: number; draft: ImportedQuestionDraft }>;
  onDrop: (rows: readonly number[]) => void;
}

/** Shows the preview of an import file: place, fault and reason of each remark, and each question as it would be stored. */
export function PreviewTable({ preview, counts, stale, check, onDrop }: PreviewTableProps) {
  const { t } = useTranslation(['questionFile', 'words']);
  const fieldName = useDraftFieldName();
  const [kind, setKind] = useState<ImportRowKind>(() => importRowKinds.find((each) => each === 'all' || counts[each] > 0) ?? 'all');
  const [openRow, setOpen] = useState<number | null>(null);
  // A correction replaces the row object, so look the open row up by its number.
  const openedRow = openRow === null ? undefined : preview.rows.find((each) => each.row === openRow);
  const allLines = useMemo(() => listPreviewLines(preview, kind), [preview, kind]);
  const fields = useMemo(() => countLineFields(allLines), [allLines]);
  const [fieldFilter, setFieldFilter] = useState('');
  // Drop the field filter when its last fault has been corrected.
  const field = fields.some(([name]) => name === fieldFilter) ? fieldFilter : '';
  const lines = useMemo(
    () => (field === '' ? allLines : allLines.filter((line) => parseFieldPath(line.field).name === field)),
    [allLines, field],
  );
  const rowsShown = useMemo(() => new Set(lines.map((line) => line.row.row)), [lines]);
  /** Returns the next faulty row among the displayed ones. */
  const next = (after: number) =>
    kind === 'faulty' ? findNextInvalidRow({ ...preview, rows: preview.rows.filter(({ row }) => rowsShown.has(row)) }, after) : null;
  const columns = usePreviewColumns(preview.format);
  return (
    <Panel className="min-h-72 shrink! grow" bodyClassName="flex flex-col">
      <Tabs value={kind} onValueChange={(next) => setKind(next as ImportRowKind)} className="flex min-h-0 grow flex-col">
        <div className="flex items-center justify-between gap-3 border-b pr-3">
          <TabsList className="border-b-0 px-3.5">
            {importRowKinds.map((each) => (
              <TabsTrigger key={each} value={each} className="text-sm">
                {t(`tab.${each}`)} <span className="num ml-0.5 text-[13px] text-muted-foreground">{counts[each]}</span>
              </TabsTrigger>
            ))}
          </TabsList>
          <div className="flex items-center gap-2">
            {fields.length > 1 && (
              <Select
                aria-label={t('fieldFilter')}
                className="h-8 w-44 text-[13px]"
                value={field}
                onChange={setFieldFilter}
                choices={[
                  { value: '', label: t('fieldAny') },
                  ...fields.map(([name, count]) => ({ value: name, label: `${fieldName(name)} ${count}` })),
                ]}
              />
            )}
            {kind !== 'all' && kind !== 'same' && rowsShown.size > 0 && (
              <Button size="sm" onClick={() => onDrop([...rowsShown])}>
                {t('dropAll', { count: rowsShown.size })}
              </Button>
            )}
          </div>
        </div>
        {importRowKinds.map((each) => (
          <TabsContent key={each} value={each} tabIndex={-1} className="min-h-0 grow data-[state=active]:flex data-[state=active]:flex-col">
            {each === kind && (
              <DataTable
                className="max-h-[calc(100dvh-14rem)] min-h-0"
                caption={t(`tab.${kind}`)}
                columns={columns}
                rows={lines}
                stale={stale}
                keyOf={(line) => line.key}
                open={(line) => () => setOpen(line.row.row)}
                empty={<EmptyState className="py-10" title={t('nothingHere')} />}
              />
            )}
          </TabsContent>
        ))}
      </Tabs>
      {openedRow !== undefined && (
        <PreviewRow
          key={openedRow.row}
          row={openedRow}
          title={t(hasQuestionNumbers(preview.format) ? 'itemTitle' : 'rowTitle', { where: getRowPosition(openedRow, preview.format) })}
          like={preview.duplicates.find((each) => each.row === openedRow.row)}
          rows={preview.rows}
          pictures={preview.pictures}
          busy={check.isPending}
          onClose={() => setOpen(null)}
          onCorrect={(draft) =>
            check.mutate(
              { row: openedRow.row, draft },
              // After a correction open the next faulty row; a row that is still faulty stays open.
              {
                onSuccess: (answer) => answer.row.question !== undefined && setOpen(next(openedRow.row)),
              },
            )
          }
          onDrop={() => {
            setOpen(next(openedRow.row));
            onDrop([openedRow.row]);
          }}
        />
      )}
    </Panel>
  );
}

/**
 * Returns true if the rows of a file are shown by question number, as those of a document or package. Rows of a text file or spreadsheet are shown by
 * their line or row number in the file.
 */
const hasQuestionNumbers = (format: ImportPreview['format']): boolean => format === 'word' || format === 'moodle' || format === 'qti';

function usePreviewColumns(format: ImportPreview['format']): Column<PreviewLine>[] {
  const { t } = useTranslation(['questionFile', 'words']);
  const { t: words } = useTranslation(['question', 'words']);
  const { t: code } = useTranslation('codes');
  const fieldName = useDraftFieldName();
  return [
    {
      key: 'row',
      header: t(hasQuestionNumbers(format) ? 'words:questionNumber' : 'rowNo'),
      width: 'w-20',
      align: 'right',
      cell: (line) => line.first && getRowPosition(line.row, format),
    },
    {
      key: 'question',
      header: words('stem'),
      opens: true,
      cell: (line) => (
        <span className={line.row.question === undefined ? 'text-muted-foreground' : undefined}>
          <span className={line.first ? undefined : 'sr-only'}>
            {toPlainText(line.row.question?.stem ?? line.row.draft.stem) || line.row.place || '–'}
          </span>
        </span>
      ),
    },
    {
      key: 'type',
      wide: true,
      header: words('words:questionType'),
      width: 'w-24',
      cell: (line) =>
        line.first &&
        (line.row.question === undefined ? (
          <span className="text-muted-foreground">
            {isQuestionTypeName(line.row.draft.type) ? code(`sectionType.${sectionType[line.row.draft.type]}`) : line.row.draft.type}
          </span>
        ) : (
          <Chip>{code(`sectionType.${line.row.question.type}`)}</Chip>
        )),
    },
    {
      key: 'field',
      header: t('field'),
      width: 'w-28',
      cell: (line) => <span className="text-muted-foreground">{fieldName(line.field)}</span>,
    },
    {
      key: 'reason',
      header: t('reason'),
      width: 'w-[40%]',
      cell: (line) => {
        const [colour, mark] = toneLook[line.tone];
        return (
          <span className={colour} title={line.reason}>
            <ChipMark shape={mark} className="mr-2 mb-px" />
            {line.reason === '' ? t('good') : line.reason}
          </span>
        );
      },
    },
  ];
}

interface PreviewRowProps {
  row: QuestionImportRow;
  /** Heading of the row: its number or name in the file. */
  title: string;
  like: ImportPreview['duplicates'][number] | undefined;
  /** All rows of the file, among which the similar question may be. */
  rows: ImportPreview['rows'];
  pictures: ImportPreview['pictures'];
  busy: boolean;
  onClose: () => void;
  onCorrect: (draft: ImportedQuestionDraft) => void;
  onDrop: () => void;
}

/** Shows one row of the file: its remarks, its question as it would be stored, and a form to correct it. */
function PreviewRow({ row, title, like, rows, pictures, busy, onClose, onCorrect, onDrop }: PreviewRowProps) {
  const { t } = useTranslation('questionFile');
  const fieldName = useDraftFieldName();
  const remarks = [
    ...row.faults.map((each) => ({ ...each, tone: 'seal' as const })),
    ...row.warnings.map((each) => ({ ...each, tone: 'kept' as const })),
  ];
  return (
    <Dialog
      shape="sheet"
      {...(like === undefined ? {} : { className: 'w-[min(60rem,calc(100vw-2rem))]' })}
      open
      onOpenChange={onClose}
      title={title}
      description={
        [title.includes(row.place) ? '' : row.place, row.question?.category ?? ''].filter((text) => text !== '').join(' · ') || undefined
      }
    >
      <div className="flex flex-col gap-3">
        {remarks.map((each, at) => (
          <Strip key={at} tone={each.tone}>
            {each.field !== '' && <b className="mr-2 font-medium">{fieldName(each.field)}</b>}
            {each.reason}
          </Strip>
        ))}
        {like !== undefined && row.question !== undefined ? (
          <div className="grid gap-3 md:grid-cols-2">
            <Side title={t('thisRow')}>
              <QuestionView question={inlinePictures(row.question, pictures)} />
            </Side>
            <Side title={like.of}>
              <Other like={like} rows={rows} pictures={pictures} />
            </Side>
          </div>
        ) : (
          row.question !== undefined && <QuestionView question={inlinePictures(row.question, pictures)} className="mt-1" />
        )}
        {row.question !== undefined && <h3 className="border-t pt-3.5 text-sm font-medium">{t('mendTitle')}</h3>}
        <RowCorrection
          key={JSON.stringify(row.faults)}
          draft={row.draft}
          faults={row.faults}
          pictures={pictures}
          busy={busy}
          onCorrect={onCorrect}
          onDrop={onDrop}
        />
      </div>
    </Dialog>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border px-3.5 py-3">
      <h3 className="mb-2 text-[13px] text-muted-foreground">{title}</h3>
      {children}
    </section>
  );
}

type SimilarQuestion = ImportPreview['duplicates'][number];

/** Shows the similar question, which is in the bank or is another row of the file. */
function Other({ like, rows, pictures }: { like: SimilarQuestion; rows: ImportPreview['rows']; pictures: ImportPreview['pictures'] }) {
  const inBank = useQuestion(like.ofId);
  const otherQuestion = like.ofId === null ? rows.find(({ row }) => row === like.ofRow)?.question : inBank.data;
  if (otherQuestion !== undefined)
    return <QuestionView question={like.ofId === null ? inlinePictures(otherQuestion, pictures) : otherQuestion} />;
  if (inBank.isFetching) return <Skeleton className="h-24" />;
  return <p className="text-[15px]">{like.text}</p>;
}

type Question = NonNullable<QuestionImportRow['question']>;
const inlinePictures = (question: Question, pictures: ImportPreview['pictures']): Question =>
  pictures.length === 0 ? question : (JSON.parse(inlinePreviewPictures(JSON.stringify(question), pictures)) as Question);
