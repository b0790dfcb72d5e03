import { useTranslation } from '../../../../lib/i18n.ts';
import { type OfferStatusCode, offerStatus } from '../../../../../sync/contract/codes.ts';
import { type ApplicationKind, type OfferPhase, deriveOfferPhase } from '../../../../../sync/domain/applications/application-machine.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { Chip, type ChipLook } from '../../../../ui/primitives/chip.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { useInvalidate } from '../../../../platform/api/call-query.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../ui/use-action.ts';
import type { RowActionItem } from '../../../../ui/list/row-actions.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';

const looks: Record<OfferPhase, ChipLook> = {
  draft: { tone: 'neutral', mark: 'ring' },
  coming: { tone: 'primary', mark: 'ring' },
  open: { tone: 'delivered', mark: 'dot' },
  over: { tone: 'neutral', mark: 'square' },
  closed: { tone: 'neutral', mark: 'square' },
};

interface OfferTimes {
  readonly status: OfferStatusCode;
  readonly opensMs: number;
  readonly closesMs: number;
}

/** Shows the phase of an enrolment batch or declaration project: draft, not open yet, open, over, or closed by staff. */
export function OfferPhaseChip({ offer, kind }: { offer: OfferTimes; kind: ApplicationKind }) {
  const { t } = useTranslation('application');
  const phase = deriveOfferPhase(offer, useNow());
  return <Chip {...looks[phase]}>{phase === 'open' && kind === 'enroll' ? t('enrolling') : t(`phases.${phase}`)}</Chip>;
}

/** Shows the opening and closing time of an enrolment batch or declaration project, and the days left. */
export function OfferWindow({ offer }: { offer: OfferTimes }) {
  const { t } = useTranslation('application');
  const nowMs = useNow();
  const days = Math.ceil((offer.closesMs - nowMs) / 86_400_000);
  return (
    <span className="num flex gap-2 text-[13px] whitespace-nowrap">
      <span>{`${formatDateTime(offer.opensMs).slice(5)} – ${formatDateTime(offer.closesMs).slice(5)}`}</span>
      {deriveOfferPhase(offer, nowMs) === 'open' && (
        <span className={days <= 3 ? 'text-kept-ink' : 'text-muted-foreground'}>{t('daysLeft', { count: days })}</span>
      )}
    </span>
  );
}

/**
 * Shows how much of a batch's quota is taken: by approved applications (filled), by those under review (striped), and free. Readable
 * without colours.
 */
export function QuotaBar({ quota, approved, pending }: { quota: number; approved: number; pending: number }) {
  const { t } = useTranslation('application');
  const takenPlaces = approved + pending;
  if (quota === 0) return <span className="num text-[13px]">{t('noQuota', { count: takenPlaces })}</span>;
  const share = (count: number) => `${Math.min(100, (count / quota) * 100)}%`;
  return (
    <span className="flex items-center gap-2">
      <span
        role="img"
        aria-label={t('quotaBar', { approved, pending, quota })}
        className="flex h-2.5 w-28 overflow-hidden rounded-sm bg-muted"
      >
        <span className="bg-primary" style={{ width: share(approved) }} />
        <span
          className="[background-image:repeating-linear-gradient(135deg,var(--primary)_0_2px,transparent_2px_5px)]"
          style={{ width: share(Math.min(pending, quota - approved)) }}
        />
      </span>
      <span className="num text-[13px]">{`${takenPlaces} / ${quota}`}</span>
    </span>
  );
}

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

/** Returns the actions in the row of an enrolment batch or declaration project: open, close and reopen. */
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
