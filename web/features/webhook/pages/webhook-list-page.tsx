import { type ReactNode, useState } from 'react';
import { messagePlaceholders, messageTypes, type WebhookState, webhookResource } from '../../../../sync/contract/platform/webhook.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { ResourceFormFields, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { MessagePreview } from '../parts/message-preview.tsx';
import { EventBoxes } from '../parts/event-boxes.tsx';
import { ResumeDialog, SecretDialog, TestDialog, type WebhookDialogProps } from '../parts/webhook-dialogs.tsx';
import { type Webhook, webhookResourceCalls } from '../webhook-calls.ts';

const filters = { keyword: textFilter };
const looks: Readonly<Record<WebhookState, readonly [ChipTone, MarkShape]>> = {
  working: ['delivered', 'dot'],
  failing: ['kept', 'ring'],
  paused: ['seal', 'square'],
  noSecret: ['kept', 'square'],
  off: ['neutral', 'ring'],
};
const dialogs = { secret: SecretDialog, test: TestDialog, resume: ResumeDialog } as const satisfies Record<
  string,
  (props: WebhookDialogProps) => ReactNode
>;

/** /teacher/manage/webhook: addresses of other systems that receive the school's events. */
export function WebhookListPage() {
  const { t } = useTranslation(['webhook', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: 'name' });
  const webhooks = useListQuery('/webhook/getList', list.input);
  const column = useResourceColumns(webhookResource)<Webhook>();
  const [asking, setAsking] = useState<{ readonly what: keyof typeof dialogs; readonly webhook: Webhook } | null>(null);
  const ask = (what: keyof typeof dialogs, webhook: Webhook) => () => setAsking({ what, webhook });
  const Asking = asking && dialogs[asking.what];
  const paused = (webhooks.data?.items ?? []).filter(({ state }) => state === 'paused');
  return (
    <>
      <ResourceListPage
        calls={webhookResourceCalls}

        hint={
          <div className="flex flex-col gap-2.5">
            <p>{t('hint')}</p>
            {paused.map((webhook) => (
              <Strip
                key={webhook.id}
                tone="seal"
                action={
                  mayChange && (
                    <Button size="sm" onClick={ask('resume', webhook)}>
                      {t('resume')}
                    </Button>
                  )
                }
              >
                {t('pausedNotice', { name: webhook.name, date: formatDateTime(webhook.failingSinceMs ?? 0) })}
              </Strip>
            ))}
          </div>
        }
        list={list}
        query={webhooks}
        columns={[
          column('name', { fixed: true, opens: true, width: 'w-44' }),
          column('address'),
          column('events', {
            value: ({ events }) => events.map((event) => t(`events.${event}`)).join(t('listJoin')),
          }),
          column('state', {
            width: 'w-32',
            cell: ({ state }) => (
              <Chip tone={looks[state][0]} mark={looks[state][1]}>
                {t(`states.${state}`)}
              </Chip>
            ),
            value: ({ state }) => t(`states.${state}`),
          }),
          column('waiting', { width: 'w-24', align: 'right' }),
          column('updatedMs', { width: 'w-40', extra: true }),
        ]}
        nameOf={({ name }) => name}
        actions={(row) => [
          ...(mayChange && row.state === 'noSecret' ? [{ label: t('secretCreate'), next: true, onSelect: ask('secret', row) }] : []),
          { label: t('log'), to: `/teacher/manage/webhook/${row.id}` },
          ...(mayChange && row.state !== 'noSecret' && row.state !== 'off'
            ? [
                { label: t('test'), onSelect: ask('test', row) },
                { label: t('secretReplace'), onSelect: ask('secret', row) },
              ]
            : []),
        ]}
        removeAsk={({ name }) => t('removeAsk', { name })}
        emptyText={t('empty')}
        form={(saved, onClose) => (
          <ResourceForm calls={webhookResourceCalls} saved={saved} onClose={onClose}>
            {(fields) => (
              <>
                <ResourceFormFields
                  of={fields}
                  looks={{
                    name: { line: { maxLength: 40 } },
                    address: { hint: t('addressHint'), wrong: t('addressWrong') },
                    events: {
                      wrong: t('eventsMissing'),
                      children: (control, field) => <EventBoxes control={control} value={field.value} onChange={field.onChange} />,
                    },
                    message: { rows: 4, hint: t('messageHint', { list: messagePlaceholders.map((name) => `{{${name}}}`).join(' ') }) },
                    messageType: {
                      children: (control, field) => (
                        <Select
                          {...control}
                          value={field.value}
                          onChange={field.onChange}
                          choices={messageTypes.map((type) => ({ value: type, label: t(`messageTypes.${type}`) }))}
                        />
                      ),
                    },
                  }}
                />
                <MessagePreview form={fields.form} />
              </>
            )}
          </ResourceForm>
        )}
      />
      {asking !== null && Asking !== null && <Asking webhook={asking.webhook} onClose={() => setAsking(null)} />}
    </>
  );
}
