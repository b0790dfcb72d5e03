import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/chip.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import type { ProfessionRow } from '../prof-queries.ts';

/** What every list of professions begins with. */
export function useProfessionColumns(): Column<ProfessionRow>[] {
  const { t } = useTranslation('prof');
  const { t: code } = useTranslation('codes');
  return [
    { key: 'code', header: t('code'), sort: 'code', width: 'w-28 min-w-28', fixed: true, value: (row) => row.code },
    { key: 'name', header: t('name'), sort: 'name', width: 'w-40 min-w-32', fixed: true, opens: true, value: (row) => row.name },
    {
      key: 'trades',
      header: t('trades'),
      width: 'min-w-28',
      cell: (row) =>
        row.trades.length === 0 ? (
          <span className="text-muted-foreground">{t('noTrades')}</span>
        ) : (
          row.trades.map((trade) => trade.name).join(' · ')
        ),
      value: (row) => row.trades.map((trade) => trade.name).join(' · '),
    },
    {
      key: 'levels',
      header: t('levels'),
      width: 'w-40 min-w-40',
      cell: (row) => (
        <span className="inline-flex gap-1">
          {row.levels.map((level) => (
            <Chip key={level} tone="primary" className="px-[7px]">
              <span title={code(`professionLevel.${level}`)}>{level}</span>
            </Chip>
          ))}
        </span>
      ),
      value: (row) => row.levels.join(' '),
    },
  ];
}

/** What a keeper of the catalogue sees besides. */
export function useKeeperColumns(): Column<ProfessionRow>[] {
  const { t } = useTranslation('prof');
  return [
    { key: 'standard', header: t('standard'), extra: true, value: (row) => row.standard },
    { key: 'remark', header: t('remark'), extra: true, value: (row) => row.remark },
    { key: 'tables', header: t('tables'), width: 'w-20', align: 'right', wide: true, value: (row) => row.tableCount },
    { key: 'schools', header: t('schools'), width: 'w-20', align: 'right', wide: true, value: (row) => row.schoolCount },
    {
      key: 'status',
      header: t('status'),
      width: 'w-24 min-w-24',
      cell: (row) => (
        <Chip tone={row.enabled ? 'delivered' : 'neutral'} mark={row.enabled ? 'dot' : 'ring'}>
          {t(row.enabled ? 'enabled' : 'disabled')}
        </Chip>
      ),
      value: (row) => t(row.enabled ? 'enabled' : 'disabled'),
    },
    { key: 'updatedBy', header: t('updatedBy'), width: 'w-24', extra: true, value: (row) => row.updatedByName },
    {
      key: 'updated',
      header: t('updated'),
      sort: 'updatedMs',
      width: 'w-40',
      align: 'right',
      wide: true,
      cell: (row) => <span className="text-muted-foreground">{formatDateTime(row.updatedMs)}</span>,
      value: (row) => new Date(row.updatedMs),
    },
  ];
}
