import { Suspense, useEffect, useState, useId, useRef } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { WenkaoSeal } from '../../../../ui/print/wenkao-seal.tsx';
import type { ExamEntryState } from '../../model/gate/exam-entry-state.ts';
import type { ExamEntry, CodeOutcome } from '../../model/gate/exam-entry.ts';
import { isExamNotice, getAttemptPaths } from '../../model/gate/notice-view.ts';
import { formatCountdown, formatHour, formatTicketGroups } from '../../model/time-text.ts';
import { Input } from '../../../../ui/primitives/input.tsx';
import { ExamCameraPart } from '../camera/camera-part.ts';
import { useSecondsLeft } from '../use-seconds-left.ts';

/** Milliseconds before the start at which the invigilator may show the release code (SY18). */
const codeShownMs = 5 * 60_000;

interface WaitingRoomProps {
  entry: ExamEntry;
  state: Extract<ExamEntryState, { phase: 'waiting' }>;
  schoolTitle: string;
  personName: string;
}

/** Shows the time until the start, the examinee's seat, the state of this PC, and the next step if the paper's key cannot be fetched. */
export function WaitingRoom({ entry: gate, state, schoolTitle, personName }: WaitingRoomProps) {
  const { t } = useTranslation('examSitting');
  const { notice, clock } = state;
  const [untilStart, setUntilStart] = useState(() => -clock.elapsedMs());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = -clock.elapsedMs();
      setUntilStart(left);
      timer = setTimeout(tick, (left > 0 ? left % 1000 || 1000 : 1000) + 15);
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock]);
  // Until the server or running time confirms it, the start is only a claim of this PC's wall clock.
  const label = untilStart > 0 ? 'release.startsIn' : clock.sureMs() < 0 ? 'release.startedUnsure' : 'release.started';
  const facts = [
    [t('release.name'), personName],
    ...(isExamNotice(notice) && notice.seatLabel !== '' ? [[t('release.seat'), notice.seatLabel] as const] : []),
    ...(isExamNotice(notice) ? [[t('release.ticket'), formatTicketGroups(notice.ticketNo)] as const] : []),
  ] as const;
  return (
    <main className="scroll-slim grid min-h-dvh place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-[760px] overflow-hidden rounded-xl border bg-card">
        <header className="flex items-center gap-4 border-b px-7 py-5">
          <WenkaoSeal className="size-[38px] rounded-md text-[14px] leading-[1.05]" />
          <div className="min-w-0">
            <h1 className="truncate font-serif text-[19px] font-semibold">
              {schoolTitle} · {notice.name}
            </h1>
            <p className="num text-[13px] text-muted-foreground">
              {t('release.startsAt', { time: formatHour(notice.startMs), minutes: notice.durationMs / 60_000 })}
            </p>
          </div>
        </header>
        <div className="grid gap-7 px-7 py-7 sm:grid-cols-[1fr_auto]">
          <div className="min-w-0">
            {untilStart > 0 || clock.sureMs() >= 0 ? (
              <>
                <p className="text-[13px] text-muted-foreground">{t(label)}</p>
                <p role="timer" aria-label={t(label)} className="num mt-1 text-[64px] leading-none font-semibold">
                  {formatCountdown(Math.abs(untilStart))}
                </p>
              </>
            ) : (
              // The time has come, but elapsed time stays at zero until the paper opens; a countdown of 00:00 would tell the examinee nothing.
              <>
                <p className="text-[26px] leading-snug font-semibold">{t('release.startCame')}</p>
                <p className="mt-1 text-[13px] text-muted-foreground">{t(label)}</p>
              </>
            )}
          </div>
          <dl className="grid content-center gap-2 sm:text-right">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="text-xs text-muted-foreground">{label}</dt>
                <dd className="num text-base font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div role="status" className="px-7 pb-5">
          {state.for === 'start' && !state.codeTaken && (
            <Strip tone="delivered">{t(state.hasCode ? 'release.readyWithCode' : 'release.ready')}</Strip>
          )}
          {state.for === 'start' && state.codeTaken && (
            <Strip
              tone="delivered"
              action={
                clock.isUnconfirmed() ? (
                  <Button size="sm" variant="primary" onClick={() => gate.startAnnounced()}>
                    {t('release.announced')}
                  </Button>
                ) : undefined
              }
            >
              {t(clock.isUnconfirmed() ? 'release.codeTakenUnsure' : 'release.codeTaken')}
            </Strip>
          )}
          {state.for === 'key' && (
            <Strip tone={state.reason === '' ? 'neutral' : 'kept'} action={<Knock entry={gate} seconds={state.retrySeconds} />}>
              {state.reason === '' ? t('release.opening') : t('release.refused', { reason: state.reason })}
            </Strip>
          )}
          {state.for === 'network' && (
            <Strip tone="kept" action={<Knock entry={gate} seconds={state.retrySeconds} />}>
              {t(state.hasCode ? 'release.offlineWithCode' : 'release.offline')}
            </Strip>
          )}
        </div>
        {notice.camera && (
          <div className="border-t">
            <Suspense>
              <ExamCameraPart rules={notice.camera} attemptId={notice.attemptId} />
            </Suspense>
          </div>
        )}
        {state.hasCode && !state.codeTaken && (
          <CodeForm entry={gate} isExpected={untilStart <= codeShownMs} wanted={untilStart <= 0 && state.for === 'network'} />
        )}
        <section aria-label={t('release.rules')} className="border-t px-7 py-5">
          <h2 className="mb-1.5 text-sm font-semibold">{t('release.rules')}</h2>
          <p className="text-[15px] leading-relaxed whitespace-pre-line text-muted-foreground">
            {notice.notice === '' ? t('release.noRules') : notice.notice}
          </p>
        </section>
        <footer className="border-t px-7 py-3 text-right">
          <Button asChild variant="link">
            <PageLink to={getAttemptPaths(notice).home}>{t('gate.home')}</PageLink>
          </Button>
        </footer>
      </div>
    </main>
  );
}

function Knock({ entry: gate, seconds }: { entry: ExamEntry; seconds: number }) {
  const { t } = useTranslation('examSitting');
  if (seconds === 0) return null;
  return (
    <span className="flex flex-none items-center gap-2.5">
      <span className="num" aria-live="off">
        {t('release.nextTry', { seconds })}
      </span>
      <Button size="sm" onClick={() => gate.knock()}>
        {t('release.retry')}
      </Button>
    </span>
  );
}

interface CodeFormProps {
  entry: ExamEntry;
  /**
   * True if the release code may have been given out by now. Otherwise the form is behind a button, but never hidden, because this PC's clock may be
   * hours slow.
   */
  isExpected: boolean;
  /** True if the exam cannot start without the code, because the time has come and the network is down. */
  wanted: boolean;
}

/** Opens the paper without a network by the room's release code (SY18), typed or read by a scanner that acts as a keyboard. */
function CodeForm({ entry: gate, isExpected, wanted }: CodeFormProps) {
  const { t } = useTranslation('examSitting');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<CodeOutcome | null>(null);
  const [waitSeconds, setWaitSeconds] = useSecondsLeft();
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [wanted]);
  if (!isExpected && !isFormOpen) {
    return (
      <div className="border-t px-7 py-3">
        <Button variant="link" className="px-0" onClick={() => setIsFormOpen(true)}>
          {t('release.haveCode')}
        </Button>
      </div>
    );
  }
  const open = async () => {
    setBusy(true);
    const result = await gate.useCode(code);
    setBusy(false);
    setOutcome(result);
    if (result.kind === 'wrong') setWaitSeconds(result.waitSeconds);
    if (result.kind !== 'opened') field.current?.select();
  };
  const isCodeRefused = outcome?.kind === 'wrong' || outcome?.kind === 'noCode';
  const hint = outcome?.kind === 'noCode' ? 'release.codeNone' : outcome?.kind === 'wrong' ? 'release.codeWrong' : 'release.codeHint';
  return (
    <form
      className={`border-t px-7 py-5 ${wanted ? 'bg-kept-soft' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && waitSeconds === 0) void open();
      }}
    >
      <label htmlFor={id} className="text-sm font-semibold">
        {t('release.code')}
      </label>
      <div className="mt-1.5 flex gap-2.5">
        <Input
          ref={field}
          id={id}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="0000-0000-0000"
          aria-invalid={isCodeRefused}
          aria-describedby={`${id}-hint`}
          className="h-11 max-w-[280px] bg-card font-mono text-lg tracking-wider uppercase"
        />
        <Button type="submit" size="lg" variant="primary" busy={busy} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? <span className="num">{t('release.codeWait', { seconds: waitSeconds })}</span> : t('release.codeOpen')}
        </Button>
      </div>
      <p
        id={`${id}-hint`}
        role={isCodeRefused ? 'alert' : undefined}
        className={`mt-1.5 text-[13px] ${isCodeRefused ? 'text-seal' : 'text-muted-foreground'}`}
      >
        {t(hint)}
      </p>
    </form>
  );
}
