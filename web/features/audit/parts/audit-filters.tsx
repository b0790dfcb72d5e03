import { X } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { SchoolChoice } from '../../../platform/choices/school-choice.tsx';
import { fromDayFilter } from '../../../ui/list/list-filters.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DateField } from '../../../ui/date/date-field.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import type { ListControls } from '../../../ui/list/list-state.ts';
import { SearchInput } from '../../../ui/primitives/search-input.tsx';
import { useAuditKinds } from '../audit-queries.ts';
import { describeAuditCall, getEntityLabel } from '../entry-words.ts';
import { useAuditTexts } from '../use-audit-words.ts';

interface AuditFiltersProps {
  list: ListControls;
  /** True if the log spans all schools, so that a school can be chosen. */
  ofSchools: boolean;
  /** Names of the user and entity that a link has filtered the list by. */
  onlyUser: string | undefined;
  onlyThing: string | undefined;
}

export function AuditFilters({ list, ofSchools, onlyUser, onlyThing }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const kinds = useAuditKinds().data;
  const named = (values: readonly string[] = [], say: (value: string) => string) =>
    values.map((value) => ({ value, label: say(value) })).toSorted((a, b) => a.label.localeCompare(b.label, 'zh-CN'));
  const day = (name: 'fromMs' | 'toMs', label: string) => (
    <DateField
      aria-label={label}
      value={list.textOf(name)}
      onChange={(value) => list.setText(name, fromDayFilter.read(value) === undefined ? '' : value)}
      className="w-33"
    />
  );
  return (
    <>
      <SearchInput
        value={list.textOf('who')}
        onChange={(text) => list.setText('who', text)}
        placeholder={t('searchWho')}
        className="w-48"
      />
      {ofSchools && <SchoolFilter list={list} />}
      <FilterSelect
        list={list}
        name="call"
        label={t('did')}
        all={t('allCalls')}
        choices={named(kinds?.calls, (path) => describeAuditCall(words, path))}
        className="min-w-32"
      />
      <FilterSelect
        list={list}
        name="entity"
        label={t('thing')}
        all={t('allThings')}
        choices={named(kinds?.entities, (entity) => getEntityLabel(words, entity))}
        className="min-w-30"
      />
      <FilterSelect
        list={list}
        name="outcome"
        label={t('result')}
        all={t('allResults')}
        choices={(['done', 'refused'] as const).map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        className="min-w-28"
      />
      <span className="flex items-center gap-2">
        {day('fromMs', t('fromDay'))}
        <span className="text-[13px] text-muted-foreground">{t('until')}</span>
        {day('toMs', t('toDay'))}
      </span>
      {onlyUser !== undefined && <Only text={onlyUser} onClear={() => list.setText('userId', '')} />}
      {onlyThing !== undefined && <Only text={onlyThing} onClear={() => list.setText('entityId', '')} />}
    </>
  );
}

function SchoolFilter({ list }: { list: ListControls }) {
  const { t } = useTranslation('audit');
  const chosen = Number(list.textOf('schoolId'));
  return (
    <div className="w-48">
      <SchoolChoice
        aria-label={t('school')}
        placeholder={t('allSchools')}
        schoolId={chosen > 0 ? chosen : null}
        onChange={(id) => list.setText('schoolId', id === null ? '' : String(id))}
      />
    </div>
  );
}

function Only({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <Button variant="soft" size="sm" onClick={onClear} title={t('clear')} className="max-w-64">
      <span className="truncate">{text}</span>
      <X aria-hidden />
    </Button>
  );
}
