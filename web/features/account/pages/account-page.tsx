import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { DeviceList } from '../parts/device-list.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { ProfileForm } from '../parts/profile-form.tsx';

/** Shows the user's own account. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const mustChange = useAtomValue(sessionUserAtom)?.must_change_password === true;
  const me = useCall('/user/getMe', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('title')} />
      {mustChange && <Strip tone="kept">{t('mustChange')}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {mustChange && <PasswordForm />}
        {me.data === undefined ? <LoadingState query={me} className="h-72 rounded-xl" /> : <ProfileForm me={me.data} />}
        {!mustChange && <PasswordForm />}
      </div>
      <DeviceList />
    </div>
  );
}
