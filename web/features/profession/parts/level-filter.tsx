import { useTranslation } from '../../../lib/i18n.ts';
import { professionLevels } from '../../../../sync/contract/codes.ts';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';

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
