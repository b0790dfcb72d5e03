import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { writeDirectoryFlow } from '../directory-flow.ts';
import { CredentialFields } from './credential-fields.tsx';

/**
 * Directory server of a school, such as LDAP or CAS, as the sign-in page offers it. `way`: enter its password on our page, or sign in on its own
 * page.
 */
export interface OfferedDirectory {
  readonly name: string;
  readonly way: 'password' | 'redirect';
}

interface DirectoryTabProps {
  directory: OfferedDirectory;
  schoolId: number;
  onSignedIn: (user: SessionUser) => void;
}

/** Signs in at the directory of the school: with fields for its password, or with a button to its own page. */
export function DirectoryTab({ directory, schoolId, onSignedIn }: DirectoryTabProps) {
  const { t } = useTranslation('signIn');
  const [params] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (directory.way === 'password')
    return (
      <>
        <p className="mb-4 text-[15px] text-muted-foreground">{t('directoryHint', { name: directory.name })}</p>
        <CredentialFields kind="directory" schoolId={schoolId} onSignedIn={onSignedIn} />
      </>
    );
  const go = async () => {
    setBusy(true);
    setProblem('');
    try {
      const { url, flow } = await makeCall('/directory/begin', { school_id: schoolId }, { quiet: true, ownSession: true });
      writeDirectoryFlow({ flow, signIn: location.pathname, redirect: params.get('redirect') });
      location.assign(url);
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      setProblem(failure.message);
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-[15px] text-muted-foreground">{t('directoryPage', { name: directory.name })}</p>
      {problem !== '' && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      <Button variant="primary" size="xl" busy={busy} className="w-full" onClick={() => void go()}>
        {t('directoryGo', { name: directory.name })}
      </Button>
    </div>
  );
}
