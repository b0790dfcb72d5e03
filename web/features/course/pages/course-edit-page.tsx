import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, useParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { courseCalls, CourseClass } from '../../../../sync/contract/learning/course.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useClassFilterOptions, OfferedProfession } from '../../../platform/choices/entity-choices.tsx';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { OptionsPicker } from '../../../platform/api/option-picker.tsx';
import { CategoryOwnerInput } from '../../../platform/choices/category-owner.tsx';
import { ResourceField, useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { courseResourceCalls } from '../course-resource-calls.ts';
import { ImportCourse } from '../parts/course-package-buttons.tsx';
import { courseOptions, useCourse } from '../course-queries.ts';

type SavedCourse = CallOutput<typeof courseCalls.getById>;

/** Page that creates a course or edits its title, cover and settings. The sections of a course have another page. */
export function CourseEditPage() {
  const { id } = useParams();
  const { data, error, refetch } = useCourse(id === undefined ? null : Number(id));
  if (id === undefined) return <CourseForm key="new" saved={null} />;
  return data === undefined ? (
    <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />
  ) : (
    <CourseForm key={id} saved={data} />
  );
}

function CourseForm({ saved }: { saved: SavedCourse | null }) {
  const { t } = useTranslation(['learning', 'words']);
  const { t: say } = useTranslation(['resource', 'ui', 'words']);
  const navigate = useNavigate();
  const outlineOf = (id: number) => `/teacher/course/assets/form/${id}`;
  const backPath = saved === null ? '/teacher/course/index' : outlineOf(saved.id);
  const saving = useResourceForm(courseResourceCalls, saved, {
    savedText: say('words:saved'),
    // Continues to the page of the sections, because a new course has none yet.
    onSaved: ({ id }) => void navigate(outlineOf(id)),
  });
  const fields = { form: saving.form, calls: courseResourceCalls };
  return (
    <FormPage
      title={saved === null ? t('words:courseCreate') : saved.title}
      saving={saving}
      back={backPath}
      words={{ cancel: say('ui:cancel'), save: say('words:save') }}
    >
      {saved === null && <ImportCourse />}
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <Panel bodyClassName="flex flex-col gap-3.5 p-4">
          <ResourceField context={fields} name="title" />
          <div className="grid gap-3.5 sm:grid-cols-2">
            <ResourceField context={fields} name="category">
              {(control, { value, onChange }) => (
                <CategoryOwnerInput {...control} shelf="course" value={value} onChange={(event) => onChange(event.target.value)} />
              )}
            </ResourceField>
            <ResourceField context={fields} name="professionId">
              {(control, { value, onChange }) => <OfferedProfession control={control} value={value} onChange={onChange} />}
            </ResourceField>
          </div>
          <ResourceField context={fields} name="beforeIds">
            {(control, { value, onChange }) => (
              <OptionsPicker
                {...control}
                source={courseOptions}
                placeholder={t('noneBefore')}
                values={value}
                onChange={onChange}
                {...(saved !== null && { without: new Set([saved.id]) })}
              />
            )}
          </ResourceField>
          <ResourceField context={fields} name="summary" rows={4} />
          <ResourceField context={fields} name="cover">
            {(control, { value, onChange }) => (
              <UploadField
                {...control}
                value={value === '' ? [] : [{ url: value, name: t('cover') }]}
                onChange={([file]) => onChange(file?.url ?? '')}
                upload={uploadFile}
              />
            )}
          </ResourceField>
          <div className="grid gap-3.5 sm:grid-cols-2">
            <ResourceField context={fields} name="hourMinutes" hint={t('hourHint')}>
              {(control, { value, onChange }) => (
                <Input
                  {...control}
                  type="number"
                  min={5}
                  max={240}
                  className="w-28"
                  value={Number.isNaN(value) ? '' : value}
                  onChange={(event) => onChange(event.target.valueAsNumber)}
                />
              )}
            </ResourceField>
            <ResourceField context={fields} name="inOrder" hint={t('inOrderHint')} />
          </div>
        </Panel>
        <Panel title={t('assigned')} bodyClassName="p-4">
          <ResourceField context={fields} name="classes" hint={t('windowHint')}>
            {(_control, { value, onChange }) => <ClassWindows value={value} onChange={onChange} />}
          </ResourceField>
        </Panel>
      </div>
    </FormPage>
  );
}

/** Selects the classes that take the course, each with its learning period. */
function ClassWindows({ value, onChange }: { value: readonly CourseClass[]; onChange: (next: CourseClass[]) => void }): ReactNode {
  const { t } = useTranslation('learning');
  const { data } = useClassFilterOptions();
  if (data === undefined) return <Skeleton className="h-40" />;
  if (data.length === 0) return <p className="text-sm text-muted-foreground">{t('noClassesYet')}</p>;
  const change = (classId: number, part: Partial<CourseClass>) =>
    onChange(value.map((one) => (one.classId === classId ? { ...one, ...part } : one)));
  return (
    <ul className="flex flex-col">
      {data.map(({ id, name }) => {
        const courseClass = value.find((entry) => entry.classId === id);
        return (
          <li key={id} className="flex flex-col gap-2 border-b py-2 last:border-0">
            <label className="flex items-center gap-2.5 text-sm">
              <Checkbox
                checked={courseClass !== undefined}
                onCheckedChange={(on) =>
                  onChange(
                    on === true ? [...value, { classId: id, fromMs: null, toMs: null }] : value.filter((entry) => entry.classId !== id),
                  )
                }
              />
              {name}
            </label>
            {courseClass !== undefined && (
              <div className="grid gap-2 pl-7 sm:grid-cols-2">
                {(['fromMs', 'toMs'] as const).map((edge) => (
                  <DateTimeField
                    key={edge}
                    aria-label={`${name} ${t(edge)}`}
                    value={courseClass[edge] === null || Number.isNaN(courseClass[edge]) ? '' : toLocalInput(courseClass[edge])}
                    onChange={(text) => change(id, { [edge]: text === '' ? null : (fromLocalInput(text) ?? Number.NaN) })}
                  />
                ))}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
