import { getReportRowKind, type ReportKind } from '../../../../sync/contract/marking/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { ReportTable } from '../report-sheet.ts';

/** Names every person or plan that lacks a required value, with the headings of the empty cells. */
export function MissingValues({ kind, table: { rows, missing } }: { kind: ReportKind; table: ReportTable }) {
  const { t } = useTranslation('report');
  if (rows.length === 0) return null;
  if (missing.length === 0) return <Strip tone="delivered">{t('complete', { n: rows.length })}</Strip>;
  return (
    <Strip tone="kept">
      <div className="flex min-w-0 flex-col gap-1">
        <strong>{t('missingCount', { n: missing.length })}</strong>
        <span>{t(`missingHint.${getReportRowKind(kind)}`)}</span>
        <ul className="scroll-slim grid max-h-48 list-disc gap-x-8 overflow-y-auto pl-5 sm:grid-cols-2 xl:grid-cols-3">
          {missing.map(({ id, name, ticketNo, headings }) => (
            <li key={id}>
              {ticketNo === ''
                ? t('missingOf', { name, headings: headings.join(t('between')) })
                : t('missingPerson', { name, ticket: ticketNo, headings: headings.join(t('between')) })}
            </li>
          ))}
        </ul>
      </div>
    </Strip>
  );
}
