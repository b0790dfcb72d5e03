import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { PrintPage } from '../../../ui/print/print-layout.tsx';
import { sheetCells } from './room-sheets.tsx';
import type { PlanSeatingView } from './seating-queries.ts';

/** Prints the report of each internal supervisor, one a sheet. The cells of a missing report are empty, to fill in by hand. */
export function SupervisionSheet({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('seating');
  return seating.supervisors.map(({ id, name, report, reportedMs }) => {
    const rows = [
      { head: t('reportConclusion'), text: report === null ? '' : t(`report_${report.conclusion}`), height: 'h-[12mm]' },
      { head: t('reportObserved'), text: report?.observed, height: 'h-[90mm]' },
      { head: t('reportAdvised'), text: report?.advice, height: 'h-[50mm]' },
    ];
    return (
      <PrintPage key={id}>
        <p className="mb-[3mm] flex justify-between text-[10.5pt]">
          <span>{t('reportBy', { name })}</span>
          <span className="num">{reportedMs !== null && t('reportedAt', { time: formatDateTime(reportedMs) })}</span>
        </p>
        <table aria-label={t('reportOf', { name })} className={`w-full border-collapse text-[10.5pt] text-black ${sheetCells}`}>
          <tbody>
            {rows.map(({ head, text, height }) => (
              <tr key={head}>
                <th scope="row" className={`w-[28mm] align-top ${height}`}>
                  {head}
                </th>
                <td className="py-[1mm] align-top leading-[6mm] [overflow-wrap:anywhere] whitespace-pre-wrap">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-[8mm] flex justify-end gap-[10mm] text-[10.5pt]">
          <span>{t('reportSignature')} ________________</span>
          <span>{t('reportDate')} ________________</span>
        </p>
      </PrintPage>
    );
  });
}
