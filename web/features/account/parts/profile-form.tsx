import { zodResolver } from '@hookform/resolvers/zod';
import { useAtom } from 'jotai';
import { Controller } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import type { z } from 'zod';
import { ownProfile } from '../../../../sync/contract/people/account-calls.ts';
import type { PersonDetail } from '../../../../sync/contract/people/person.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-failure.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DraftRestored } from '../../../ui/form/draft-note.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { formatSchemaProblem } from '../../../ui/form/form-problems.ts';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { UploadField } from '../../../ui/form/upload-field.tsx';

type Profile = z.infer<typeof ownProfile>;
const profileOf = ({ name, avatar }: PersonDetail): Profile => ({ name, avatar });

/** Edits the user's name and picture. */
export function ProfileForm({ me }: { me: PersonDetail }) {
  const { t } = useTranslation('account');
  const [user, setUser] = useAtom(sessionUserAtom);
  const { form, draft, busy, error, reset, send, discard, newest } = useSavedForm<Profile>(
    { id: me.id, version: me.version },
    {
      name: 'account.profile',
      initial: profileOf(me),
      resolver: zodResolver(ownProfile, { error: formatSchemaProblem }),
      calls: createChangeOnlyCalls(async ({ id, ...sent }, options) => ({ id, ...(await makeCall('/user/modifyMe', sent, options)) })),
      newest: async () => {
        const now = await makeCall('/user/getMe', {});
        return { value: profileOf(now), version: now.version };
      },
      lists: '/user',
      goesOn: (sent) => sent,
      onSaved: () => {
        if (user !== null) setUser({ ...user, ...form.getValues() });
        toast.success(t('saved'));
      },
    },
  );
  const { errors } = form.formState;
  return (
    <Panel title={t('profile')} bodyClassName="p-4">
      <form
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DraftRestored draft={{ restored: draft.restored, elsewhere: draft.elsewhere, discard }} />
        <FormFailure error={error} ways={{ draft, newest, reset }} />
        <Field label={t('loginName')}>{(control) => <Input {...control} value={me.login_name} disabled />}</Field>
        <Field label={t('name')} required error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} />}
        </Field>
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
            {t('save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
