import { useAtomValue } from 'jotai';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { noLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { isPerformedItem } from '../model/choice.ts';
import { getDueTime } from '../model/homework-view.ts';
import { isExamNotice, getAttemptPaths } from '../model/gate/notice-view.ts';
import { arrangePaper, type SittingPaper } from '../model/paper-order.ts';
import type { ExamEntryState } from '../model/gate/exam-entry-state.ts';
import { ExamEntry } from '../model/gate/exam-entry.ts';
import { createExamEntryPorts } from '../parts/gate/exam-entry-ports.ts';
import { ExamEntryScreen } from '../parts/gate/exam-entry-screens.tsx';
import type { SittingFacts } from '../model/sitting-facts.ts';
import type { SittingTime } from '../model/sitting-time.ts';
import { TeacherCommentsContext, mapTeacherComments } from '../parts/answers/teacher-comments.ts';
import { loadZoomDialog } from '../parts/answers/zoom-part.ts';
import { loadGrantForm } from '../parts/player/room-notes.tsx';
import { PlayerScreen } from '../parts/player/player-screen.tsx';
import { useSittingValue } from '../parts/use-sitting-value.ts';
import { WaitingRoom } from '../parts/gate/waiting-room.tsx';
import { parseAttachmentQuestion } from '../../../../sync/engine/ops/attachment.ts';
import type { SittingController } from '../model/sitting-controller.ts';
import { makeCall } from '../../../platform/api/call.ts';

/**
 * Fetches the examinee's merged answers from the server, once everything on this PC is delivered (SY15, SY20). They are needed after a move from
 * another PC, if this credential cannot read the data on this PC, or if the disk was reset to an older state. Only the server can detect the last
 * case, so it is always asked, once.
 */
function useServerAnswers(controller: SittingController, planId: number): void {
  const [hasAdopted, setHasAdopted] = useState(false);
  const delivered = useSittingValue(
    controller,
    ({ view: { saveStatus, phase } }) => saveStatus.received >= saveStatus.localCount && saveStatus.reachable && phase === 'open',
  );
  const shouldFetch = !hasAdopted && delivered;
  useEffect(() => {
    if (!shouldFetch) return undefined;
    const ended = new AbortController();
    makeCall('/exam/myAnswers', { planId }, { quiet: true, signal: ended.signal }).then(
      (server) => {
        controller.adoptServerAnswers(server);
        setHasAdopted(true);
      },
      // Ignore a failure: the call is made again after the next exchange with the server.
      () => undefined,
    );
    return () => ended.abort();
  }, [shouldFetch, controller, planId]);
}

const againMs = 3_000;

/**
 * Hands in when the time is up, and retries until the hand-in is stored on this PC (SY22). An extension reopens the attempt. During a pause
 * nothing is handed in, because the paused time is given back.
 */
function useTimeoutHandIn(controller: SittingController, time: SittingTime): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const checkTime = async () => {
      const { phase } = controller.view();
      const isUp = time.isTimeUp();
      if (isUp && phase === 'open') await controller.handIn('timeout', time.elapsedMs()).catch(() => 'failed');
      // Check at least every second, so that neither a sleeping timer nor an extension is missed.
      const remainingMs = time.remainingMs();
      if (!ended) timer = setTimeout(() => void checkTime(), isUp ? againMs : remainingMs > 0 ? Math.min(remainingMs, 1_000) : 1_000);
    };
    void checkTime();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [controller, time]);
}

/** Opens the attachments if the paper asks for files or has some, so that save indicators and receipt count their chunks from the start. */
function useAttemptFiles(controller: SittingController, attemptId: string, paper: SittingPaper | null): void {
  const needsFiles = paper?.items.some((item) => item.files > 0) ?? [...controller.view().answers.keys()].some(parseAttachmentQuestion);
  useEffect(() => {
    if (!needsFiles || controller.files) return;
    const attachFiles = async (): Promise<void> => {
      const { openAttemptFiles } = await import('../../../platform/exam-device/attempt-files.ts');
      const files = await openAttemptFiles(attemptId, controller.session);
      if (controller.files) files.close();
      else controller.setFiles(files);
    };
    void attachFiles().catch(console.error);
  }, [needsFiles, controller, attemptId]);
}

const loadHandedIn = () => import('../parts/hand-in/handed-in.tsx');
/** The screen after the hand-in, loaded separately, because the first question does not need it. */
const HandedIn = lazy(async () => ({ default: (await loadHandedIn()).HandedIn }));

/** Page /student/exam/item/{id}: entry, exam and receipt at one address, so that a reload always returns to the same place. */
export function PlayerPage({ planId }: { planId: number }) {
  const user = useAtomValue(sessionUserAtom);
  if (user === null) return null;
  return <Sitting key={`${user.id}/${planId}`} user={user} planId={planId} />;
}

function Sitting({ user, planId }: { user: SessionUser; planId: number }) {
  const [gate] = useState(() => new ExamEntry(createExamEntryPorts(user), planId));
  const state = useSyncExternalStore(gate.subscribe, gate.state);
  useEffect(() => {
    gate.enter();
    return () => gate.close();
  }, [gate]);
  if (state.phase === 'open') return <OpenSitting user={user} entry={gate} state={state} />;
  if (state.phase === 'waiting') return <WaitingRoom entry={gate} state={state} schoolTitle={user.school_title} personName={user.name} />;
  return <ExamEntryScreen entry={gate} state={state} />;
}

function OpenSitting({
  user,
  entry: gate,
  state,
}: {
  user: SessionUser;
  entry: ExamEntry;
  state: Extract<ExamEntryState, { phase: 'open' }>;
}) {
  const { t } = useTranslation('examSitting');
  const { notice, clock, controller, row, content } = state;
  const rightText = t('judgement.right');
  const wrongText = t('judgement.wrong');
  const paper = useMemo(
    () => content && arrangePaper(content, row.attemptId, [rightText, wrongText]),
    [content, row.attemptId, rightText, wrongText],
  );
  const facts = useMemo(
    (): SittingFacts => ({
      schoolTitle: user.school_title,
      examName: notice.name,
      personName: user.name,
      seatLabel: notice.seatLabel,
      ticketNo: notice.ticketNo,
      variant: content?.variant ?? '',
      questionCount: notice.questionCount,
      answerableCount: paper?.items.filter((item) => !isPerformedItem(item)).length ?? null,
      totalPoints: notice.totalPoints,
      passPoints: notice.passPoints,
      lockdown: isExamNotice(notice) ? (notice.lockdown ?? noLockdown) : null,
      camera: notice.camera ?? null,
      due: getDueTime(notice),
      home: getAttemptPaths(notice).home,
      score: getAttemptPaths(notice).score,
    }),
    [user, notice, content, paper],
  );
  const time = useMemo((): SittingTime => {
    const getLengthMs = () => notice.durationMs + controller.view().extensionMs;
    return {
      elapsedMs: clock.elapsedMs,
      remainingMs: () => getLengthMs() - clock.elapsedMs(),
      isTimeUp: () => clock.sureMs() >= getLengthMs(),
      isUnconfirmed: clock.isUnconfirmed,
      endsAtMs: () => notice.startMs + getLengthMs(),
      handInFromMs: () => (clock.sureMs() >= notice.earliestHandInMs ? null : notice.startMs + notice.earliestHandInMs),
    };
  }, [clock, controller, notice]);
  const words = useMemo(() => mapTeacherComments(notice), [notice]);
  // Preload the receipt, the picture dialog and the form for extension codes: at hand-in, the PC may have neither a network nor a service worker.
  useEffect(() => {
    const idle = requestIdleCallback(() => void Promise.allSettled([loadHandedIn(), loadZoomDialog(), loadGrantForm()]));
    return () => cancelIdleCallback(idle);
  }, []);
  useAttemptFiles(controller, row.attemptId, paper);
  useTimeoutHandIn(controller, time);
  useServerAnswers(controller, notice.planId);
  const comeBack = useCallback(() => gate.enter(true), [gate]);
  const phase = useSittingValue(controller, (at) => at.view.phase);
  const handedIn = phase === 'handedIn';
  // The page was opened only for its receipt, so it does not have the paper's key. If staff reopen the attempt, enter the exam again to get the key.
  const reopened = paper === null && (phase === 'open' || phase === 'paused');
  useEffect(() => {
    if (reopened) gate.enter();
  }, [reopened, gate]);
  if (handedIn || paper === null) {
    return (
      <Suspense>
        <HandedIn facts={facts} controller={controller} attemptId={row.attemptId} />
      </Suspense>
    );
  }
  return (
    <TeacherCommentsContext value={words}>
      <PlayerScreen facts={facts} paper={paper} controller={controller} attemptId={row.attemptId} time={time} onMoveBack={comeBack} />
    </TeacherCommentsContext>
  );
}
