import { useTranslation } from '../../../lib/i18n.ts';
import { professionResource } from '../../../../sync/contract/people/profession.ts';
import { useResourceColumns } from '../../../platform/forms/resource-list-page.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import type { Column } from '../../../ui/list/columns.tsx';
import type { ProfessionRow } from '../profession-queries.ts';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';

/** Returns the first columns of every list of professions. */
export function useProfessionColumns(): Column<ProfessionRow>[] {
  const { t } = useTranslation('prof');
  const column = useResourceColumns(professionResource)<ProfessionRow>();
  const { t: code } = useTranslation('codes');
  return [
    column('code', { width: 'w-28 min-w-28', fixed: true }),
    column('name', { width: 'w-40 min-w-32', fixed: true, opens: true }),
    column('trades', {
      cell: (row) =>
        row.trades.length === 0 ? (
          <span className="text-muted-foreground">{t('noTrades')}</span>
        ) : (
          row.trades.map((trade) => trade.name).join(' · ')
        ),
      value: (row) => row.trades.map((trade) => trade.name).join(' · '),
    }),
    column('levels', {
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
    }),
  ];
}

/** Returns the additional columns for administrators of the catalogue. */
export function useProfessionAdminColumns(): Column<ProfessionRow>[] {
  const { t } = useTranslation('prof');
  const column = useResourceColumns(professionResource)<ProfessionRow>();
  return [
    column('standard', { extra: true }),
    column('remark', { extra: true }),
    column('tableCount', { width: 'w-20', align: 'right', wide: true }),
    column('schoolCount', { width: 'w-20', align: 'right', wide: true }),
    column('enabled', {
      width: 'w-24 min-w-24',
      cell: (row) => (
        <Chip tone={row.enabled ? 'delivered' : 'neutral'} mark={row.enabled ? 'dot' : 'ring'}>
          {t(row.enabled ? 'enabled' : 'disabled')}
        </Chip>
      ),
      value: (row) => t(row.enabled ? 'enabled' : 'disabled'),
    }),
    column('updatedByName', { width: 'w-24', extra: true }),
    column('updatedMs', { width: 'w-40', align: 'right', wide: true }),
  ];
}

/** Filters any list of professions by level. */
export function LevelFilter() {
  const { t } = useTranslation(['prof', 'words']);
  const { t: code } = useTranslation('codes');
  return (
    <FilterSelect
      name="level"
      label={t('levels')}
      all={t('words:allLevels')}
      choices={professionLevels.map((level) => ({ value: level, label: code(`professionLevel.${level}`) }))}
    />
  );
}
