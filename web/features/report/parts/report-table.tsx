import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ReportTable } from '../report-sheet.ts';

/** Tells whether a cell stays on one line: names, numbers and dates would be hard to read across two. */
const isShort = (cell: string | number | null): boolean => String(cell ?? '').length <= (/\p{Script=Han}/u.test(String(cell)) ? 8 : 22);

/** Shows the table on paper. On the screen, required values that are missing stand out; on paper their cells are empty, to be filled in by hand. */
export function ReportTableView({ title, table: { columns, rows, missing } }: { title: string; table: ReportTable }) {
  const { t } = useTranslation('report');
  const lacks = new Map(missing.map(({ id, headings }) => [id, new Set(headings)]));
  return (
    <table aria-label={title} className="num w-full border-collapse text-[9pt] leading-snug">
      <thead>
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col" className="border border-current px-1.5 py-1 font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id} className="break-inside-avoid">
            {columns.map(({ heading, type }, at) => {
              const cell = cells[at] ?? null;
              const isMissing = cell === null && lacks.get(id)?.has(heading) === true;
              return (
                <td
                  key={heading}
                  className={cn(
                    'border border-current px-1.5 py-1',
                    isShort(cell) ? 'whitespace-nowrap' : 'break-words',
                    type === 'number' && 'text-right',
                    isMissing && 'bg-seal-soft print:bg-transparent',
                  )}
                >
                  {isMissing ? <span className="text-seal print:hidden">{t('empty')}</span> : cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
