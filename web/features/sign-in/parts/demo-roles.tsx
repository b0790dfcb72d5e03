import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { userTypes, type UserType } from '../../../../sync/contract/roles.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import type { PublicSchool } from '../../../platform/session/school-memory.ts';
import type { SessionUser } from '../../../platform/session/session-user.ts';
import { OfflineSignInError } from '../../../platform/session/session.ts';
import { signInUser } from '../../../platform/session/sign-in.ts';
import { Button } from '../../../ui/primitives/button.tsx';

/** Offers the roles of a demo school as buttons that sign in. Renders nothing unless the server says that it runs the demo. */
export function DemoRoles({ school, onSignedIn }: { school: PublicSchool; onSignedIn: (user: SessionUser) => void }) {
  const { t } = useTranslation('signIn');
  const { demo } = useAtomValue(platformInfoAtom);
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  if (!demo || demo.password === null || !demo.websites.includes(school.website)) return null;
  const secret = demo.password;
  const signIn = async (loginName: string) => {
    setBusy(loginName);
    setProblem('');
    try {
      const user = await signInUser({ loginName, secret, schoolId: school.id, loginType: 1 });
      if (typeof user === 'object') return onSignedIn(user);
      setProblem(t('demoFailed'));
    } catch (failure) {
      if (!(failure instanceof CallFailure) && !(failure instanceof OfflineSignInError)) throw failure;
      setProblem(t('demoFailed'));
    }
    setBusy('');
  };
  return (
    <section aria-labelledby="demo-roles" className="mt-7 rounded-xl border bg-card px-3.5 pt-2.5 pb-3.5">
      <h2 id="demo-roles" className="text-sm font-semibold">
        {t('demoTitle')}
      </h2>
      <p className="mt-0.5 mb-2.5 text-[13px] text-muted-foreground">{t('demoText')}</p>
      <div className="grid grid-cols-3 gap-2">
        {demo.accounts.map(({ loginName, userType }) => (
          <Button
            key={loginName}
            size="sm"
            className="w-full px-1"
            disabled={busy !== ''}
            aria-busy={busy === loginName}
            onClick={() => void signIn(loginName)}
          >
            {t(`demoTypes.${userTypes[userType as UserType].name}`)}
          </Button>
        ))}
      </div>
      <p role="alert" className="text-[13px] text-destructive empty:hidden">
        {problem}
      </p>
    </section>
  );
}
