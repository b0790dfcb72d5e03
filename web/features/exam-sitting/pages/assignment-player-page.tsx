import { useEffect, useState } from 'react';
import { OverridingCatalogues, useTranslation } from '../../../lib/i18n.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { PlayerPage } from './player-page.tsx';

const words = ['taskSitting'] as const;
const lookMs = 60_000;

interface AssignmentPlayerProps {
  planId: number;
  /** Path of the list that the assignment stands in. */
  home: string;
}

/** Shows the player for homework and mock tests. Sentences about staff and rooms are replaced by sentences about the teacher. */
export function AssignmentPlayerPage({ planId, home }: AssignmentPlayerProps) {
  // Suspend until the catalogue is loaded, so that no exam sentence appears first.
  useTranslation('taskSitting');
  return (
    <OverridingCatalogues value={words}>
      <Withdrawn planId={planId} home={home} />
      <PlayerPage planId={planId} />
    </OverridingCatalogues>
  );
}

/**
 * Shows that homework or a mock test was withdrawn while the learner answers it (an exam can only be withdrawn before its start). The message
 * covers part of the player, which still delivers answers.
 */
function Withdrawn({ planId, home }: AssignmentPlayerProps) {
  const { t } = useTranslation('taskSitting');
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const { items } = await makeCall('/exam/myList', {}, { quiet: true, signal: ended.signal });
        setReason(items.find((each) => each.planId === planId)?.withdrawn?.reason ?? null);
      } catch (error) {
        // Without a network, a later check finds out whether the work was withdrawn. The player continues meanwhile.
        if (!(error instanceof CallFailure) && !ended.signal.aborted) throw error;
      }
    };
    const looking = () => void look();
    looking();
    const timer = setInterval(looking, lookMs);
    window.addEventListener('online', looking);
    return () => {
      ended.abort();
      clearInterval(timer);
      window.removeEventListener('online', looking);
    };
  }, [planId]);
  return (
    // Placed above the buttons at the bottom, because messages about more time appear at the top, and both must stay readable.
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-[84px] z-30 flex justify-center px-4 max-sm:bottom-[124px]">
      {reason !== null && (
        <div className="pointer-events-auto flex max-w-[40rem] flex-wrap items-center gap-4 rounded-xl border border-seal bg-card px-5 py-4 shadow-pop">
          <p className="min-w-0 grow basis-72">
            <strong className="block text-base font-semibold">{t('gate.withdrawnTitle')}</strong>
            <span className="text-[15px] break-words text-muted-foreground">{t('gate.withdrawn', { reason })}</span>
          </p>
          <Button asChild>
            <PageLink to={home}>{t('receipt.home')}</PageLink>
          </Button>
        </div>
      )}
    </div>
  );
}
