import { Check, LoaderCircle } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { PlanNotice, SealedPackage } from '../../../../../sync/contract/exams/sitting.ts';
import { cn } from '../../../../lib/cn.ts';
import { formatBytes } from '../../../../lib/format-number.ts';
import { workerStateAtom } from '../../../../platform/pwa/worker-state.ts';
import { sessionUserAtom } from '../../../../platform/session/session-atoms.ts';
import { ConfirmDialog } from '../../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { getNoticeAction, type LocalSitting, type KnownTime } from '../../model/gate/notice-view.ts';
import { type CheckOutcome } from '../../model/gate/pre-check.ts';
import type { ExamEntryFailure } from '../../model/gate/exam-entry-state.ts';
import { prepareSeat, type PrepareStep } from '../../model/gate/seat.ts';
import { MoveFacts } from './move-facts.tsx';
import { classifyEntryFailure, NoVaultError, createSeatPorts } from './seat-ports.ts';

const steps = ['enter', 'package', 'verify'] as const;
type PrepareFailure = ExamEntryFailure | { readonly kind: 'device'; readonly message: string };

interface PreparePanelProps {
  notice: PlanNotice;
  local: LocalSitting;
  time: KnownTime;
  /** Worst result of the checks of this PC. */
  verdict: CheckOutcome | 'running';
  onPrepared: () => void;
}

/** Stores seat and sealed paper on this PC step by step, and shows the result. */
export function PreparePanel({ notice, local, time: at, verdict, onPrepared }: PreparePanelProps) {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const user = useAtomValue(sessionUserAtom);
  const [step, setStep] = useState<PrepareStep | null>(null);
  const [trouble, setTrouble] = useState<PrepareFailure | null>(null);
  const [fetched, setFetched] = useState<SealedPackage | null>(null);
  const worker = useAtomValue(workerStateAtom);
  const busy = step !== null && step !== 'done';
  const action = getNoticeAction(notice, local, at);
  const ready = (local.seated && local.hasPaper) || fetched !== null;

  const prepare = async (moveHere = false) => {
    if (user === null) return;
    setTrouble(null);
    setStep('enter');
    try {
      setFetched(await prepareSeat(await createSeatPorts(user), notice, moveHere, setStep));
      onPrepared();
    } catch (error) {
      setStep(null);
      const failure = classifyEntryFailure(error);
      if (error instanceof NoVaultError) setTrouble({ kind: 'signIn', message: t('check.prepare.needsVault') });
      else setTrouble(failure ?? { kind: 'device', message: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <section aria-label={t('check.prepare.title')} className="rounded-xl border bg-card">
      <header className="border-b px-5 py-3">
        <h2 className="text-[15px] font-semibold">{t('check.prepare.title')}</h2>
        <p className="text-[13px] text-muted-foreground">{t('check.prepare.lead')}</p>
      </header>
      <ol aria-label={t('check.prepare.steps')} className="px-5 py-3">
        {steps.map((each, index) => (
          <Step
            key={each}
            number={index + 1}
            text={t(`check.prepare.${each}`)}
            state={step === null ? (ready ? 'done' : 'open') : step === each ? 'running' : isPast(step, each) ? 'done' : 'open'}
          />
        ))}
      </ol>
      <div role="status" className="space-y-3 px-5 pb-4">
        {ready && !busy && trouble === null && worker !== 'active' && (
          <Strip tone="kept">{t(worker === 'pending' ? 'check.prepare.workerToCome' : 'check.prepare.noWorker')}</Strip>
        )}
        {ready && !busy && trouble === null && worker === 'active' && (
          <Strip tone="delivered">
            {fetched === null ? t('notice.prepared') : t('check.prepare.ready', { size: formatBytes(fetched.sizeBytes) })}{' '}
            {action !== 'enter' && action !== 'continue' && t('check.prepare.notYet')}
          </Strip>
        )}
        {trouble !== null && trouble.kind !== 'elsewhere' && (
          <Strip tone={trouble.kind === 'network' ? 'kept' : 'seal'}>
            {trouble.kind === 'network' ? t('check.prepare.offline') : t('check.prepare.refused', { reason: trouble.message })}
          </Strip>
        )}
        {verdict === 'fail' && !ready && <Strip tone="seal">{t('check.prepare.blocked')}</Strip>}
      </div>
      <footer className="flex flex-wrap justify-end gap-2.5 border-t px-5 py-3">
        {trouble?.kind === 'signIn' && (
          <LinkButton size="lg" to={`/login?redirect=${encodeURIComponent(`/student/home/${notice.planId}`)}`}>
            {sitting('gate.signIn')}
          </LinkButton>
        )}
        <Button
          size="lg"
          variant={ready ? 'outline' : 'primary'}
          busy={busy}
          disabled={verdict === 'fail' || verdict === 'running'}
          onClick={() => void prepare()}
        >
          {t(ready ? 'check.prepare.again' : 'check.prepare.start')}
        </Button>
        {ready && !busy && (
          <LinkButton size="lg" variant="primary" to={`/student/exam/item/${notice.planId}`}>
            {t('check.prepare.enterExam')}
          </LinkButton>
        )}
      </footer>
      {trouble?.kind === 'elsewhere' && (
        <ConfirmDialog
          title={sitting('gate.elsewhereTitle')}
          cancel={t('check.cancel')}
          confirm={sitting('move.didNot')}
          tone="sealSolid"
          onDone={() => void prepare(true)}
          onClose={() => setTrouble(null)}
        >
          <MoveFacts other={trouble.other ?? null} />
          <p className="mt-3 font-semibold text-foreground">{sitting('move.question')}</p>
          <p>{sitting('move.questionWhy')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const isPast = (step: PrepareStep, each: (typeof steps)[number]): boolean => step === 'done' || steps.indexOf(each) < steps.indexOf(step);

function Step({ number, text, state }: { number: number; text: string; state: 'open' | 'running' | 'done' }) {
  return (
    <li className={cn('flex items-center gap-3 py-1.5', state === 'open' && 'text-muted-foreground')}>
      <span
        className={cn(
          'num grid size-6 flex-none place-items-center rounded-full border text-[13px] font-semibold [&_svg]:size-3.5',
          state === 'done' ? 'border-delivered bg-delivered-soft text-delivered' : 'border-input',
        )}
      >
        {state === 'done' && <Check aria-hidden strokeWidth={3} />}
        {state === 'running' && <LoaderCircle aria-hidden className="animate-spin" />}
        {state === 'open' && number}
      </span>
      {text}
    </li>
  );
}
