import { useTranslation } from '../../../../lib/i18n.ts';
import { offerStatus, type OfferStatusCode } from '../../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../../platform/api/call-query.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../ui/use-action.ts';
import type { RowActionItem } from '../../../../ui/list/row-actions.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';

interface OfferRow {
  readonly id: number;
  readonly version: number;
  readonly status: OfferStatusCode;
}
type Change = OfferRow;

const ways = {
  batch: (input: Change) => makeCall('/batch/setStatus', input),
  declaration: (input: Change) => makeCall('/declaration/setStatus', input),
} as const;

const openWords = { batch: 'openNow', declaration: 'openDeclarations' } as const;

/** Returns the row actions of an offer: open, close and reopen. */
export function useOfferActions(module: keyof typeof ways): (row: OfferRow) => RowActionItem[] {
  const { t } = useTranslation('application');
  const invalidate = useInvalidate();
  const set = useAction({
    mutationFn: ways[module],
    onSuccess: () => toast.success(t('statusChanged')),
    onSettled: () => invalidate(`/${module}`),
  });
  return ({ id, version, status }) => {
    const to = status === offerStatus.open ? offerStatus.closed : offerStatus.open;
    return [
      {
        next: status === offerStatus.draft,
        label: t(status === offerStatus.draft ? openWords[module] : status === offerStatus.open ? 'closeNow' : 'reopen'),
        disabled: set.isPending,
        onSelect: () => set.mutate({ id, version, status: to }),
      },
    ];
  };
}
