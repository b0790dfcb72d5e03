import { CircleAlert, CloudOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Skeleton } from '../../../../ui/primitives/skeleton.tsx';
import type { ExamEntryState } from '../../model/gate/exam-entry-state.ts';
import type { ExamEntry } from '../../model/gate/exam-entry.ts';
import { ExamEntryMessage } from './exam-entry-message.tsx';

// Precached like all chunks, but loaded only by the few examinees who change to a second PC.
const ElsewhereScreen = lazy(async () => ({ default: (await import('./elsewhere-screen.tsx')).ElsewhereScreen }));

/** Shows the outline of the player while seat and paper are read from this PC. */
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

const titles: Partial<Record<string, 'gate.signInTitle' | 'gate.withdrawnTitle'>> = {
  signIn: 'gate.signInTitle',
  withdrawn: 'gate.withdrawnTitle',
};

/** Explains why the exam does not open, with the next step. */
export function ExamEntryScreen({
  entry: gate,
  state,
}: {
  entry: ExamEntry;
  state: Exclude<ExamEntryState, { phase: 'waiting' | 'open' }>;
}) {
  const { t } = useTranslation('examSitting');
  const retry = (
    <Button size="lg" variant="primary" onClick={() => gate.enter()}>
      {t('gate.retry')}
    </Button>
  );
  if (state.phase === 'loading') return <GateSkeleton />;
  if (state.phase === 'missing') {
    return (
      <ExamEntryMessage icon={<CloudOff aria-hidden className="text-kept-ink" />} title={t('gate.missingTitle')} actions={retry}>
        {t('gate.missing')}
      </ExamEntryMessage>
    );
  }
  if (state.phase === 'elsewhere') {
    return (
      <Suspense fallback={<GateSkeleton />}>
        <ElsewhereScreen entry={gate} other={state.other} />
      </Suspense>
    );
  }
  if (state.phase === 'refused') {
    const signIn = (
      <Button asChild size="lg" variant="primary">
        <PageLink to={`/login?redirect=${encodeURIComponent(location.pathname)}`}>{t('gate.signIn')}</PageLink>
      </Button>
    );
    const reasons = {
      server: state.reason,
      signIn: t('gate.signInReason'),
      entryClosed: t('gate.entryClosed'),
      over: t('gate.over'),
      withdrawn: t('gate.withdrawn', { reason: state.reason }),
    };
    return (
      <ExamEntryMessage
        icon={<CircleAlert aria-hidden className="text-seal" />}
        title={t(titles[state.cause] ?? 'gate.refusedTitle')}
        actions={state.cause === 'signIn' ? signIn : state.cause === 'withdrawn' ? null : retry}
      >
        {reasons[state.cause]}
      </ExamEntryMessage>
    );
  }
  return (
    <ExamEntryMessage icon={<CircleAlert aria-hidden className="text-seal" />} title={t('gate.brokenTitle')} actions={retry}>
      <p>{t('gate.broken')}</p>
      <p className="mt-2 text-[13px] break-all">{state.reason}</p>
    </ExamEntryMessage>
  );
}
