import { useTranslation } from '../../../lib/i18n.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../platform/api/options.ts';

const students = createOptionSource('/user/getList', {
  filter: { user_type: 7 },
  sort: 'name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, login_name, student_no }) => ({
    value: String(id),
    label: name,
    note: student_no === '' ? login_name : student_no,
  }),
});

interface StudentChoiceProps {
  value: { readonly id: number; readonly name: string } | null;
  onChange: (id: number | null) => void;
}

/** Lets the user choose one of the students whom they look after. */
export function StudentChoice({ value, onChange }: StudentChoiceProps) {
  const { t } = useTranslation('account');
  return (
    <div className="w-72">
      <OptionPicker
        aria-label={t('findStudent')}
        placeholder={t('findStudent')}
        source={students}
        known={value === null ? [] : [{ value: String(value.id), label: value.name }]}
        value={value?.id ?? null}
        onChange={(id) => onChange(id)}
      />
    </div>
  );
}
