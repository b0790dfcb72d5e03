import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { CallFailure, makeCall } from '../../../platform/api/call.ts';
import { usePageTitle } from '../../../ui/page-title.ts';
import { writeDirectoryFlow } from '../directory-flow.ts';
import { RefusedSignIn, SigningIn } from '../parts/finish-sign-in.tsx';

/** Begins an LTI launch: the learning platform has opened this page, which sends the browser back to the platform with a login request. */
export function LtiLoginPage() {
  const title = usePageTitle();
  const schoolId = Number(useParams()['id']);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const abortController = new AbortController();
    const request = location.search.slice(1);
    makeCall('/lti/begin', { school_id: schoolId, request }, { quiet: true, ownSession: true, signal: abortController.signal }).then(
      ({ url, flow }) => {
        if (abortController.signal.aborted) return;
        writeDirectoryFlow({ flow, signIn: '/login', redirect: null });
        location.replace(url);
      },
      (failure: unknown) => {
        if (abortController.signal.aborted) return;
        if (!(failure instanceof CallFailure)) throw failure;
        setProblem(failure.message);
      },
    );
    return () => abortController.abort();
  }, [schoolId]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-[420px] flex-col justify-center px-6 py-10">
      <h1 className="mb-5 text-2xl font-[650]">{title}</h1>
      {problem === '' ? <SigningIn /> : <RefusedSignIn problem={problem} back="/login" />}
    </main>
  );
}
