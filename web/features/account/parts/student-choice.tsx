import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { Combobox, type ComboboxChoice } from '../../../ui/combobox.tsx';

const search = async (keyword: string, signal: AbortSignal): Promise<ComboboxChoice[]> => {
  const filter = { user_type: 7, ...(keyword === '' ? {} : { keyword }) } as const;
  const { items } = await call('/user/getList', { pageSize: 20, sort: 'name', filter }, { signal, quiet: true });
  return items.map(({ id, name, login_name, student_no }) => ({
    value: String(id),
    label: name,
    note: student_no === '' ? login_name : student_no,
  }));
};

interface StudentChoiceProps {
  value: { readonly id: number; readonly name: string } | null;
  onChange: (id: number | null) => void;
}

/** One student of those this person looks after. */
export function StudentChoice({ value, onChange }: StudentChoiceProps) {
  const { t } = useTranslation('account');
  return (
    <div className="w-72">
      <Combobox
        aria-label={t('findStudent')}
        placeholder={t('findStudent')}
        value={value === null ? null : { value: String(value.id), label: value.name }}
        search={search}
        onChange={(choice) => onChange(choice === null ? null : Number(choice.value))}
      />
    </div>
  );
}
