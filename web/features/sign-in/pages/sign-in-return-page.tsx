import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { finishDirectorySignIn } from '../../../platform/session/sign-in.ts';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { getDestination } from '../destination.ts';
import { takeDirectoryFlow } from '../directory-flow.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Finishes a sign-in at the page of a directory, which has sent the browser here with its answer. */
export function SignInReturnPage() {
  const { t } = useTranslation(['signIn', 'app']);
  const navigate = useNavigate();
  // Read once and together, because React's strict mode runs effects twice and an answer is good once.
  const [{ begun, answer }] = useState(() => ({ begun: takeDirectoryFlow(), answer: location.search.slice(1) }));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isGone = false;
    const finish = async (): Promise<void> => {
      if (begun === null) return setProblem(t('directoryNotBegun'));
      try {
        const user = await finishDirectorySignIn(begun.flow, answer);
        if (typeof user === 'object') void navigate(getDestination(begun.redirect, user.user_type), { replace: true });
        else setProblem(t(user === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
      } catch (failure) {
        if (!(failure instanceof CallFailure)) throw failure;
        setProblem(failure.message);
      }
    };
    const timer = setTimeout(() => void (isGone || finish()));
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [answer, begun, navigate, t]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-[420px] flex-col justify-center gap-5 px-6 py-10">
      <h1 className="text-2xl font-[650]">{t('app:titles.signIn')}</h1>
      {problem === '' ? (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-muted-foreground">{t('submitting')}</p>
          <Skeleton className="h-11 w-full" />
        </div>
      ) : (
        <>
          <div role="alert">
            <Strip tone="seal">{problem}</Strip>
          </div>
          <LinkButton variant="primary" size="xl" to={begun?.signIn ?? '/login'} replace>
            {t('directoryBack')}
          </LinkButton>
        </>
      )}
    </main>
  );
}
