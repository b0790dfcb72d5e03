import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
import { previewLines, rawStem, type PreviewLine, type RowKind } from '../import-rows.ts';
import type { ImportPreview } from '../question-queries.ts';

const kinds = ['faulty', 'warned', 'duplicate', 'all'] as const satisfies readonly RowKind[];
const tabTexts = { faulty: 'tabFaulty', warned: 'tabWarned', duplicate: 'tabDuplicates', all: 'tabAll' } as const;
const toneLook: Record<PreviewLine['tone'], readonly [string, MarkShape]> = {
  seal: ['text-seal', 'square'],
  kept: ['text-kept-ink', 'ring'],
  neutral: ['text-muted-foreground', 'ring'],
  delivered: ['text-delivered', 'dot'],
};
const linesAtOnce = 200;

/** Row, field and reason for everything there is to say, and each question as it would stand in the bank. */
export function PreviewTable({ preview, text }: { preview: ImportPreview; text: string }) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const [kind, setKind] = useState<RowKind>(() => kinds.find((each) => previewLines(preview, each).length > 0) ?? 'all');
  const [limit, setLimit] = useState(linesAtOnce);
  const [open, setOpen] = useState<PreviewLine['row'] | null>(null);
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
            onClick={() => setOpen(line.row)}
            className="block w-full truncate rounded-sm text-left hover:text-primary [&_p]:inline"
          >
            {line.row.question === undefined ? (
              <span className="text-muted-foreground">{rawStem(text, line.row.row)}</span>
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
        description={open?.question?.source}
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
          {open !== null && open.question === undefined && (
            <pre className="scroll-slim overflow-x-auto rounded-lg bg-muted p-3 font-mono text-[13px] whitespace-pre-wrap">
              {rawStem(text, open.row)}
            </pre>
          )}
          {open?.question !== undefined && <QuestionView question={open.question} className="mt-1" />}
        </div>
      </Dialog>
    </Panel>
  );
}
