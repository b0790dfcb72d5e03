import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonDetail } from '../../../../sync/contract/person.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { uploadFile } from '../../../platform/upload.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { UploadField } from '../../../ui/upload-field.tsx';

/** Name and picture. */
export function ProfileForm({ me }: { me: PersonDetail }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const [user, setUser] = useAtom(sessionUserAtom);
  const [name, setName] = useState(me.name);
  const [avatar, setAvatar] = useState(me.avatar);
  const save = useMutation({
    mutationFn: () => call('/user/modifyMe', { version: me.version, name, avatar }),
    onSuccess: () => {
      if (user !== null) setUser({ ...user, name, avatar });
      toast.success(t('saved'));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['user', 'me'] }),
  });
  const fault = save.error instanceof CallFailure ? save.error.fields.find((each) => each.path === 'name')?.message : undefined;
  return (
    <Panel title={t('profile')} bodyClassName="p-4">
      <form
        data-saves
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field label={t('loginName')}>{(control) => <Input {...control} value={me.login_name} disabled />}</Field>
        <Field label={t('name')} required error={fault}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={t('avatar')}>
          {(control) => (
            <UploadField
              {...control}
              upload={uploadFile}
              value={avatar === '' ? [] : [{ url: avatar, name: t('avatar') }]}
              onChange={(files) => setAvatar(files[0]?.url ?? '')}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
