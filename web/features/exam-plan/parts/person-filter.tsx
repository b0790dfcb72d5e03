import { useTranslation } from 'react-i18next';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { useListState } from '../../../ui/list-state.ts';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Select } from '../../../ui/select.tsx';
import type { PlanExaminee } from '../exam-plan-queries.ts';

const codes = Object.values(examUserStatus).toSorted((a, b) => a - b);

/** The examinees that fit what stands in the URL: name or ticket, and status. */
export function useFittingExaminees(examinees: readonly PlanExaminee[]): readonly PlanExaminee[] {
  const { filter } = useListState();
  const find = filter('keyword').trim().toLowerCase();
  const status = filter('status');
  return examinees.filter(
    (each) =>
      (status === '' || String(each.status) === status) &&
      (find === '' ||
        each.name.toLowerCase().includes(find) ||
        each.ticketNo.includes(find) ||
        each.seatLabel.toLowerCase().includes(find)),
  );
}

export function PersonFilter() {
  const { t } = useTranslation('examPlan');
  const { t: code } = useTranslation('codes');
  const list = useListState();
  return (
    <div className="flex flex-wrap items-center gap-2.5 border-b p-2.5 print:hidden">
      <SearchInput
        value={list.filter('keyword')}
        onChange={(text) => list.setFilter('keyword', text)}
        placeholder={t('findPerson')}
        className="w-64"
      />
      <Select
        aria-label={t('status')}
        value={list.filter('status')}
        onChange={(value) => list.setFilter('status', value)}
        choices={[
          { value: '', label: t('allStatuses') },
          ...codes.map((each) => ({ value: String(each), label: code(`examUserStatus.${each}`) })),
        ]}
        className="w-36"
      />
    </div>
  );
}
