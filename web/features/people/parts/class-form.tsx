import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ClassFields } from '../../../../sync/contract/class.ts';
import { call, CallFailure } from '../../../platform/call.ts';
import { FormFailure } from '../../../platform/form-failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DraftRestored } from '../../../ui/draft-note.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import type { ClassEntry } from '../people-queries.ts';
import { TeacherChoice, TeachersChoice } from './teacher-choice.tsx';

const blank: ClassFields = { name: '', grade: '', head_teacher_id: null, teacher_ids: [], note: '' };
const fieldsOf = (row: ClassEntry): ClassFields => ({
  name: row.name,
  grade: row.grade,
  head_teacher_id: row.head_teacher?.id ?? null,
  teacher_ids: row.teachers.map((each) => each.id),
  note: row.note,
});

/** A class with its head teacher and teachers. */
export function ClassForm({ saved, onClose }: { saved: ClassEntry | null; onClose: () => void }) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const known = new Map(
    [...(saved?.teachers ?? []), ...(saved?.head_teacher ? [saved.head_teacher] : [])].map(({ id, name }) => [id, name]),
  );
  const initial = saved === null ? blank : fieldsOf(saved);
  const form = useForm<ClassFields>({ defaultValues: initial });
  const draft = useDraft(`class.${saved?.id ?? 'new'}`, form, initial, [], saved?.version);
  const save = useMutation({
    mutationFn: ({ values, version }: { values: ClassFields; version: number | undefined }) =>
      saved === null || version === undefined ? call('/class/add', values) : call('/class/modify', { ...values, id: saved.id, version }),
    onSuccess: () => {
      draft.done();
      toast.success(t('saved'));
      onClose();
    },
    onError: (failure) => {
      if (!(failure instanceof CallFailure)) return;
      for (const [at, fault] of failure.fields.entries())
        form.setError(
          (fault.path.split('.')[0] ?? 'name') as keyof ClassFields,
          { type: 'server', message: fault.message },
          { shouldFocus: at === 0 },
        );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['class'] }),
  });
  const send = (version = draft.version) => void form.handleSubmit((values) => save.mutate({ values, version }))();
  const newest = async () => {
    const row = await call('/class/getById', { id: saved?.id ?? 0 });
    return { value: fieldsOf(row), version: row.version };
  };
  const { errors } = form.formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(saved === null ? 'classAdd' : 'classEdit')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" busy={save.isPending} onClick={() => send()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        data-saves
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <DraftRestored draft={draft} />
        <FormFailure error={save.error} ways={{ draft, newest, reset: save.reset }} />
        <Field label={t('className')} required error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} />}
        </Field>
        <Field label={t('grade')} hint={t('gradeHint')} error={errors.grade?.message}>
          {(control) => <Input {...control} inputMode="numeric" maxLength={4} className="w-28" {...form.register('grade')} />}
        </Field>
        <Controller
          control={form.control}
          name="head_teacher_id"
          render={({ field }) => (
            <Field label={t('headTeacher')} error={errors.head_teacher_id?.message}>
              {(control) => <TeacherChoice control={control} known={known} value={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="teacher_ids"
          render={({ field }) => (
            <Field label={t('teachers')} error={errors.teacher_ids?.message}>
              {(control) => <TeachersChoice control={control} known={known} values={field.value} onChange={field.onChange} />}
            </Field>
          )}
        />
        <Field label={t('note')} error={errors.note?.message}>
          {(control) => <Input {...control} {...form.register('note')} />}
        </Field>
      </form>
    </Dialog>
  );
}
