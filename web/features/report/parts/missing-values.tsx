import type { ReactNode } from 'react';
import { getReportRowKind, type ReportKind } from '../../../../sync/contract/applications/report.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { ReportTable } from '../report-sheet.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** '' for a plan. */
  readonly ticketNo: string;
}

/** Names every person or plan that lacks a required value, with the headings of the empty cells, and every person whom the photo package lacks. */
export function MissingValues({ kind, table: { rows, missing, missingPhotos } }: { kind: ReportKind; table: ReportTable }) {
  const { t } = useTranslation('report');
  if (rows.length === 0) return null;
  return (
    <>
      {missing.length === 0 ? (
        <Strip tone="delivered">{t('complete', { n: rows.length })}</Strip>
      ) : (
        <MissingList
          title={t('missingCount', { n: missing.length })}
          hint={t(`missingHint.${getReportRowKind(kind)}`)}
          items={missing}
          lacks={({ headings }) => headings.join(t('between'))}
        />
      )}
      {missingPhotos.length > 0 && (
        <MissingList
          title={t('photosMissing', { n: missingPhotos.length })}
          hint={t('photosHint')}
          items={missingPhotos}
          lacks={(person) => t(`lacks.${person.lacks}`)}
        />
      )}
    </>
  );
}

interface MissingListProps<T extends Named> {
  title: ReactNode;
  hint: ReactNode;
  items: readonly T[];
  lacks: (item: T) => string;
}

function MissingList<T extends Named>({ title, hint, items, lacks }: MissingListProps<T>) {
  const { t } = useTranslation('report');
  return (
    <Strip tone="kept">
      <div className="flex min-w-0 flex-col gap-1">
        <strong>{title}</strong>
        <span>{hint}</span>
        <ul className="scroll-slim grid max-h-48 list-disc gap-x-8 overflow-y-auto pl-5 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((item) => (
            <li key={item.id}>
              {item.ticketNo === ''
                ? t('missingOf', { name: item.name, what: lacks(item) })
                : t('missingPerson', { name: item.name, ticket: item.ticketNo, what: lacks(item) })}
            </li>
          ))}
        </ul>
      </div>
    </Strip>
  );
}
