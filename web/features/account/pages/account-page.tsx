import type { UseQueryResult } from '@tanstack/react-query';
import { useAtomValue, useAtom } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { ApiTokenPanel } from '../parts/api-token-panel.tsx';
import { apiTokenRoles } from '../../../../sync/contract/people/api-token.ts';
import { secondFactorRoles } from '../../../../sync/contract/roles.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall, type CallOptions } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { describeDevice } from '../device-name.ts';
import { FormBody } from '../../../platform/forms/form-frame.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { zodResolver } from '@hookform/resolvers/zod';
import { Controller } from 'react-hook-form';
import type { z } from 'zod';
import { isKnownByPhoto } from '../../../../sync/contract/people/user-rights.ts';
import { ownProfile } from '../../../../sync/contract/people/account-calls.ts';
import type { PersonDetail } from '../../../../sync/contract/people/person.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { SecondFactorPanel } from '../parts/second-factor.tsx';

/** Shows the user's own account. */
export function AccountPage() {
  const { t } = useTranslation(['account', 'words']);
  const user = useAtomValue(sessionUserAtom);
  const mustChange = user?.must_change_password === true;
  const mayHaveApiTokens = user?.roles.some((role) => apiTokenRoles.includes(role)) === true;
  const me = useCall('/user/getMe', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      {mustChange && <Strip tone="kept">{t('mustChange')}</Strip>}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {mustChange && <PasswordForm />}
        <Profile me={me} />
        {!mustChange && <PasswordForm />}
      </div>
      {!mustChange && user?.roles.some((role) => secondFactorRoles.includes(role)) === true && (
        <SecondFactorPanel mayHaveApiTokens={mayHaveApiTokens} />
      )}
      {!mustChange && mayHaveApiTokens && <ApiTokenPanel />}
      <DeviceList />
    </div>
  );
}

/** Shows name and picture. Users whose photo identifies them in exams cannot edit these; others get a form. */
function Profile({ me }: { me: UseQueryResult<PersonDetail> }) {
  const { t } = useTranslation(['account', 'words']);
  const { data } = me;
  if (data === undefined) return <LoadingState query={me} className="h-72 rounded-xl" />;
  if (!isKnownByPhoto(data.user_type)) return <ProfileForm me={data} />;
  return (
    <Panel title={t('profile')} bodyClassName="flex flex-col gap-4 p-4">
      <Field label={t('words:loginName')}>{(control) => <Input {...control} value={data.login_name} disabled />}</Field>
      <Field label={t('words:personName')} hint={t('identityKept')}>
        {(control) => <Input {...control} value={data.name} disabled />}
      </Field>
      {data.avatar !== '' && <img src={data.avatar} alt={t('words:photo')} className="h-36 w-28 rounded-md border object-cover" />}
    </Panel>
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

const blank = { old_password: '', new_password: '', repeat: '' };

type Passwords = typeof blank;

const fields = [
  ['old_password', 'oldPassword', 'current-password'],
  ['new_password', 'newPassword', 'new-password'],
  ['repeat', 'repeat', 'new-password'],
] as const;

/** Changes the user's password. The typed passwords are never stored as a draft. */
export function PasswordForm() {
  const { t } = useTranslation('account');
  const [user, setUser] = useAtom(sessionUserAtom);
  const change = async ({ old_password, new_password }: Passwords, options: CallOptions) => {
    await makeCall('/user/changePassword', { old_password, new_password }, options);
    return { id: user?.id ?? 0, version: 1 };
  };
  const saving = useSavedForm<Passwords>(null, {
    name: 'password',
    initial: blank,
    resolver: (values) =>
      values.new_password === values.repeat
        ? { values, errors: {} }
        : { values: {}, errors: { repeat: { type: 'differ', message: t('differ') } } },
    secret: ['old_password', 'new_password', 'repeat'],
    calls: { add: change, modify: change },
    newest: () => Promise.resolve({ value: blank, version: 1 }),
    lists: '/user',
    onSaved: () => {
      if (user !== null) setUser({ ...user, must_change_password: false });
      toast.success(t('passwordChanged'));
    },
    toFormValue: () => blank,
  });
  const { form, busy } = saving;
  const { errors } = form.formState;
  return (
    <Panel title={t('password')} bodyClassName="p-4">
      <FormBody saving={saving} className="flex flex-col gap-4">
        {fields.map(([name, label, autoComplete]) => (
          <Field
            key={name}
            label={t(label)}
            required
            error={errors[name]?.message}
            {...(name === 'new_password' ? { hint: t('rule') } : {})}
          >
            {(control) => <PasswordInput {...control} autoComplete={autoComplete} {...form.register(name)} />}
          </Field>
        ))}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={busy}>
            {t('password')}
          </Button>
        </div>
      </FormBody>
    </Panel>
  );
}

type OwnProfile = z.infer<typeof ownProfile>;
const pickProfile = ({ name, avatar }: PersonDetail): OwnProfile => ({ name, avatar });

/** Edits the user's name and picture. */
export function ProfileForm({ me }: { me: PersonDetail }) {
  const { t } = useTranslation(['account', 'words']);
  const [user, setUser] = useAtom(sessionUserAtom);
  const saving = useSavedForm<OwnProfile>(
    { id: me.id, version: me.version },
    {
      name: 'account.profile',
      initial: pickProfile(me),
      resolver: zodResolver(ownProfile, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, ...sent }, options) => ({ id, ...(await makeCall('/user/modifyMe', sent, options)) })),
      newest: async () => {
        const now = await makeCall('/user/getMe', {});
        return { value: pickProfile(now), version: now.version };
      },
      lists: '/user',
      toFormValue: (sent) => sent,
      onSaved: () => {
        if (user !== null) setUser({ ...user, ...form.getValues() });
        toast.success(t('words:saved'));
      },
    },
  );
  const { form, busy } = saving;
  const { errors } = form.formState;
  return (
    <Panel title={t('profile')} bodyClassName="p-4">
      <FormBody saving={saving} className="flex flex-col gap-4">
        <Field label={t('words:loginName')}>{(control) => <Input {...control} value={me.login_name} disabled />}</Field>
        <TextField control={form.control} name="name" label={t('words:personName')} required />
        <Controller
          control={form.control}
          name="avatar"
          render={({ field }) => (
            <Field label={t('avatar')} error={errors.avatar?.message}>
              {(control) => (
                <UploadField
                  {...control}
                  upload={uploadFile}
                  value={field.value === '' ? [] : [{ url: field.value, name: t('avatar') }]}
                  onChange={(files) => field.onChange(files[0]?.url ?? '')}
                />
              )}
            </Field>
          )}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={busy}>
            {t('words:save')}
          </Button>
        </div>
      </FormBody>
    </Panel>
  );
}
