import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { userTypes } from '../../../../sync/contract/roles.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Offers to continue with the session that is still open. */
export function AlreadySignedIn() {
  const { t } = useTranslation('signIn');
  const user = useAtomValue(sessionUserAtom);
  if (user === null) return null;
  return (
    <Strip
      tone="neutral"
      className="mb-5"
      action={
        <Link to={userTypes[user.user_type].landing} className="font-medium text-primary hover:underline underline-offset-4">
          {t('continue')}
        </Link>
      }
    >
      {t('already', { name: user.name })}
    </Strip>
  );
}
