import { ArrowLeft } from 'lucide-react';
import { memo, useRef, useEffect, useState } from 'react';
import { formatDateTime, formatClock } from '../../../../lib/format-time.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { useOpenPage } from '../../../../ui/page-link.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { WenkaoSeal } from '../../../../ui/print/wenkao-seal.tsx';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { formatTicketGroups, findAnnouncement, formatCountdown, getTimePressure, type TimePressure } from '../../model/time-text.ts';
import { cn } from '../../../../lib/cn.ts';
import { ChipMark, type MarkShape } from '../../../../ui/primitives/chip.tsx';
import { getLocalSaveState } from '../../model/local-save-state.ts';
import { useSittingSnapshot } from '../use-sitting-value.ts';

interface SaveIndicatorProps {
  name: 'here' | 'server';
  tone: 'delivered' | 'kept' | 'seal' | 'quiet';
  shape: MarkShape;
  text: string;
}

const tones = { delivered: 'text-delivered', kept: 'text-kept-ink', seal: 'font-semibold text-seal', quiet: 'text-muted-foreground' };

/** Shows one save indicator. It is not announced, because it changes with every answer; screen readers find it by its name. */
function SaveIndicator({ name, tone, shape, text }: SaveIndicatorProps) {
  return (
    <p
      role="status"
      aria-live="off"
      aria-label={text}
      data-save-indicator={name}
      className={cn('flex items-center gap-[7px] whitespace-nowrap', tones[tone])}
    >
      <ChipMark shape={shape} />
      <span className="num">{text}</span>
    </p>
  );
}

const hereLooks = {
  saved: { tone: 'delivered', shape: 'dot', text: 'player.saved' },
  savedOnce: { tone: 'kept', shape: 'dot', text: 'player.savedOnce' },
  doubtful: { tone: 'seal', shape: 'square', text: 'player.savedDoubtful' },
  none: { tone: 'quiet', shape: 'ring', text: 'player.savedNone' },
  saving: { tone: 'kept', shape: 'ring', text: 'player.saving' },
  failed: { tone: 'seal', shape: 'square', text: 'player.notSaved' },
} as const;

/**
 * Shows the two save indicators, which are always visible (SY4). The first shows the time of the last commit on this PC,
 * the second how many ops the server is known to have.
 */
const SaveIndicators = memo(function SaveIndicators({ controller, className }: { controller: SittingController; className?: string }) {
  const { t } = useTranslation('examSitting');
  const snapshot = useSittingSnapshot(controller);
  const { localCount, received, relayed, savedAtMs } = snapshot.view.saveStatus;
  const isAllReceived = received >= localCount;
  // Translate only the current text: this component renders with every answer.
  const first = hereLooks[getLocalSaveState(snapshot)];
  return (
    <div role="group" aria-label={t('player.saveStatus')} className={cn('flex flex-col gap-[3px] text-[13px] leading-normal', className)}>
      <SaveIndicator name="here" tone={first.tone} shape={first.shape} text={t(first.text, { time: formatClock(savedAtMs ?? 0) })} />
      <SaveIndicator
        name="server"
        tone={isAllReceived ? 'delivered' : 'kept'}
        shape={isAllReceived ? 'dot' : 'ring'}
        text={
          relayed > 0 && !isAllReceived
            ? t('player.relayed', { received, here: localCount, relayed })
            : t('player.received', { received, here: localCount })
        }
      />
    </div>
  );
});

const looks: Record<TimePressure, string> = { calm: '', soon: 'text-kept-ink', last: 'text-seal' };

interface CountdownProps {
  /** Remaining exam time in milliseconds, by the engine's clock (SY21); it never jumps. */
  remainingMs: () => number;
  label: string;
  className?: string;
}

/** Shows the remaining time. It has its own timer, so that nothing else is rendered every second. */
function Countdown({ remainingMs, label, className }: CountdownProps) {
  const { t } = useTranslation('examSitting');
  const [shownMs, setShownMs] = useState(remainingMs);
  const [spoken, setSpoken] = useState('');
  const previousMs = useRef(shownMs);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const currentMs = remainingMs();
      const minutes = findAnnouncement(previousMs.current, currentMs);
      if (minutes !== null) setSpoken(t('player.minutesLeft', { minutes }));
      previousMs.current = currentMs;
      setShownMs(currentMs);
      // Tick shortly after the full second; ticking too early would show the same number twice.
      timer = setTimeout(tick, currentMs <= 0 ? 1000 : (currentMs % 1000 || 1000) + 15);
    };
    tick();
    return () => clearTimeout(timer);
  }, [remainingMs, t]);
  const pressure = getTimePressure(shownMs);
  return (
    <div className={className}>
      <p className="mb-[5px] text-xs leading-none text-muted-foreground">{shownMs <= 0 ? t('player.timeUp') : label}</p>
      <p
        role="timer"
        aria-label={label}
        data-pressure={pressure}
        className={cn('num text-[30px] leading-none font-semibold max-sm:text-2xl max-sm:leading-none', looks[pressure])}
      >
        {formatCountdown(shownMs)}
      </p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

interface PlayerHeaderProps {
  facts: SittingFacts;
  controller: SittingController;
  remainingMs: () => number;
}

/** Shows the header of homework: title, due time and a way back. It has no clock, variant or pass mark, because homework is no exam. */
function HomeworkHeader({ facts, controller, due }: Omit<PlayerHeaderProps, 'remainingMs'> & { due: NonNullable<SittingFacts['due']> }) {
  const { t } = useTranslation('examSitting');
  const openPage = useOpenPage();
  const isLeaving = useRef(false);
  /**
   * Leaves the page only if every answer could be written; otherwise a strip below the question says why. The player has no query client, so
   * `useAction` cannot be used.
   */
  const leave = async (): Promise<void> => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    const isWritten = await controller.flush().finally(() => {
      isLeaving.current = false;
    });
    if (isWritten) openPage(facts.home);
  };
  return (
    <header className="flex flex-none flex-wrap items-center gap-x-3 border-b bg-card px-4 py-2 max-sm:px-2 lg:gap-x-5 lg:px-6">
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={t('player.backToList')}
        repeats={false}
        onClick={() => void leave()}
      >
        <ArrowLeft aria-hidden className="size-5!" />
      </Button>
      <div className="min-w-0 grow basis-48">
        <h1 className="truncate font-serif text-[17px] leading-[1.3] font-semibold">{facts.examName}</h1>
        <p className="num truncate text-[13px] text-muted-foreground">
          {t(due.isCorrection ? 'player.correctionDue' : 'player.homeworkDue', { when: formatDateTime(due.atMs) })}
        </p>
      </div>
      <strong className="hidden flex-none text-[15px] font-semibold md:block">{facts.personName}</strong>
      <SaveIndicators
        controller={controller}
        className="min-w-[172px] flex-none max-sm:mt-2 max-sm:-mr-2 max-sm:-mb-2 max-sm:-ml-2 max-sm:basis-[calc(100%+1rem)] max-sm:flex-row max-sm:justify-between max-sm:border-t max-sm:px-4 max-sm:py-1.5"
      />
    </header>
  );
}

export const PlayerHeader = memo(function PlayerHeader({ facts, controller, remainingMs }: PlayerHeaderProps) {
  const { t } = useTranslation('examSitting');
  if (facts.due !== null) return <HomeworkHeader facts={facts} controller={controller} due={facts.due} />;
  return (
    <header className="flex h-16 flex-none items-center gap-3 border-b bg-card px-4 contain-strict max-sm:justify-between max-sm:px-3 lg:gap-5 lg:px-6">
      <WenkaoSeal className="max-sm:hidden size-[34px] rounded-md text-[13px] leading-[1.05]" />
      {/* On a phone, the space belongs to save indicators and clock; screen readers still get the title. */}
      <div className="min-w-0 shrink grow max-sm:sr-only">
        <h1 className="truncate font-serif text-[17px] leading-[1.3] font-semibold">
          {facts.schoolTitle} · {facts.examName}
        </h1>
        <p className="truncate text-[13px] text-muted-foreground">
          {facts.variant !== '' && `${t('player.variant', { variant: facts.variant })} · `}
          {t('player.paperLine', { count: facts.questionCount, points: facts.totalPoints, pass: facts.passPoints })}
        </p>
      </div>
      <div className="hidden flex-none text-right text-[13px] leading-[1.55] text-muted-foreground md:block">
        <p>
          <strong className="text-[15px] font-semibold text-foreground">{facts.personName}</strong>
          {facts.seatLabel !== '' && <span className="ml-3">{facts.seatLabel}</span>}
        </p>
        {facts.ticketNo !== '' && <p className="num">{t('player.ticket', { ticket: formatTicketGroups(facts.ticketNo) })}</p>}
      </div>
      <SaveIndicators controller={controller} className="min-w-[172px] flex-none max-sm:min-w-0 max-sm:shrink" />
      <Countdown
        remainingMs={remainingMs}
        label={t('player.remaining')}
        className="min-w-[128px] flex-none border-l pl-4 max-sm:min-w-0 max-sm:pl-3 lg:pl-5"
      />
    </header>
  );
});
