import { CirclePause, Clock, MonitorX, TriangleAlert } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import type { SittingController } from '../../model/sitting-controller.ts';
import { formatHour, splitDuration } from '../../model/time-text.ts';
import { PlayerDialog } from '../player-dialog.tsx';
import { isSavedInBothReplicas } from '../../model/local-save-state.ts';
import { useSittingValue } from '../use-sitting-value.ts';

interface CurtainProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Hides the paper completely, so that examinees cannot read on while their time is paused. */
  opaque?: true;
}

/** Covers the question but not the header, so that the save indicators and the countdown stay visible. */
function Curtain({ icon, title, children, action, opaque }: CurtainProps) {
  const id = useId();
  return (
    <PlayerDialog
      alert
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className={cn(
        'mt-16 mb-0 h-[calc(100dvh-4rem)] w-full items-center justify-center p-4 backdrop:bg-transparent',
        opaque ? 'bg-background' : 'bg-background/92',
      )}
    >
      <div className="flex w-[min(32rem,100%)] flex-col items-center gap-3 rounded-xl border bg-card px-8 py-9 text-center shadow-pop">
        <span className="[&_svg]:size-11 [&_svg]:stroke-[1.4]">{icon}</span>
        <h2 id={`${id}-title`} className="text-xl font-semibold">
          {title}
        </h2>
        <div id={`${id}-text`} className="space-y-2 text-[15px] leading-relaxed text-muted-foreground">
          {children}
        </div>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </PlayerDialog>
  );
}

/** Covers the question after a move to another PC, during a pause, and after a mark of cheating until the examinee has read its reason. */
export const PlayerOverlay = memo(function PlayerOverlay({
  controller,
  onMoveBack,
}: {
  controller: SittingController;
  onMoveBack: () => void;
}) {
  const { t } = useTranslation('examSitting');
  const phase = useSittingValue(controller, (at) => at.view.phase);
  const reason = useSittingValue(controller, (at) => at.view.news?.cheatingReason ?? '');
  const pauseReason = useSittingValue(controller, (at) => at.view.news?.pauseReason ?? '');
  const isSafe = useSittingValue(controller, isSavedInBothReplicas);
  const [seenReason, setSeenReason] = useState('');
  if (phase === 'movedAway') {
    return (
      <Curtain
        icon={<MonitorX aria-hidden className="text-kept-ink" />}
        title={t('overlay.movedTitle')}
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            <Button asChild size="lg">
              <PageLink to="/student/home/index">{t('overlay.leave')}</PageLink>
            </Button>
            <Button size="lg" variant="primary" onClick={onMoveBack}>
              {t('overlay.back')}
            </Button>
          </span>
        }
      >
        <p>{t('overlay.moved')}</p>
        <p>{t('overlay.backWhy')}</p>
      </Curtain>
    );
  }
  if (phase === 'paused') {
    return (
      <Curtain icon={<CirclePause aria-hidden className="text-primary" />} title={t('overlay.pausedTitle')} opaque>
        {pauseReason !== '' && <p className="text-foreground">{t('overlay.pauseReason', { reason: pauseReason })}</p>}
        <p>{t('overlay.paused', { safe: isSafe ? t('player.safe') : '' })}</p>
      </Curtain>
    );
  }
  if (reason !== '' && reason !== seenReason) {
    return (
      <Curtain
        icon={<TriangleAlert aria-hidden className="text-seal" />}
        title={t('overlay.cheatingTitle')}
        action={
          <Button size="lg" onClick={() => setSeenReason(reason)}>
            {t('overlay.understood')}
          </Button>
        }
      >
        <p className="text-foreground">{t('overlay.cheating', { reason })}</p>
        <p>{t('overlay.cheatingMore')}</p>
      </Curtain>
    );
  }
  return null;
});

interface ExtendedNoteProps {
  controller: SittingController;
  /** Current end of the exam as wall-clock time, in epoch milliseconds. */
  endsAtMs: () => number;
}

/** Announces an extension prominently, but without taking the focus from the answer field. */
export const ExtendedNote = memo(function ExtendedNote({ controller, endsAtMs }: ExtendedNoteProps) {
  const { t } = useTranslation('examSitting');
  const extensionMs = useSittingValue(controller, (at) => at.view.extensionMs);
  const [seenMs, setSeenMs] = useState(extensionMs);
  const more = splitDuration(extensionMs - seenMs);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-[76px] z-30 flex justify-center">
      {extensionMs >= seenMs + 1_000 && (
        <div className="pointer-events-auto flex items-center gap-4 rounded-xl border border-delivered bg-card px-5 py-4 shadow-pop">
          <Clock aria-hidden className="size-6 text-delivered" />
          <p>
            <strong className="block text-base font-semibold">
              {t('overlay.extendedTitle', { length: t(`unit.${more.unit}`, { count: more.count }) })}
            </strong>
            <span className="num text-muted-foreground">{t('overlay.extended', { time: formatHour(endsAtMs()) })}</span>
          </p>
          <Button onClick={() => setSeenMs(extensionMs)}>{t('overlay.understood')}</Button>
        </div>
      )}
    </div>
  );
});
