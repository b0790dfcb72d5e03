import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CallInput } from '../../../../sync/contract/call.ts';
import type { webhookCalls } from '../../../../sync/contract/platform/webhook.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';

/** Shows a message as one person would get it, and names those who cannot get it. */
export function MessagePreview({ form }: { readonly form: UseFormReturn<CallInput<(typeof webhookCalls)['add']>> }) {
  const { t } = useTranslation('webhook');
  const preview = useAction({
    mutationFn: () => {
      const { message, messageType } = form.getValues();
      return makeCall('/webhook/preview', { message, messageType }, { quiet: true });
    },
  });
  const end = useRef<HTMLDivElement>(null);
  // The form is longer than its dialog, so the preview would lie below the edge.
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
