import { useTranslation } from '../../../lib/i18n.ts';
import { offerStatus, type OfferStatusCode } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/call-query.ts';
import { call } from '../../../platform/call.ts';
import { useAction } from '../../../platform/use-action.ts';
import type { RowAction } from '../../../ui/row-actions.tsx';
import { toast } from '../../../ui/toast.ts';

interface OfferRow {
  readonly id: number;
  readonly version: number;
  readonly status: OfferStatusCode;
}
type Change = OfferRow;

const ways = {
  batch: (input: Change) => call('/batch/setStatus', input),
  declaration: (input: Change) => call('/declaration/setStatus', input),
} as const;

const openWords = { batch: 'openNow', declaration: 'openDeclarations' } as const;

/** Returns the row actions of an offer: open, close and reopen. */
export function useOfferActions(module: keyof typeof ways): (row: OfferRow) => RowAction[] {
  const { t } = useTranslation('filing');
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
