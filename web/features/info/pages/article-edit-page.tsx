import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { audiences, type infoCalls } from '../../../../sync/contract/article.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/call-query.ts';
import { ClassChoice } from '../../../platform/class-choice.tsx';
import { FormPage } from '../../../platform/form-page.tsx';
import { useShowSaved } from '../../../platform/next-step.tsx';
import { OfferedProfession } from '../../../platform/offered-profession.tsx';
import { ShelfInput } from '../../../platform/shelf.tsx';
import { ThingField } from '../../../platform/thing-field.tsx';
import { uploadFile } from '../../../platform/upload.ts';
import { useThingForm } from '../../../platform/use-thing-form.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTimeField } from '../../../ui/date-time-field.tsx';
import { MultiSelect } from '../../../ui/multi-select.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { RichTextEditor } from '../../../ui/rich-text-editor.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { articleDesk } from '../article-desk.ts';
import { ArticlePreview } from '../parts/article-preview.tsx';

type Saved = CallOutput<typeof infoCalls.getById>;

/** Creates a new article or edits an existing one. */
export function ArticleEditPage() {
  const { id } = useParams();
  const { data, error, refetch } = useCall('/info/getById', { id: Number(id) }, { quiet: true, enabled: id !== undefined });
  if (id === undefined) return <ArticleForm key="new" saved={null} />;
  if (error !== null && data === undefined) return <QueryFailure error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton className="h-96 rounded-xl" /> : <ArticleForm key={id} saved={data} />;
}

/** Converts the field's text to a time: '' becomes null, an invalid date NaN, which the schema refuses. */
const momentOf = (text: string): number | null => (text === '' ? null : (fromLocalInput(text) ?? Number.NaN));

function ArticleForm({ saved }: { saved: Saved | null }) {
  const { t } = useTranslation('learning');
  const { t: say } = useTranslation('thing');
  const list = '/teacher/info/index';
  const saving = useThingForm(articleDesk, saved, {
    savedText: say('saved'),
    onSaved: useShowSaved(list),
  });
  const fields = { form: saving.form, desk: articleDesk };
  const some = saving.form.watch('onlyClasses');
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <FormPage
      title={t(saved === null ? 'articleNew' : 'articleEdit')}
      saving={saving}
      back={list}
      words={{ cancel: say('cancel'), save: say('save') }}
      more={
        <Button onClick={() => setPreviewed(true)}>
          <Eye aria-hidden />
          {t('preview')}
        </Button>
      }
    >
      {isPreviewed && <ArticlePreview article={saving.form.getValues()} onClose={() => setPreviewed(false)} />}
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <Panel bodyClassName="flex flex-col gap-3.5 p-4">
          <ThingField of={fields} name="title" />
          <ThingField of={fields} name="summary" rows={2} />
          <ThingField of={fields} name="body">
            {(control, { value, onChange, onBlur }) => (
              <RichTextEditor {...control} label={t('body')} value={value} onChange={onChange} onBlur={onBlur} upload={uploadFile} />
            )}
          </ThingField>
          <ThingField of={fields} name="attachments">
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
          </ThingField>
        </Panel>
        <Panel title={t('publishing')} bodyClassName="flex flex-col gap-3.5 p-4">
          <ThingField of={fields} name="cover">
            {(control, { value, onChange }) => (
              <UploadField
                {...control}
                value={value === '' ? [] : [{ url: value, name: t('cover') }]}
                onChange={([file]) => onChange(file?.url ?? '')}
                upload={uploadFile}
              />
            )}
          </ThingField>
          <ThingField of={fields} name="category">
            {(control, { value, onChange }) => (
              <ShelfInput {...control} shelf="article" value={value} onChange={(event) => onChange(event.target.value)} />
            )}
          </ThingField>
          <ThingField of={fields} name="professionId">
            {(control, { value, onChange }) => <OfferedProfession control={control} value={value} onChange={onChange} />}
          </ThingField>
          {(['fromMs', 'toMs'] as const).map((name) => (
            <ThingField key={name} of={fields} name={name} hint={t(name === 'fromMs' ? 'fromHint' : 'toHint')}>
              {(control, { value, onChange, onBlur }) => (
                <DateTimeField
                  {...control}
                  value={value === null || Number.isNaN(value) ? '' : toLocalInput(value)}
                  onChange={(text) => onChange(momentOf(text))}
                  onBlur={onBlur}
                />
              )}
            </ThingField>
          ))}
          <ThingField of={fields} name="audiences">
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
          </ThingField>
          <ThingField of={fields} name="onlyClasses" hint={t('onlyClassesHint')} />
          {some && (
            <ThingField of={fields} name="classIds">
              {(control, { value, onChange }) => <ClassChoice control={control} values={value} onChange={onChange} />}
            </ThingField>
          )}
          <ThingField of={fields} name="pinned" />
        </Panel>
      </div>
    </FormPage>
  );
}
