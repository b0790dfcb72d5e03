import { useTranslation } from '../../../lib/i18n.ts';
import { classResource } from '../../../../sync/contract/people/class.ts';
import { useListQuery } from '../../../platform/api/call-query.ts';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import type { ClassEntry } from '../people-queries.ts';
import { ResourceFormFields, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { OptionPicker, OptionsPicker, createOptionSource } from '../../../platform/api/option-picker.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { createCall, createResourceCalls } from '../../../platform/forms/create-resource-calls.ts';

const filters = { keyword: textFilter };

export function ClassListPage() {
  const { t } = useTranslation(['people', 'words']);
  const list = useListState({ filters, sort: 'name' });
  const classes = useListQuery('/class/getList', list.input);
  const column = useResourceColumns(classResource)<ClassEntry>();
  const getStudentsPath = (row: ClassEntry) => `/teacher/student/index?class_id=${row.id}`;
  return (
    <ResourceListPage
      calls={classResourceCalls}

      list={list}
      query={classes}
      columns={[
        column('name', { fixed: true, opens: true }),
        column('grade', { width: 'w-28' }),
        column('headTeacher', { width: 'w-32' }),
        column('teachers'),
        column('studentCount', { width: 'w-24', align: 'right' }),
        column('note', { extra: true }),
      ]}
      nameOf={(row) => row.name}
      open={getStudentsPath}
      actions={(row) => [{ label: t('viewStudents'), to: getStudentsPath(row) }]}
      form={(saved, onClose) => <ClassForm saved={saved} onClose={onClose} />}
      emptyText={t('classEmptyText')}
      removeAsk={(row) => t('classRemoveAsk', { name: row.name })}
    />
  );
}

/** Edits a class with its head teacher and teachers. */
function ClassForm({ saved, onClose }: { saved: ClassEntry | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  const knownTeachers = [...(saved?.teachers ?? []), ...(saved?.headTeacher ? [saved.headTeacher] : [])];
  return (
    <ResourceForm calls={classResourceCalls} saved={saved} onClose={onClose}>
      {(fields) => (
        <ResourceFormFields
          context={fields}
          looks={{
            grade: { hint: t('gradeHint'), line: { inputMode: 'numeric', maxLength: 4, className: 'w-28' } },
            headTeacherId: {
              children: (control, { value, onChange }) => (
                <TeacherChoice control={control} knownTeachers={knownTeachers} value={value} onChange={onChange} />
              ),
            },
            teacherIds: {
              children: (control, { value, onChange }) => (
                <TeachersChoice control={control} knownTeachers={knownTeachers} values={value} onChange={onChange} />
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
const toPersonOptions = (people: readonly KnownPerson[]) => people.map(({ id, name }) => ({ value: String(id), label: name }));

interface TeacherChoiceProps {
  control: FieldControl;
  /** Teachers whose names are known already. */
  knownTeachers: readonly KnownPerson[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Lets the user choose one teacher of the school. */
function TeacherChoice({ control, knownTeachers, value, onChange }: TeacherChoiceProps) {
  const { t } = useTranslation('people');
  return (
    <OptionPicker
      {...control}
      source={teachers}
      knownChoices={toPersonOptions(knownTeachers)}
      placeholder={t('teacherSearch')}
      value={value}
      onChange={(id) => onChange(id)}
    />
  );
}

interface TeachersChoiceProps {
  control: FieldControl;
  knownTeachers: readonly KnownPerson[];
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Lets the user choose several teachers of the school. */
function TeachersChoice({ control, knownTeachers, values, onChange }: TeachersChoiceProps) {
  const { t } = useTranslation('people');
  return (
    <OptionsPicker
      {...control}
      source={teachers}
      knownChoices={toPersonOptions(knownTeachers)}
      placeholder={t('teacherSearch')}
      values={values}
      onChange={onChange}
    />
  );
}

const classResourceCalls = createResourceCalls(classResource, {
  getById: createCall('/class/getById'),
  add: createCall('/class/add'),
  modify: createCall('/class/modify'),
  remove: createCall('/class/remove'),
});
