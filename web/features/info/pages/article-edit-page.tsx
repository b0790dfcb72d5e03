import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { audiences, type infoCalls } from '../../../../sync/contract/learning/article.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { ClassMultiPicker, OfferedProfession } from '../../../platform/choices/entity-choices.tsx';
import { FormPage } from '../../../platform/forms/form-frame.tsx';
import { useShowSaved } from '../../../platform/next-step.tsx';
import { CategoryOwnerInput } from '../../../platform/choices/category-owner.tsx';
import { ResourceField, useResourceForm } from '../../../platform/forms/resource-form.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { articleResourceCalls } from '../article-resource-calls.ts';
import { ArticlePreview } from '../parts/article-preview.tsx';

type SavedArticle = CallOutput<typeof infoCalls.getById>;

/** Creates a new article or edits an existing one. */
export function ArticleEditPage() {
  const { id } = useParams();
  const { data, error, refetch } = useCall('/info/getById', { id: Number(id) }, { quiet: true, enabled: id !== undefined });
  if (id === undefined) return <ArticleForm key="new" saved={null} />;
  return data === undefined ? (
    <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />
  ) : (
    <ArticleForm key={id} saved={data} />
  );
}

/** Converts the field's text to a time: '' becomes null, an invalid date NaN, which the schema refuses. */
const parseTime = (text: string): number | null => (text === '' ? null : (fromLocalInput(text) ?? Number.NaN));

function ArticleForm({ saved }: { saved: SavedArticle | null }) {
  const { t } = useTranslation(['learning', 'words']);
  const { t: say } = useTranslation(['resource', 'ui', 'words']);
  const list = '/teacher/info/index';
  const saving = useResourceForm(articleResourceCalls, saved, {
    savedText: say('words:saved'),
    onSaved: useShowSaved(list),
  });
  const fields = { form: saving.form, calls: articleResourceCalls };
  const onlyClasses = saving.form.watch('onlyClasses');
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <FormPage
      title={t(saved === null ? 'words:articleCreate' : 'words:articleEdit')}
      saving={saving}
      back={list}
      words={{ cancel: say('ui:cancel'), save: say('words:save') }}
      extraActions={
        <Button onClick={() => setPreviewed(true)}>
          <Eye aria-hidden />
          {t('words:paperPreview')}
        </Button>
      }
    >
      {isPreviewed && <ArticlePreview article={saving.form.getValues()} onClose={() => setPreviewed(false)} />}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <Panel bodyClassName="flex flex-col gap-3.5 p-4">
          <ResourceField context={fields} name="title" />
          <ResourceField context={fields} name="summary" rows={2} />
          <ResourceField context={fields} name="body">
            {(control, { value, onChange, onBlur }) => (
              <RichTextEditor {...control} label={t('body')} value={value} onChange={onChange} onBlur={onBlur} upload={uploadFile} />
            )}
          </ResourceField>
          <ResourceField context={fields} name="attachments">
            {(control, { value, onChange }) => (
              <UploadField
                {...control}
                value={value}
                onChange={(files) => onChange(files.map(({ url, name, sizeBytes = 0 }) => ({ url, name, sizeBytes })))}
                upload={uploadFile}
                accept={['document', 'image']}
                max={20}
              />
            )}
          </ResourceField>
        </Panel>
        <Panel title={t('publishing')} bodyClassName="flex flex-col gap-3.5 p-4">
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
          <ResourceField context={fields} name="category">
            {(control, { value, onChange }) => (
              <CategoryOwnerInput {...control} shelf="article" value={value} onChange={(event) => onChange(event.target.value)} />
            )}
          </ResourceField>
          <ResourceField context={fields} name="professionId">
            {(control, { value, onChange }) => <OfferedProfession control={control} value={value} onChange={onChange} />}
          </ResourceField>
          {(['fromMs', 'toMs'] as const).map((name) => (
            <ResourceField key={name} context={fields} name={name} hint={t(name === 'fromMs' ? 'fromHint' : 'toHint')}>
              {(control, { value, onChange, onBlur }) => (
                <DateTimeField
                  {...control}
                  value={value === null || Number.isNaN(value) ? '' : toLocalInput(value)}
                  onChange={(text) => onChange(parseTime(text))}
                  onBlur={onBlur}
                />
              )}
            </ResourceField>
          ))}
          <ResourceField context={fields} name="audiences">
            {(control, { value, onChange }) => (
              <MultiSelect
                id={control.id}
                className="w-full"
                none={t('nobody')}
                values={value}
                choices={audiences.map((one) => ({ value: one, label: t(`audiences.${one}`) }))}
                onChange={(chosen) => onChange(audiences.filter((one) => chosen.includes(one)))}
              />
            )}
          </ResourceField>
          <ResourceField context={fields} name="onlyClasses" hint={t('onlyClassesHint')} />
          {onlyClasses && (
            <ResourceField context={fields} name="classIds">
              {(control, { value, onChange }) => <ClassMultiPicker control={control} values={value} onChange={onChange} />}
            </ResourceField>
          )}
          <ResourceField context={fields} name="pinned" />
        </Panel>
      </div>
    </FormPage>
  );
}
