import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormFailure } from '../../../platform/forms/form-failure.tsx';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Combobox } from '../../../ui/primitives/combobox.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { allAccountTypes, type AccountType } from './account-types.ts';

type Person = Pick<ListRow<'/user/getList'>, 'id' | 'version' | 'name' | 'login_name' | 'user_type'>;

interface AccountTypeDialogProps {
  /** The person whose type changes; null if a person of the school is chosen in the dialog. */
  person: Person | null;
  schoolId?: number | undefined;
  /** Types to choose from. */
  types: readonly AccountType[];
  onClose: () => void;
  onDone: () => void;
}

/** Changes the type of an account: for example, a teacher becomes the school's leader. */
export function AccountTypeDialog({ person, schoolId, types, onClose, onDone }: AccountTypeDialogProps) {
  const { t } = useTranslation('school');
  const [chosen, setChosen] = useState<Person | null>(person);
  const [type, setType] = useState<AccountType | null>(types.find((each) => each !== person?.user_type) ?? null);
  const [missing, setMissing] = useState(false);
  const others = allAccountTypes.filter((each) => !types.includes(each));
  // People found by the searches. The picker returns an id, but the change needs the version too.
  const found = useRef(new Map<string, Person>()).current;
  const change = useAction({
    mutationFn: ({ id, version }: Person) => makeCall('/user/setType', { id, version, user_type: type ?? 2 }),
    onSuccess: () => {
      toast.success(t('typeChanged', { name: chosen?.name ?? '', type: t(`types.${type ?? 2}`) }));
      onDone();
    },
  });
  const title = t(person === null ? 'addExisting' : 'changeTypeOf', { name: person?.name ?? '' });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={t('changeTypeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="account-type" busy={change.isPending}>
            {t('changeType')}
          </Button>
        </>
      }
    >
      <form
        data-saves
        id="account-type"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(chosen === null);
          if (chosen !== null && type !== null) change.mutate(chosen);
        }}
      >
        <FormFailure error={change.error} />
        {person === null && (
          <Field label={t('person')} required hint={t('existingHint')} error={missing ? t('required') : undefined}>
            {(field) => (
              <Combobox
                {...field}
                value={chosen === null ? null : { value: String(chosen.id), label: chosen.name }}
                onChange={(choice) => {
                  setMissing(false);
                  setChosen(choice === null ? null : (found.get(choice.value) ?? null));
                }}
                placeholder={t('searchAccounts')}
                search={async (keyword, signal) => {
                  const filter = { keyword, user_types: others, ...(schoolId === undefined ? {} : { school_id: schoolId }) };
                  const { items } = await makeCall('/user/getList', { pageSize: 20, filter }, { signal, quiet: true });
                  for (const item of items) found.set(String(item.id), item);
                  return items.map((item) => ({
                    value: String(item.id),
                    label: item.name,
                    note: `${item.login_name} · ${t(`types.${item.user_type}`)}`,
                  }));
                }}
              />
            )}
          </Field>
        )}
        <Field label={t('newType')} required>
          {({ 'aria-required': _required, ...field }) => (
            <Select
              {...field}
              value={type === null ? '' : String(type)}
              onChange={(value) => setType(Number(value) as AccountType)}
              choices={types
                .filter((each) => each !== person?.user_type)
                .map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
