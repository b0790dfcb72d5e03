import { useTranslation } from '../../../lib/i18n.ts';
import { ResourceFormFields } from '../../../platform/forms/resource-fields.tsx';
import { ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { classResourceCalls } from '../class-resource-calls.ts';
import type { ClassEntry } from '../people-queries.ts';
import { OptionPicker, OptionsPicker } from '../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../platform/api/options.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';

/** Edits a class with its head teacher and teachers. */
export function ClassForm({ saved, onClose }: { saved: ClassEntry | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  const known = [...(saved?.teachers ?? []), ...(saved?.headTeacher ? [saved.headTeacher] : [])];
  return (
    <ResourceForm desk={classResourceCalls} saved={saved} onClose={onClose}>
      {(fields) => (
        <ResourceFormFields
          of={fields}
          looks={{
            grade: { hint: t('gradeHint'), line: { inputMode: 'numeric', maxLength: 4, className: 'w-28' } },
            headTeacherId: {
              children: (control, { value, onChange }) => (
                <TeacherChoice control={control} known={known} value={value} onChange={onChange} />
              ),
            },
            teacherIds: {
              children: (control, { value, onChange }) => (
                <TeachersChoice control={control} known={known} values={value} onChange={onChange} />
              ),
            },
          }}
        />
      )}
    </ResourceForm>
  );
}

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
function TeacherChoice({ control, known, value, onChange }: TeacherChoiceProps) {
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
function TeachersChoice({ control, known, values, onChange }: TeachersChoiceProps) {
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
