import { useTranslation } from '../../../lib/i18n.ts';
import { matchColumns, matchMaxRows } from '../../../../sync/contract/exam-user-calls.ts';
import { ownHeadings } from '../../../lib/people-headings-table.ts';
import { knownPeople, peopleOfBook } from '../../../lib/people-sheet.ts';
import { readWorkbookFile } from '../../../lib/workbook-file.ts';
import { call } from '../../../platform/call.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SheetDrop } from '../../../ui/sheet-drop.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { workbookProblem } from '../../../ui/workbook-problem.ts';
import type { PickProps } from '../pick-props.ts';
import { SheetFindings } from './sheet-findings.tsx';

/** Matches an uploaded sheet of names or numbers. Certain matches are added by one click; the others are listed with the reason. */
export function PickFromSheet({ chosen, put }: PickProps) {
  const { t, i18n } = useTranslation('examPlan');
  const headings = ownHeadings[i18n.language === 'en' ? 'en' : 'zh-CN'];
  const columns = matchColumns.map((column) => headings[column]);
  const naming = knownPeople.names.map((column) => headings[column]).join(t('listBetween'));
  const read = useAction({
    mutationFn: async (file: File) => {
      const sheets = await readWorkbookFile(file, 2 * matchMaxRows);
      if ('kind' in sheets) throw new Error(workbookProblem(sheets));
      const book = peopleOfBook(sheets, matchColumns, knownPeople);
      if (book === null) throw new Error(t('sheetNoHeading', { columns: naming }));
      if (book.people.length === 0) throw new Error(t('sheetEmpty'));
      if (book.people.length > matchMaxRows) throw new Error(t('sheetTooLong', { max: matchMaxRows, count: book.people.length }));
      const found = await call('/user/matchExamUsers', { rows: book.people.map((row) => ({ ...row })) }, { quiet: true });
      return { found, book, fileName: file.name };
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <Panel bodyClassName="p-4">
        <p className="mb-3 text-sm text-muted-foreground">{t('sheetIntro', { columns: naming, className: headings.class })}</p>
        <SheetDrop
          template={{ label: t('sheetTemplateGet'), name: t('sheetTemplate'), header: columns }}
          choose={t('sheetChoose')}
          reading={read.isPending}
          onTake={(file) => read.mutate(file)}
          said={read.isPending ? t('sheetReading') : (read.data?.fileName ?? t('sheetDrop'))}
        />
      </Panel>
      {read.error !== null && (
        <div role="alert">
          <Strip tone="seal">{read.error.message}</Strip>
        </div>
      )}
      {read.data !== undefined && <SheetFindings {...read.data} chosen={chosen} put={put} />}
    </div>
  );
}
