import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PasswordForm } from '../parts/password-form.tsx';
import { ProfileForm } from '../parts/profile-form.tsx';
import { SecondFactorPanel } from '../parts/second-factor-panel.tsx';
import { secondFactorRoles } from '../../../../sync/contract/roles.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { describeDevice } from '../device-name.ts';

/** Shows the user's own account. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const user = useAtomValue(sessionUserAtom);
  const mustChange = user?.must_change_password === true;
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
      {!mustChange && user?.roles.some((role) => secondFactorRoles.includes(role)) === true && <SecondFactorPanel />}
      <DeviceList />
    </div>
  );
}

/** Lists the user's sessions and marks the one of this device; the others can be signed out. */
function DeviceList() {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const sessions = useCall('/user/getSessions', {});
  const end = useAction({
    mutationFn: (session_id: number | null) => makeCall('/user/removeSession', { session_id }),
    onSuccess: () => toast.success(t('signedOut')),
    onSettled: () => invalidate('/user/getSessions'),
  });
  const items = sessions.data?.items;
  return (
    <Panel
      title={t('devices')}
      aside={
        (items?.length ?? 0) > 1 && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate(null)}>
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      {items === undefined && <LoadingState query={sessions} className="m-4 h-20" />}
      <ul className="num">
        {items?.map((item) => {
          const name = describeDevice(item.agent) || t('unknownDevice');
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2.5 text-[13.5px] last:border-b-0">
              <span className="flex min-w-52 items-center gap-2 font-medium">
                {name}
                {item.current && (
                  <Chip tone="delivered" mark="dot">
                    {t('thisDevice')}
                  </Chip>
                )}
              </span>
              <span className="text-muted-foreground">
                {t('lastUse')} {formatDateTime(item.seen_ms)} · {t('since')} {formatDateTime(item.created_ms)}
                {item.ip !== '' && ` · ${item.ip}`}
              </span>
              {!item.current && (
                <Button size="sm" className="ml-auto" aria-label={`${t('signOut')} ${name}`} onClick={() => end.mutate(item.id)}>
                  {t('signOut')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
