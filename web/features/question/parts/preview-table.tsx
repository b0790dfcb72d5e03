import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip, Mark, type MarkShape } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QuestionView } from '../../../ui/question-view.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx';
import { previewLines, withPictures, type PreviewLine, type RowKind } from '../import-rows.ts';
import type { ImportPreview } from '../question-queries.ts';
import { RowMend } from './row-mend.tsx';

const kinds = ['faulty', 'warned', 'duplicate', 'all'] as const satisfies readonly RowKind[];
const tabTexts = { faulty: 'tabFaulty', warned: 'tabWarned', duplicate: 'tabDuplicates', all: 'tabAll' } as const;
const toneLook: Record<PreviewLine['tone'], readonly [string, MarkShape]> = {
  seal: ['text-seal', 'square'],
  kept: ['text-kept-ink', 'ring'],
  neutral: ['text-muted-foreground', 'ring'],
  delivered: ['text-delivered', 'dot'],
};
const linesAtOnce = 200;

interface PreviewTableProps {
  preview: ImportPreview;
  busy: boolean;
  onMend: (row: number, draft: QuestionDraft) => void;
  onDrop: (row: number) => void;
}

/** Row, field and reason for everything there is to say, and each question as it would stand in the bank. */
export function PreviewTable({ preview, busy, onMend, onDrop }: PreviewTableProps) {
  const { t } = useTranslation('question');
  const { t: file } = useTranslation('questionFile');
  const { t: code } = useTranslation('codes');
  const [kind, setKind] = useState<RowKind>(() => kinds.find((each) => previewLines(preview, each).length > 0) ?? 'all');
  const [limit, setLimit] = useState(linesAtOnce);
  const [openRow, setOpen] = useState<number | null>(null);
  // After a mending the row is another one: what is open is looked up anew.
  const open = openRow === null ? null : (preview.rows.find((each) => each.row === openRow) ?? null);
  const lines = previewLines(preview, kind);
  const rowsOf = (each: RowKind) => new Set(previewLines(preview, each).map((line) => line.row.row)).size;
  const columns: Column<PreviewLine>[] = [
    { key: 'row', header: t('rowNo'), width: 'w-16', align: 'right', cell: (line) => (line.first ? line.row.row : '') },
    {
      key: 'question',
      header: t('question'),
      cell: (line) =>
        line.first && (
          <button
            type="button"
            onClick={() => setOpen(line.row.row)}
            className="block w-full truncate rounded-sm text-left hover:text-primary [&_p]:inline"
          >
            {line.row.question === undefined ? (
              <span className="text-muted-foreground">
                <RichText inline html={line.row.draft?.stem || line.row.place || '—'} />
              </span>
            ) : (
              <RichText inline html={line.row.question.stem} />
            )}
          </button>
        ),
    },
    {
      key: 'type',
      wide: true,
      header: t('type'),
      width: 'w-24',
      cell: (line) => line.first && line.row.question !== undefined && <Chip>{code(`sectionType.${line.row.question.type}`)}</Chip>,
    },
    {
      key: 'field',
      header: t('field'),
      width: 'w-32',
      cell: (line) => <code className="text-[12.5px] text-muted-foreground">{line.field}</code>,
    },
    {
      key: 'reason',
      header: t('reason'),
      width: 'w-[38%]',
      cell: (line) => {
        const [colour, mark] = toneLook[line.tone];
        return (
          <span className={colour} title={line.reason}>
            <Mark shape={mark} className="mr-2 mb-px" />
            {line.reason === '' ? t('good') : line.reason}
          </span>
        );
      },
    },
  ];
  return (
    <Panel>
      <Tabs
        value={kind}
        onValueChange={(next) => {
          setKind(next as RowKind);
          setLimit(linesAtOnce);
        }}
      >
        <TabsList className="px-3.5">
          {kinds.map((each) => (
            <TabsTrigger key={each} value={each} className="text-sm">
              {t(tabTexts[each])} <span className="num ml-0.5 text-[13px] text-muted-foreground">{rowsOf(each)}</span>
            </TabsTrigger>
          ))}
        </TabsList>
        {kinds.map((each) => (
          <TabsContent key={each} value={each} tabIndex={-1}>
            {each === kind && (
              <DataTable
                caption={t(tabTexts[kind])}
                columns={columns}
                rows={lines.slice(0, limit)}
                keyOf={(line) => line.key}
                empty={<EmptyState className="py-10" title={t('nothingHere')} />}
              />
            )}
          </TabsContent>
        ))}
      </Tabs>
      {lines.length > limit && (
        <div className="border-t p-2 text-center">
          <Button variant="ghost" size="sm" onClick={() => setLimit(limit + linesAtOnce * 5)}>
            {t('more', { count: lines.length - limit })}
          </Button>
        </div>
      )}
      <Dialog
        shape="sheet"
        open={open !== null}
        onOpenChange={() => setOpen(null)}
        title={`${t('rowNo')} ${open?.row ?? ''}`}
        description={open?.place || open?.question?.source}
      >
        <div className="flex flex-col gap-3">
          {open?.faults.map((fault, at) => (
            <Strip key={`f${at}`} tone="seal">
              <code className="mr-2 text-[12.5px]">{fault.field}</code>
              {fault.reason}
            </Strip>
          ))}
          {open?.warnings.map((warning, at) => (
            <Strip key={`w${at}`} tone="kept">
              <code className="mr-2 text-[12.5px]">{warning.field}</code>
              {warning.reason}
            </Strip>
          ))}
          {open?.question !== undefined && <QuestionView question={shown(open.question, preview.pictures)} className="mt-1" />}
          {open?.draft !== undefined && (
            <>
              {open.question !== undefined && <h3 className="border-t pt-3.5 text-sm font-medium">{file('mendTitle')}</h3>}
              <RowMend
                key={JSON.stringify(open.faults)}
                draft={open.draft}
                faults={open.faults}
                busy={busy}
                onMend={(draft) => onMend(open.row, draft)}
                onDrop={() => {
                  setOpen(null);
                  onDrop(open.row);
                }}
              />
            </>
          )}
        </div>
      </Dialog>
    </Panel>
  );
}

type Question = NonNullable<ImportPreview['rows'][number]['question']>;
const shown = (question: Question, pictures: ImportPreview['pictures']): Question =>
  pictures.length === 0 ? question : (JSON.parse(withPictures(JSON.stringify(question), pictures)) as Question);
