import { useTranslation } from '../../../lib/i18n.ts';
import { OptionPicker, OptionsPicker } from '../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../platform/api/options.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';

const teachers = createOptionSource('/user/getList', {
  filter: { user_type: 6, status: 1 },
  sort: 'name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, login_name }) => ({ value: String(id), label: name, note: login_name }),
});

interface KnownPerson {
  readonly id: number;
  readonly name: string;
}
const optionsOf = (people: readonly KnownPerson[]) => people.map(({ id, name }) => ({ value: String(id), label: name }));

interface TeacherChoiceProps {
  control: FieldControl;
  /** Teachers whose names are known already. */
  known: readonly KnownPerson[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Lets the user choose one teacher of the school. */
export function TeacherChoice({ control, known, value, onChange }: TeacherChoiceProps) {
  const { t } = useTranslation('people');
  return (
    <OptionPicker
      {...control}
      source={teachers}
      known={optionsOf(known)}
      placeholder={t('teacherSearch')}
      value={value}
      onChange={(id) => onChange(id)}
    />
  );
}

interface TeachersChoiceProps {
  control: FieldControl;
  known: readonly KnownPerson[];
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Lets the user choose several teachers of the school. */
export function TeachersChoice({ control, known, values, onChange }: TeachersChoiceProps) {
  const { t } = useTranslation('people');
  return (
    <OptionsPicker
      {...control}
      source={teachers}
      known={optionsOf(known)}
      placeholder={t('teacherSearch')}
      values={values}
      onChange={onChange}
    />
  );
}
