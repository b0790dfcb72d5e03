import { useTranslation } from '../../../lib/i18n.ts';
import { offerStatus } from '../../../../sync/contract/codes.ts';
import { declarationResource } from '../../../../sync/contract/applications/declaration.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { categoryFilter, createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { declarationResourceCalls } from '../application-resource-calls.ts';
import { type DeclarationRow, getLevelName } from '../application-queries.ts';
import { DeclarationForm } from '../parts/offer/declaration-form.tsx';
import { useOfferActions, OfferPhaseChip, OfferWindow } from '../parts/offer/offer-cells.tsx';

const statuses = Object.values(offerStatus);
const filters = { keyword: textFilter, status: createOneOfFilter(statuses), category: categoryFilter };

/** Lists the school's declaration projects. */
export function DeclarationListPage() {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: '-updatedMs' });
  const projects = useListQuery('/declaration/getList', list.input);
  const column = useResourceColumns(declarationResource)<DeclarationRow>();
  const actions = useOfferActions('declaration');
  return (
    <ResourceListPage
      calls={declarationResourceCalls}

      list={list}
      query={projects}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('profession', {
          width: 'w-40',
          cell: (row) => (row.profession === '' ? t('noProfession') : `${row.profession} ${getLevelName(code, row.level)}`),
        }),
        column('formName', { width: 'w-40' }),
        column('closesMs', { width: 'w-64', cell: (row) => <OfferWindow offer={row} /> }),
        column('pending', { width: 'w-24', align: 'right' }),
        column('approved', { width: 'w-24', align: 'right' }),
        column('status', { width: 'w-28', cell: (row) => <OfferPhaseChip kind="declare" offer={row} /> }),
        column('category', { width: 'w-32', extra: true }),
        column('updatedMs', { width: 'w-40', extra: true }),
      ]}
      filters={<StatusFilter choices={statuses.map((status) => ({ value: status, label: t(`offerStatus.${status}`) }))} />}
      nameOf={(row) => row.name}
      actions={(row) => [
        { label: t('review'), to: `/teacher/declaration/user?offerId=${row.id}` },
        { label: t('whoDeclared'), to: `/teacher/declaration/student?offerId=${row.id}` },
        ...(mayChange ? actions(row) : []),
      ]}
      form={(saved, onClose) => <DeclarationForm saved={saved} onClose={onClose} />}
      emptyText={t('projectEmpty')}
    />
  );
}
