import { useTranslation } from '../../../lib/i18n.ts';
import { ResourceFormFields } from '../../../platform/forms/resource-fields.tsx';
import { ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { classResourceCalls } from '../class-resource-calls.ts';
import type { ClassEntry } from '../people-queries.ts';
import { TeacherChoice, TeachersChoice } from './teacher-choice.tsx';

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
