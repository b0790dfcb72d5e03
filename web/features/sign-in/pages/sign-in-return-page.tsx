import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { asksForCode } from '../../../platform/session/session.ts';
import { finishDirectorySignIn } from '../../../platform/session/sign-in.ts';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { getDestination } from '../destination.ts';
import { takeDirectoryFlow } from '../directory-flow.ts';
import { DirectoryCodeForm } from '../parts/directory-code-form.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** Returns the note with which the server asks for the code of the second factor, or null if it refused for another reason. */
const findCodeFlow = (failure: CallFailure): string | null =>
  asksForCode(failure) ? ((failure.data as { flow?: string }).flow ?? null) : null;

/** Finishes a sign-in at the page of a directory, which has sent the browser here with its answer. */
export function SignInReturnPage() {
  const { t } = useTranslation(['signIn', 'app']);
  const navigate = useNavigate();
  // Read once and together, because React's strict mode runs effects twice and an answer is good once.
  const [{ begun, answer }] = useState(() => ({ begun: takeDirectoryFlow(), answer: location.search.slice(1) }));
  const [problem, setProblem] = useState('');
  /** Note to send with the code of the second factor; null until the server asks for one. */
  const [codeFlow, setCodeFlow] = useState<string | null>(null);
  const finish = useCallback(
    async (flow: string, code: string): Promise<void> => {
      const user = await finishDirectorySignIn(flow, answer, code);
      if (typeof user === 'object') return void navigate(getDestination(begun?.redirect ?? null, user.user_type), { replace: true });
      setProblem(t(user === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
    },
    [answer, begun, navigate, t],
  );
  useEffect(() => {
    let isGone = false;
    const begin = async (): Promise<void> => {
      if (begun === null) return setProblem(t('directoryNotBegun'));
      try {
        await finish(begun.flow, '');
      } catch (failure) {
        if (!(failure instanceof CallFailure)) throw failure;
        const asked = findCodeFlow(failure);
        if (asked === null) setProblem(failure.message);
        else setCodeFlow(asked);
      }
    };
    const timer = setTimeout(() => void (isGone || begin()));
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [begun, finish, t]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-[420px] flex-col justify-center gap-5 px-6 py-10">
      <h1 className="text-2xl font-[650]">{t('app:titles.signIn')}</h1>
      {problem === '' && codeFlow !== null && <DirectoryCodeForm finish={(code) => finish(codeFlow, code)} />}
      {problem === '' && codeFlow === null && (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-muted-foreground">{t('submitting')}</p>
          <Skeleton className="h-11 w-full" />
        </div>
      )}
      {problem !== '' && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      {(problem !== '' || codeFlow !== null) && (
        <LinkButton variant={problem === '' ? 'ghost' : 'primary'} size="xl" to={begun?.signIn ?? '/login'} replace>
          {t('directoryBack')}
        </LinkButton>
      )}
    </main>
  );
}
