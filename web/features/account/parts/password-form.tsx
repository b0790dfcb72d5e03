import { useAtom } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall, type CallOptions } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { FormFailure } from '../../../platform/forms/form-failure.tsx';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

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
  const { form, draft, busy, error, reset, send, newest } = useSavedForm<Passwords>(null, {
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
    goesOn: () => blank,
  });
  const { errors } = form.formState;
  return (
    <Panel title={t('password')} bodyClassName="p-4">
      <form
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FormFailure error={error} ways={{ draft, newest, reset }} />
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
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
