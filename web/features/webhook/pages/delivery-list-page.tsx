import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { deliveryState, type DeliveryStateCode } from '../../../../sync/contract/codes.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCall, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { dateColumn, mutedColumn, numberColumn, statusColumn, type Column } from '../../../ui/list/columns.tsx';
import { DataList, ListPage } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, useListState } from '../../../ui/list/list-state.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

type Delivery = ListRow<'/webhook/getDeliveries'>;

const states = Object.values(deliveryState);
const filters = { state: createOneOfFilter(states) };
const looks: Readonly<Record<DeliveryStateCode, readonly [ChipTone, MarkShape]>> = {
  0: ['kept', 'ring'],
  1: ['delivered', 'dot'],
  2: ['seal', 'square'],
};

/** /teacher/manage/webhook/{id}: the deliveries to a webhook, and the answers of its receiver. */
export function DeliveryListPage() {
  const { t } = useTranslation(['webhook', 'words']);
  const mayChange = useCanChangeData();
  const id = Number(useParams()['id']);
  const webhook = useCall('/webhook/getById', { id });
  const list = useListState({ filters, sort: '-id' });
  const deliveries = useListQuery('/webhook/getDeliveries', { ...list.input, filter: { ...list.input.filter, webhookId: id } });
  const [deliveryToResend, setDeliveryToResend] = useState<Delivery | null>(null);
  const columns: Column<Delivery>[] = [
    dateColumn('created', t('created'), ({ createdMs }) => createdMs, { style: 'second', width: 'w-44', sort: 'id', fixed: true }),
    { key: 'event', header: t('event'), width: 'w-36', value: ({ event }) => t(`events.${event}`) },
    statusColumn(
      'state',
      t('words:status'),
      ({ state }) => (
        <Chip tone={looks[state][0]} mark={looks[state][1]}>
          {t(`deliveryStates.${state}`)}
        </Chip>
      ),
      ({ state }) => t(`deliveryStates.${state}`),
      { width: 'w-28' },
    ),
    numberColumn('attempts', t('attempts'), ({ attempts }) => attempts, { width: 'w-20' }),
    {
      key: 'answer',
      header: t('answer'),
      value: ({ status, answer, error }) =>
        [error, status > 0 && error === '' ? `HTTP ${status}` : '', answer].filter((each) => each !== '').join(' · '),
    },
    dateColumn('tried', t('tried'), ({ triedMs }) => triedMs, { wide: true }),
    dateColumn('next', t('next'), ({ nextMs }) => nextMs),
    mutedColumn('key', t('key'), ({ key }) => key, { extra: true }),
  ];
  return (
    <ListPage
      title={`${t('log')}${webhook.data === undefined ? '' : ` · ${webhook.data.name}`}`}
      actions={<LinkButton to="/teacher/manage/webhook">{t('back')}</LinkButton>}
    >
      <p className="-mt-2 text-[13px] text-muted-foreground">{t('logHint')}</p>
      <DataList
        name="webhook.deliveries"
        caption={t('log')}
        list={list}
        query={deliveries}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => `${t(`events.${row.event}`)} ${row.key}`}
        actions={(row) => (mayChange ? [{ label: t('sendAgain'), onSelect: () => setDeliveryToResend(row) }] : [])}
        filters={
          <FilterSelect
            name="state"
            label={t('words:status')}
            all={t('words:allStatuses')}
            choices={states.map((state) => ({ value: state, label: t(`deliveryStates.${state}`) }))}
          />
        }
        empty={{ title: t('logEmpty') }}
      />
      {deliveryToResend !== null && (
        <ConfirmDialog
          title={t('sendAgainTitle')}
          confirm={t('sendAgain')}
          run={(quiet) => makeCall('/webhook/sendAgain', { deliveryId: deliveryToResend.id }, quiet)}
          invalidates={['/webhook']}
          doneText={t('willSend')}
          onClose={() => setDeliveryToResend(null)}
        >
          {t('sendAgainText')}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}
