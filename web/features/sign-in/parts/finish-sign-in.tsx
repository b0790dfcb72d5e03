import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { getRememberedSchool } from '../../../platform/session/school-memory.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { asksForCode } from '../../../platform/session/session.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { CodeField } from './code-field.tsx';
import { SignInLayout } from './sign-in-layout.tsx';
import { SignInSubmit } from './sign-in-submit.tsx';

/** Returns the encrypted state with which the server asks for the code of the second factor, or null if it refused for another reason. */
const findCodeFlow = (failure: CallFailure): string | null =>
  asksForCode(failure) ? ((failure.data as { flow?: string }).flow ?? null) : null;

interface FinishSignInProps {
  /** Encrypted state that the server gave at the beginning of the sign-in; null if none has begun in this tab. */
  readonly flow: string | null;
  /** Text for the person if no sign-in has begun in this tab. */
  readonly notBegun: string;
  /** Page to return to if the sign-in fails. */
  readonly back: string;
  /** Sends the other system's answer, or the code of the second factor. Resolves with the user and the page to open. */
  readonly finish: (
    flow: string,
    code: string,
  ) => Promise<{ user: SessionUser | 'noUser' | 'noRoles'; open: (user: SessionUser) => string }>;
}

/** Asks for the code of the second factor after a sign-in at the page of a directory. `finish` rejects with the `CallFailure` of a refused code. */
function DirectoryCodeForm({ finish }: { finish: (code: string) => Promise<void> }) {
  const { t } = useTranslation('signIn');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly code?: string; readonly message?: string }>({});
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (code.trim() === '') return setProblem({ code: t('codeMissing') });
    setBusy(true);
    setProblem({});
    try {
      await finish(code);
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      if (asksForCode(failure)) {
        setProblem({ code: failure.message });
        setCode('');
      } else setProblem({ message: failure.message });
    }
    setBusy(false);
    field.current?.focus();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <CodeField ref={field} error={problem.code} value={code} onChange={setCode} />
      <SignInSubmit problem={problem.message} busy={busy} />
    </form>
  );
}

/** Finishes a sign-in at another system, which has sent the browser here with its answer. */
export function FinishSignIn({ flow, notBegun, back, finish }: FinishSignInProps) {
  const { t } = useTranslation(['signIn', 'app', 'words']);
  const navigate = useNavigate();
  const [problem, setProblem] = useState('');
  /** Encrypted state from the server, to be sent back with the code of the second factor; null until the server asks for that code. */
  const [codeFlow, setCodeFlow] = useState<string | null>(null);
  const enter = async (note: string, code: string): Promise<void> => {
    const { user, open } = await finish(note, code);
    if (typeof user === 'object') return void navigate(open(user), { replace: true });
    setProblem(t(user === 'noUser' ? 'app:session.verifyFailed' : 'app:session.noRoles'));
  };
  const begin = useEffectEvent(async (): Promise<void> => {
    if (flow === null) return setProblem(notBegun);
    try {
      await enter(flow, '');
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      const asked = findCodeFlow(failure);
      if (asked === null) setProblem(failure.message);
      else setCodeFlow(asked);
    }
  });
  useEffect(() => {
    // React's strict mode runs effects twice, but the other system's answer can be used only once.
    const timer = setTimeout(() => void begin());
    return () => clearTimeout(timer);
  }, []);
  const isAsked = problem === '' && codeFlow !== null;
  const school = getRememberedSchool();
  return (
    <SignInLayout school={school}>
      <h1 className="text-2xl font-[650]">{t(isAsked ? 'codeTitle' : 'words:signIn')}</h1>
      <p className="mt-1 mb-6 min-h-[22px] text-muted-foreground">{isAsked ? t('codeAfterDirectory') : school?.title}</p>
      {isAsked && <DirectoryCodeForm finish={(code) => enter(codeFlow, code)} />}
      {problem === '' && codeFlow === null && <SigningIn />}
      {problem !== '' && <RefusedSignIn problem={problem} back={back} />}
      {isAsked && (
        <LinkButton variant="ghost" size="xl" to={back} replace className="mt-3 w-full">
          {t('directoryBack')}
        </LinkButton>
      )}
    </SignInLayout>
  );
}

/** Says that the sign-in is in progress. */
export function SigningIn() {
  const { t } = useTranslation('signIn');
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="text-muted-foreground">{t('submitting')}</p>
      <Skeleton className="h-11 w-full" />
    </div>
  );
}

/** Says why a sign-in at another system failed, and leads back to the page `back`. */
export function RefusedSignIn({ problem, back }: { problem: string; back: string }) {
  const { t } = useTranslation('signIn');
  return (
    <>
      <div role="alert">
        <Strip tone="seal">{problem}</Strip>
      </div>
      <LinkButton variant="primary" size="xl" to={back} replace className="mt-5 w-full">
        {t('directoryBack')}
      </LinkButton>
    </>
  );
}
