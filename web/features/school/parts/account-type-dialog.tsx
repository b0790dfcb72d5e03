import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { Combobox } from '../../../ui/primitives/combobox.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
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
  const others = allAccountTypes.filter((each) => !types.includes(each));
  // People found by the searches. The picker returns an id, but the change needs the version too.
  const found = useRef(new Map<string, Person>()).current;
  const title = t(person === null ? 'addExisting' : 'changeTypeOf', { name: person?.name ?? '' });
  return (
    <ActionDialog
      title={title}
      description={t('changeTypeText')}
      confirm={t('changeType')}
      ready={chosen !== null && type !== null}
      run={(quiet) => makeCall('/user/setType', { id: chosen?.id ?? 0, version: chosen?.version ?? 0, user_type: type ?? 2 }, quiet)}
      doneText={t('typeChanged', { name: chosen?.name ?? '', type: t(`types.${type ?? 2}`) })}
      onDone={onDone}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {person === null && (
            <Field label={t('person')} required hint={t('existingHint')} error={tried && chosen === null ? t('required') : undefined}>
              {(field) => (
                <Combobox
                  {...field}
                  value={chosen === null ? null : { value: String(chosen.id), label: chosen.name }}
                  onChange={(choice) => setChosen(choice === null ? null : (found.get(choice.value) ?? null))}
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
        </>
      )}
    </ActionDialog>
  );
}
