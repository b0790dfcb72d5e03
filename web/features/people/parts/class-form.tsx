import { useTranslation } from '../../../lib/i18n.ts';
import { ThingFields } from '../../../platform/thing-fields.tsx';
import { ThingForm } from '../../../platform/thing-form.tsx';
import { classDesk } from '../class-desk.ts';
import type { ClassEntry } from '../people-queries.ts';
import { TeacherChoice, TeachersChoice } from './teacher-choice.tsx';

/** Edits a class with its head teacher and teachers. */
export function ClassForm({ saved, onClose }: { saved: ClassEntry | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  const known = [...(saved?.teachers ?? []), ...(saved?.headTeacher ? [saved.headTeacher] : [])];
  return (
    <ThingForm desk={classDesk} saved={saved} onClose={onClose}>
      {(fields) => (
        <ThingFields
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
    </ThingForm>
  );
}
