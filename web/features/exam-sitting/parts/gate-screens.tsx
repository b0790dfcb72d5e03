import { CircleAlert, CloudOff, MonitorX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { OtherSeat } from '../../../../sync/contract/exam.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { MoveFacts } from './move-facts.tsx';
import type { GateState, SittingGate } from '../model/sitting-gate.ts';

interface MessageProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

function Message({ icon, title, children, actions }: MessageProps) {
  const { t } = useTranslation('examSitting');
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="flex w-full max-w-[34rem] flex-col items-center gap-3 rounded-xl border bg-card px-8 py-10 text-center">
        <span className="[&_svg]:size-11 [&_svg]:stroke-[1.4]">{icon}</span>
        <h1 className="text-xl font-semibold">{title}</h1>
        <div className="text-[15px] leading-relaxed text-muted-foreground">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-2.5">
          <Button asChild size="lg">
            <Link to="/student/home/index">{t('gate.home')}</Link>
          </Button>
          {actions}
        </div>
      </div>
    </main>
  );
}

/** The shape of the player, while seat and paper are read from this PC. */
function GateSkeleton() {
  const { t } = useTranslation('examSitting');
  return (
    <div className="flex h-dvh flex-col">
      <p role="status" className="sr-only">
        {t('gate.loading')}
      </p>
      <div className="flex h-16 flex-none items-center gap-5 border-b bg-card px-6">
        <Skeleton className="size-[34px]" />
        <Skeleton className="h-6 w-80" />
        <Skeleton className="ml-auto h-8 w-64" />
      </div>
      <div className="flex grow">
        <div className="grow space-y-5 p-10">
          <Skeleton className="h-7 w-52" />
          <Skeleton className="h-16 w-[46em] max-w-full" />
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14 w-[800px] max-w-full" />
          ))}
        </div>
        <div className="hidden w-[304px] border-l bg-card lg:block" />
      </div>
    </div>
  );
}

/** The seat is held by another PC: what is known of it, and, before it is left behind, whether the exam was not handed in there. */
function Elsewhere({ gate, other }: { gate: SittingGate; other: OtherSeat | null }) {
  const { t } = useTranslation('examSitting');
  const [step, setStep] = useState<'facts' | 'asked' | 'handedIn' | 'moving'>('facts');
  const icon = <MonitorX aria-hidden className="text-kept-ink" />;
  const look = (
    <Button size="lg" onClick={() => gate.enter()}>
      {t('move.lookAgain')}
    </Button>
  );
  if (step === 'handedIn') {
    return (
      <Message icon={icon} title={t('move.handedInTitle')} actions={look}>
        {t('move.handedIn')}
      </Message>
    );
  }
  if (step === 'facts') {
    const ask = (
      <Button size="lg" variant="seal" onClick={() => setStep('asked')}>
        {t('gate.moveHere')}
      </Button>
    );
    return (
      <Message
        key="facts"
        icon={icon}
        title={t('gate.elsewhereTitle')}
        actions={
          <>
            {look}
            {ask}
          </>
        }
      >
        <MoveFacts other={other} />
      </Message>
    );
  }
  const move = () => {
    setStep('moving');
    gate.enter(true);
  };
  const answers = (
    <>
      <Button size="lg" disabled={step === 'moving'} onClick={() => setStep('handedIn')}>
        {t('move.didHandIn')}
      </Button>
      <Button size="lg" variant="seal" busy={step === 'moving'} onClick={move}>
        {t('move.didNot')}
      </Button>
    </>
  );
  return (
    <Message key="asked" icon={icon} title={t('move.question')} actions={answers}>
      {t('move.questionWhy')}
    </Message>
  );
}

/** What stands between an address and an exam, in words, each with its next step. */
export function GateScreen({ gate, state }: { gate: SittingGate; state: Exclude<GateState, { at: 'waiting' | 'open' }> }) {
  const { t } = useTranslation('examSitting');
  const { pathname } = useLocation();
  const retry = (
    <Button size="lg" variant="primary" onClick={() => gate.enter()}>
      {t('gate.retry')}
    </Button>
  );
  if (state.at === 'loading') return <GateSkeleton />;
  if (state.at === 'missing') {
    return (
      <Message icon={<CloudOff aria-hidden className="text-kept-ink" />} title={t('gate.missingTitle')} actions={retry}>
        {t('gate.missing')}
      </Message>
    );
  }
  if (state.at === 'elsewhere') return <Elsewhere gate={gate} other={state.other} />;
  if (state.at === 'refused') {
    const signIn = (
      <Button asChild size="lg" variant="primary">
        <Link to={`/login?redirect=${encodeURIComponent(pathname)}`}>{t('gate.signIn')}</Link>
      </Button>
    );
    const reasons = { server: state.reason, signIn: t('gate.signInReason'), entryClosed: t('notice.entryClosed'), over: t('gate.over') };
    return (
      <Message
        icon={<CircleAlert aria-hidden className="text-seal" />}
        title={t(state.why === 'signIn' ? 'gate.signInTitle' : 'gate.refusedTitle')}
        actions={state.why === 'signIn' ? signIn : retry}
      >
        {reasons[state.why]}
      </Message>
    );
  }
  return (
    <Message icon={<CircleAlert aria-hidden className="text-seal" />} title={t('gate.brokenTitle')} actions={retry}>
      <p>{t('gate.broken')}</p>
      <p className="mt-2 text-[13px] break-all">{state.reason}</p>
    </Message>
  );
}
