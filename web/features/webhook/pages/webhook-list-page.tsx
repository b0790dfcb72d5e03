import { type ReactNode, useState, useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CallInput } from '../../../../sync/contract/call.ts';
import {
  messagePlaceholders,
  messageTypes,
  type WebhookState,
  webhookResource,
  type WebhookEvent,
  webhookEvents,
  type webhookCalls,
} from '../../../../sync/contract/platform/webhook.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ResourceFormFields, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
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

interface EventBoxesProps {
  readonly control: FieldControl;
  readonly value: readonly WebhookEvent[];
  readonly onChange: (events: WebhookEvent[]) => void;
}

/** Chooses the events that a webhook receives. */
function EventBoxes({ control: { id, ...rest }, value, onChange }: EventBoxesProps) {
  const { t } = useTranslation('webhook');
  return (
    <div id={id} role="group" className="grid gap-2 py-1 sm:grid-cols-2" {...rest}>
      {webhookEvents.map((event) => (
        <label key={event} htmlFor={`${id}${event}`} className="flex items-center gap-2 text-sm">
          <Checkbox
            id={`${id}${event}`}
            checked={value.includes(event)}
            onCheckedChange={(on) => onChange(webhookEvents.filter((each) => (each === event ? on === true : value.includes(each))))}
          />
          {t(`events.${event}`)}
        </label>
      ))}
    </div>
  );
}

/** Shows the message template of a webhook filled in for one person, and names the people who have no phone number and so cannot get it. */
function MessagePreview({ form }: { readonly form: UseFormReturn<CallInput<(typeof webhookCalls)['add']>> }) {
  const { t } = useTranslation('webhook');
  const preview = useAction({
    mutationFn: () => {
      const { message, messageType } = form.getValues();
      return makeCall('/webhook/preview', { message, messageType }, { quiet: true });
    },
  });
  const end = useRef<HTMLDivElement>(null);
  // The form is longer than its dialog, so the preview at its end would be out of view.
  useEffect(() => {
    if (preview.data !== undefined || preview.error !== null) end.current?.scrollIntoView({ block: 'end' });
  }, [preview.data, preview.error]);
  const { body = '', withoutPhone = 0, names = [] } = preview.data ?? {};
  return (
    <div ref={end} className="-mt-1 flex flex-col items-start gap-2.5">
      <Button type="button" size="sm" busy={preview.isPending} onClick={() => preview.mutate()}>
        {t('preview')}
      </Button>
      {preview.error !== null && (
        <div role="alert" className="w-full">
          <Strip tone="seal">{preview.error.message}</Strip>
        </div>
      )}
      {preview.data !== undefined && (
        <pre aria-label={t('previewBody')} className="w-full rounded-lg bg-muted px-3 py-2 text-[13px] break-all whitespace-pre-wrap">
          {body === '' ? t('previewEmpty') : body}
        </pre>
      )}
      {withoutPhone > 0 && (
        <Strip tone="kept" className="w-full">
          {t('withoutPhone', {
            count: withoutPhone,
            names: names.join(t('listJoin')) + (withoutPhone > names.length ? t('andOthers') : ''),
          })}
        </Strip>
      )}
    </div>
  );
}

/** /teacher/manage/webhook: addresses of other systems that receive the school's events. */
export function WebhookListPage() {
  const { t } = useTranslation(['webhook', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters, sort: 'name' });
  const webhooks = useListQuery('/webhook/getList', list.input);
  const column = useResourceColumns(webhookResource)<Webhook>();
  const [actionRequest, setActionRequest] = useState<{ readonly what: keyof typeof dialogs; readonly webhook: Webhook } | null>(null);
  const ask = (what: keyof typeof dialogs, webhook: Webhook) => () => setActionRequest({ what, webhook });
  const Asking = actionRequest && dialogs[actionRequest.what];
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
                  context={fields}
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
      {actionRequest !== null && Asking !== null && <Asking webhook={actionRequest.webhook} onClose={() => setActionRequest(null)} />}
    </>
  );
}
