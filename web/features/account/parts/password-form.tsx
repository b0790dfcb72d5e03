import { useAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/call-query.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { toast } from '../../../ui/toast.ts';

const blank = { old_password: '', new_password: '', repeat: '' };
const fields = [
  ['old_password', 'oldPassword', 'current-password'],
  ['new_password', 'newPassword', 'new-password'],
  ['repeat', 'repeat', 'new-password'],
] as const;

/** An own password; what is typed is kept nowhere. */
export function PasswordForm() {
  const { t } = useTranslation('account');
  const invalidate = useInvalidate();
  const [user, setUser] = useAtom(sessionUserAtom);
  const form = useForm({ defaultValues: blank });
  const save = useAction({
    mutationFn: ({ old_password, new_password }: typeof blank) => call('/user/changePassword', { old_password, new_password }),
    onSuccess: () => {
      form.reset(blank);
      if (user !== null) setUser({ ...user, must_change_password: false });
      toast.success(t('passwordChanged'));
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries())
        form.setError(fault.path as keyof typeof blank, { type: 'server', message: fault.message }, { shouldFocus: at === 0 });
    },
    onSettled: () => invalidate('/user'),
  });
  const { errors } = form.formState;
  return (
    <Panel title={t('password')} bodyClassName="p-4">
      <form
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (values.new_password === values.repeat) save.mutate(values);
            else form.setError('repeat', { type: 'differ', message: t('differ') }, { shouldFocus: true });
          })(event)
        }
      >
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
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
