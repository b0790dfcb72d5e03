import {
  memo,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  startTransition,
  useLayoutEffect,
} from 'react';
import { lazyOptional } from '../../../../lib/optional-part.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { SittingPaper, SittingItem } from '../../model/paper-order.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { ExamCameraPart } from '../camera/camera-part.ts';
import { HandInDialog, useHandInStart } from '../hand-in/hand-in-dialog.tsx';
import { PlayerFooter } from './player-footer.tsx';
import { PlayerGuard } from './player-guard.tsx';
import { PlayerHeader } from './player-header.tsx';
import { ExtendedNote, PlayerOverlay } from './player-overlay.tsx';
import { PlayerStrips } from './player-strips.tsx';
import { RoomNotes } from './room-notes.tsx';
import { SectionView } from '../answers/section-view.tsx';
import { getStoredTextSize, storeTextSize, textSizes, type TextSize } from './text-size.tsx';
import { usePlayerCommands } from './use-player-commands.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useSittingMoves } from './use-sitting-moves.ts';
import { useSittingValue } from '../use-sitting-value.ts';
import { loadZoomDialog } from '../answers/zoom-part.ts';
import { findClickedImage, type ZoomedImage } from '../answers/zoomed-image.ts';
import { prepareHtml } from '../answers/rich-html.tsx';
import { PlayerStrip } from '../player-strip.tsx';
import { cn } from '../../../../lib/cn.ts';
import { type QuestionActions, PlayerQuestionView } from '../answers/question-view.tsx';
import { LayoutGrid } from 'lucide-react';
import { Button } from '../../../../ui/primitives/button.tsx';
import { formatHour } from '../../model/time-text.ts';
import { AnswerCard } from './answer-card.tsx';

/**
 * Warns while only this PC's wall clock says how much time has passed (SY21). `hasClock`: false for homework, which shows no time left.
 */
export const TimeNote = memo(function TimeNote({ time, hasClock }: { time: SittingTime; hasClock: boolean }) {
  const { t } = useTranslation('examSitting');
  const [unconfirmed, setUnconfirmed] = useState(time.isUnconfirmed);
  useEffect(() => {
    const timer = setInterval(() => setUnconfirmed(time.isUnconfirmed()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return (
    <div role="status" className="flex-none">
      {hasClock && unconfirmed && <PlayerStrip tone="kept">{t('player.timeUnconfirmed')}</PlayerStrip>}
    </div>
  );
});

const listItemTexts = (item: SittingItem): string[] => [item.stemHtml, ...[...item.leftItems, ...item.options].map(({ html }) => html)];

/**
 * Prepares neighbouring questions while the examinee reads: checks their texts one at a time and renders the next question invisibly, so that
 * moving to it is instant. Returns the numbers of the questions to render, including the current one.
 */
function usePreparedQuestions(paper: SittingPaper, number: number): readonly number[] {
  const [preparedNumbers, setPreparedNumbers] = useState<readonly number[]>([number]);
  useEffect(() => {
    const nearItems = [...paper.items.slice(number, number + 3), ...paper.items.slice(Math.max(0, number - 2), number - 1)];
    const texts = nearItems.flatMap(listItemTexts);
    // On a PC that is never idle, process one text at a time rather than all texts when the examinee moves on.
    const whenBusy = { timeout: 100 };
    let handle = requestIdleCallback(function prepare(deadline) {
      if (texts.length === 0) {
        // Keep the previous question rendered, because the examinee may go back.
        startTransition(() => setPreparedNumbers((previous) => [...previous.filter((n) => n === number - 1), number, number + 1]));
        return;
      }
      do prepareHtml(texts.shift() ?? '');
      while (texts.length > 0 && deadline.timeRemaining() > 2);
      handle = requestIdleCallback(prepare, whenBusy);
    }, whenBusy);
    return () => cancelIdleCallback(handle);
  }, [paper, number]);
  return preparedNumbers.includes(number) ? preparedNumbers : [...preparedNumbers, number];
}

// Precached like all chunks, but loaded only by the few examinees who came back to this PC.
const LeftBehindNote = lazyOptional(async () => (await import('../hand-in/undelivered-answers-note.tsx')).UndeliveredAnswersNote);

const ZoomDialog = lazyOptional(loadZoomDialog);
// Loaded separately, so that the watermark does not delay the first question.
const PaperWatermark = lazyOptional(async () => (await import('./paper-watermark.tsx')).PaperWatermark);

interface PlayerScreenProps {
  facts: SittingFacts;
  paper: SittingPaper;
  controller: SittingController;
  attemptId: string;
  time: SittingTime;
  /** Moves the seat back to this PC, after the exam was continued on another one. */
  onMoveBack: () => void;
}

/** Shows the whole player. It renders only when the paper or the current question changes; its parts subscribe to the attempt themselves. */
export const PlayerScreen = memo(function PlayerScreen({ facts, paper, controller, attemptId, time, onMoveBack }: PlayerScreenProps) {
  const { t } = useTranslation('examSitting');
  const { number, struck, go, move, setNumber, actions } = useSittingMoves(paper, controller, attemptId);
  const waitingCount = useSittingValue(controller, ({ view: { news, phase } }) => (phase === 'open' ? (news?.waiting ?? 0) : 0));
  const [handingIn, setHandingIn] = useState(false);
  const [zoomed, setZoomed] = useState<ZoomedImage | null>(null);
  const [size, setSize] = useState(getStoredTextSize);
  const main = useRef<HTMLDivElement>(null);
  const sitting = useMemo(() => ({ controller, time }), [controller, time]);
  const item = paper.items[number - 1];

  const goFocused = useCallback(
    (to: number) => {
      go(to);
      requestAnimationFrame(() =>
        main.current?.querySelector<HTMLElement>('[data-shown] [data-question-head]')?.focus({ preventScroll: true }),
      );
    },
    [go],
  );

  const run = usePlayerCommands(item, move, controller, actions);
  usePlayerKeys(run);
  const preparedNumbers = usePreparedQuestions(paper, number);

  useEffect(() => {
    // The page may never become visible again, so write typed text now.
    const flush = () => void controller.flush();
    // Ask only if leaving would lose an answer that could not be written.
    const ask = (event: BeforeUnloadEvent) => {
      if (controller.snapshot().failed) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [controller]);

  const zoomFrom = (event: MouseEvent | KeyboardEvent) => {
    if ('key' in event && event.key !== 'Enter' && event.key !== ' ') return;
    const image = findClickedImage(event.target);
    if (image === null) return;
    event.preventDefault();
    setZoomed(image);
  };
  const closeZoom = useCallback(() => setZoomed(null), []);
  const chooseSize = useCallback((next: TextSize) => {
    storeTextSize(next);
    setSize(next);
  }, []);
  const openHandIn = useCallback(() => {
    void controller.flush();
    setHandingIn(true);
  }, [controller]);

  if (item === undefined) return null;
  return (
    <div className="flex h-dvh flex-col overflow-hidden" style={{ '--question-size': `${textSizes[size]}px` } as CSSProperties}>
      <PlayerHeader facts={facts} controller={controller} remainingMs={time.remainingMs} />
      {facts.lockdown !== null && <PlayerGuard controller={controller} rules={facts.lockdown} />}
      <div className="flex min-h-0 grow">
        <main className="flex min-w-0 grow flex-col px-5 lg:px-10">
          <div ref={main} onClick={zoomFrom} onKeyDown={zoomFrom} className="relative -mx-5 min-h-0 grow contain-strict">
            {paper.layout !== 'one' ? (
              <section data-scroller data-shown className="scroll-slim absolute inset-0 overflow-y-auto px-5 pt-[26px] pb-4">
                <SectionView paper={paper} number={number} controller={controller} struck={struck} actions={actions} onReach={setNumber} />
              </section>
            ) : (
              paper.items
                .filter((each) => preparedNumbers.includes(each.number))
                .map((each) => (
                  <QuestionPane
                    key={each.id}
                    item={each}
                    total={paper.items.length}
                    shown={each === item}
                    controller={controller}
                    struckOptions={struck[each.id]}
                    actions={actions}
                  />
                ))
            )}
            <Suspense>{facts.lockdown !== null && <PaperWatermark personName={facts.personName} ticketNo={facts.ticketNo} />}</Suspense>
          </div>
          {/* Below the question: a strip that appears or goes must not move an option away from under the pointer. */}
          <div className="-mx-5 flex-none lg:-mx-10">
            <PlayerStrips controller={controller} facts={facts} attemptId={attemptId} />
            {facts.lockdown !== null && <RoomNotes controller={controller} attemptId={attemptId} />}
            <TimeNote time={time} hasClock={facts.due === null} />
            <Suspense>{facts.camera && <ExamCameraPart rules={facts.camera} attemptId={attemptId} sitting={sitting} />}</Suspense>
            {waitingCount > 0 && (
              <Suspense>
                <LeftBehindNote controller={controller} paper={paper} undecidedCount={waitingCount} />
              </Suspense>
            )}
          </div>
          <PlayerFooter item={item} total={paper.items.length} controller={controller} onMove={move} size={size} onSize={chooseSize} />
        </main>
        <PlayerSidebar paper={paper} controller={controller} current={number} onGo={goFocused} time={time} onHandIn={openHandIn} />
      </div>
      <p role="status" className="sr-only">
        {t('player.question', { number })}
      </p>
      {handingIn && (
        <HandInDialog
          paper={paper}
          controller={controller}
          time={time}
          onClose={() => setHandingIn(false)}
          onGo={(to) => {
            setHandingIn(false);
            goFocused(to);
          }}
          onHandIn={async () => (await controller.handIn('examinee', time.elapsedMs())) !== 'failed'}
        />
      )}
      <Suspense>{zoomed !== null && <ZoomDialog image={zoomed} onClose={closeZoom} />}</Suspense>
      <ExtendedNote controller={controller} endsAtMs={time.endsAtMs} />
      <PlayerOverlay controller={controller} onMoveBack={onMoveBack} />
    </div>
  );
});

interface QuestionPaneProps {
  item: SittingItem;
  total: number;
  /** False if the pane is only laid out in advance, invisible and inert. */
  shown: boolean;
  controller: SittingController;
  struckOptions: ReadonlySet<string> | undefined;
  actions: QuestionActions;
}

/**
 * Shows one question in its own scroll container. Neighbouring questions are laid out invisibly behind the current one, so that moving to them is
 * instant.
 */
const QuestionPane = memo(function QuestionPane({ item, total, shown, controller, struckOptions, actions }: QuestionPaneProps) {
  const pane = useRef<HTMLElement>(null);
  // A layout effect, so that it runs before the next key press: typing must go to the visible question, and Tab must start there.
  useLayoutEffect(() => {
    const focusedElement = shown ? null : document.activeElement;
    if (!(focusedElement instanceof HTMLElement) || pane.current?.contains(focusedElement) !== true) return;
    focusedElement.blur();
    const container = pane.current.parentElement;
    // In the next frame, because moving the focus forces a layout.
    requestAnimationFrame(() => container?.querySelector<HTMLElement>('[data-shown] [data-question-head]')?.focus({ preventScroll: true }));
  }, [shown]);
  useEffect(() => {
    if (shown) return undefined;
    for (const image of pane.current?.querySelectorAll('img') ?? []) void image.decode().catch(() => undefined);
    // Scroll back to the top for the next visit. This runs after the paint, because scrolling forces a layout.
    const timer = setTimeout(() => pane.current?.scrollTo(0, 0), 60);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <section
      ref={pane}
      data-scroller
      data-shown={shown || undefined}
      className={cn('scroll-slim absolute inset-0 contain-strict overflow-y-auto px-5 pt-[26px] pb-4', !shown && 'invisible')}
    >
      <PlayerQuestionView item={item} total={total} controller={controller} struckOptions={struckOptions} actions={actions} />
    </section>
  );
});

interface PlayerSidebarProps {
  paper: SittingPaper;
  controller: SittingController;
  current: number;
  onGo: (number: number) => void;
  time: SittingTime;
  onHandIn: () => void;
}

function HandInButton({ time, onHandIn }: Pick<PlayerSidebarProps, 'time' | 'onHandIn'>) {
  const { t } = useTranslation('examSitting');
  const from = useHandInStart(time);
  return (
    <div className="flex-none border-t px-[18px] pt-3.5 pb-3">
      <Button size="lg" variant="seal" className="w-full" onClick={onHandIn}>
        {t('player.handIn')}
      </Button>
      {from !== null && (
        <p className="num mt-2 text-center text-xs text-muted-foreground">{t('player.earliest', { time: formatHour(from) })}</p>
      )}
    </div>
  );
}

/** Shows the answer card on the right; in a narrow window, as a bottom sheet with its own button. */
function PlayerSidebar({ paper, controller, current, onGo, time, onHandIn }: PlayerSidebarProps) {
  const { t } = useTranslation('examSitting');
  const [open, setOpen] = useState(false);
  // The first question is painted before the hundreds of cells are rendered.
  const [hasCells, setHasCells] = useState(false);
  useEffect(() => startTransition(() => setHasCells(true)), []);
  const goAndClose = useCallback(
    (to: number) => {
      setOpen(false);
      onGo(to);
    },
    [onGo],
  );
  return (
    <>
      <Button
        size="lg"
        aria-expanded={open}
        className="fixed right-5 bottom-4 z-20 max-sm:bottom-2.5 lg:hidden"
        onClick={() => setOpen(!open)}
      >
        <LayoutGrid aria-hidden />
        {t(open ? 'player.closeCard' : 'player.openCard')}
      </Button>
      {open && <div aria-hidden onClick={() => setOpen(false)} className="fixed inset-0 z-20 bg-[oklch(0.2_0.02_262/.42)] lg:hidden" />}
      <aside
        aria-label={t('player.card')}
        className={cn(
          'flex min-h-0 flex-none flex-col bg-card',
          'lg:w-[264px] lg:border-l lg:contain-strict xl:w-[304px]',
          open
            ? 'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[70dvh] max-lg:rounded-t-xl max-lg:border-t max-lg:shadow-pop'
            : 'max-lg:hidden',
        )}
      >
        <div className="scroll-slim min-h-0 grow contain-content overflow-y-auto p-[18px]">
          {hasCells && <AnswerCard paper={paper} controller={controller} current={current} onGo={goAndClose} />}
        </div>
        <HandInButton time={time} onHandIn={onHandIn} />
      </aside>
    </>
  );
}
