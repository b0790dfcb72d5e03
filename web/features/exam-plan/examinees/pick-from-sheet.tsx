import { useTranslation } from '../../../lib/i18n.ts';
import { matchColumns, maxMatchRows } from '../../../../sync/contract/exams/exam-user-calls.ts';
import { ownPeopleHeadings } from '../../../lib/people-sheet/people-headings-table.ts';
import { knownPeopleRule, readPeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { readListFile } from '../../../platform/imports/use-sheet-import.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { PickProps } from './pick-props.ts';
import { SheetFindings } from '../paper-entry/sheet-findings.tsx';

/** Matches an uploaded sheet of names or numbers. Certain matches are added by one click; the others are listed with the reason. */
export function PickFromSheet({ chosen, put }: PickProps) {
  const { t, i18n } = useTranslation('examPlan');
  const headings = ownPeopleHeadings[i18n.language === 'en' ? 'en' : 'zh-CN'];
  const columns = matchColumns.map((column) => headings[column]);
  const naming = knownPeopleRule.names.map((column) => headings[column]).join(t('listBetween'));
  const read = useAction({
    mutationFn: async (file: File) => {
      const book = await readListFile(file, {
        maxRows: maxMatchRows,
        read: (sheets) => readPeopleBook(sheets, matchColumns, knownPeopleRule),
        noHeading: t('sheetNoHeading', { columns: naming }),
      });
      const found = await makeCall('/user/matchExamUsers', { rows: book.rows.map((row) => ({ ...row })) }, { quiet: true });
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
