import { useAtomValue } from 'jotai';
import { memo, Suspense, useState } from 'react';
import { lazyOptional } from '../../../../lib/optional-part.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { workerStateAtom, type WorkerState } from '../../../../platform/pwa/worker-state.ts';
import { sessionEndedAtom } from '../../../../platform/session/session-atoms.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PlayerStrip } from '../player-strip.tsx';
import { getReplicaTrouble, isSavedInBothReplicas, chooseStrip } from '../../model/local-save-state.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { splitDuration } from '../../model/time-text.ts';
import { useSittingValue, useSittingSnapshot } from '../use-sitting-value.ts';

// The receipt screen, which is preloaded while the page is idle, loads this module: when the button to export answers is needed, there may be no
// network.
const ExportButton = lazyOptional(async () => (await import('../hand-in/export-answers-button.tsx')).ExportAnswersButton);

const workerTexts = {
  pending: 'player.workerPending',
  untrusted: 'player.untrusted',
  unsupported: 'player.noWorker',
  forbidden: 'player.noWorker',
  failed: 'player.noWorker',
} as const satisfies Record<Exclude<WorkerState, 'active'>, string>;

function Lagging({ controller, safe }: { controller: SittingController; safe: string }) {
  const { t } = useTranslation('examSitting');
  const { localCount, received, oldestUnreceivedMs } = useSittingSnapshot(controller).view.saveStatus;
  const age = splitDuration(oldestUnreceivedMs ?? 0);
  return (
    <PlayerStrip tone="kept">
      {t('player.lagging', { count: localCount - received, age: t(`unit.${age.unit}`, { count: age.count }), safe })}
    </PlayerStrip>
  );
}

interface PlayerStripsProps {
  controller: SittingController;
  facts: SittingFacts;
  attemptId: string;
}

/**
 * Shows warning strips below the question, the most important first: unsaved answers, failed replicas, a mark of cheating, undelivered answers, a
 * page that cannot be reloaded offline, unreadable ops. Being offline is not shown as an error.
 */
export const PlayerStrips = memo(function PlayerStrips({ controller, facts, attemptId }: PlayerStripsProps) {
  const { t } = useTranslation('examSitting');
  const [seenUnreadable, setSeenUnreadable] = useState(false);
  const kind = useSittingValue(controller, chooseStrip);
  const trouble = useSittingValue(controller, getReplicaTrouble);
  const safe = useSittingValue(controller, isSavedInBothReplicas) ? t('player.safe') : '';
  const failure = useSittingValue(controller, (at) => at.view.saveStatus.failure) ?? 'storage';
  const cheatingReason = useSittingValue(controller, (at) => at.view.news?.cheatingReason ?? '');
  // Pushing needs only the upload token, so a lost session does not cover the paper (SY11).
  const signedOut = useAtomValue(sessionEndedAtom) !== null;
  const worker = useAtomValue(workerStateAtom);
  const unreadable = useSittingValue(controller, (at) => at.view.unreadable);
  return (
    <div className="flex-none">
      <div role="alert">
        {kind === 'failed' && (
          <PlayerStrip
            tone="seal"
            action={
              <Button size="sm" variant="seal" onClick={() => controller.tryAgain()}>
                {t('player.tryAgain')}
              </Button>
            }
          >
            {t(`player.failure.${failure}`)}
          </PlayerStrip>
        )}
        {trouble !== null && (
          <PlayerStrip
            tone={trouble === 'journal' ? 'kept' : 'seal'}
            action={
              <Suspense>
                <ExportButton attemptId={attemptId} facts={facts} small />
              </Suspense>
            }
          >
            {t(`player.copies.${trouble}`)}
          </PlayerStrip>
        )}
        {cheatingReason !== '' && <PlayerStrip tone="seal">{t('overlay.cheatingStrip', { reason: cheatingReason })}</PlayerStrip>}
      </div>
      <div role="status">
        {kind === 'offline' && <PlayerStrip tone="kept">{t('player.offline', { safe })}</PlayerStrip>}
        {kind === 'refusing' && <PlayerStrip tone="kept">{t('player.refusing', { safe })}</PlayerStrip>}
        {worker !== 'active' && <PlayerStrip tone="kept">{t(workerTexts[worker])}</PlayerStrip>}
        {signedOut && <PlayerStrip tone="neutral">{t('player.sessionLost')}</PlayerStrip>}
        {kind === 'lagging' && <Lagging controller={controller} safe={safe} />}
        {unreadable > 0 && !seenUnreadable && (
          <PlayerStrip
            tone="neutral"
            action={
              <Button size="sm" onClick={() => setSeenUnreadable(true)}>
                {t('overlay.understood')}
              </Button>
            }
          >
            {t('player.unreadable')}
          </PlayerStrip>
        )}
      </div>
    </div>
  );
});
