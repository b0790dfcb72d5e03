import { type WebhookEvent, webhookEvents } from '../../../../sync/contract/platform/webhook.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';

interface EventBoxesProps {
  readonly control: FieldControl;
  readonly value: readonly WebhookEvent[];
  readonly onChange: (events: WebhookEvent[]) => void;
}

/** Chooses the events that a webhook receives. */
export function EventBoxes({ control: { id, ...rest }, value, onChange }: EventBoxesProps) {
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
