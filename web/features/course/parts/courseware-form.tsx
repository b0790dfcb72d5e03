import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import {
  type coursewareCalls,
  type CoursewareKind,
  coursewareKinds,
  type coursewareResource,
} from '../../../../sync/contract/learning/courseware.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import type { UploadFamily } from '../../../../sync/contract/platform/upload.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import { type Upload, UploadFailure, type UploadOptions } from '../../../lib/files/upload.ts';
import { probeDuration, probePages, probePoster } from '../../../platform/uploads/media-probe.ts';
import { uploadResumably } from '../../../platform/uploads/resumable-upload.ts';
import { CategoryOwnerInput } from '../../../platform/choices/category-owner.tsx';
import { ResourceField, ResourceForm, type ResourceFormContext } from '../../../platform/forms/resource-form.tsx';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { UploadField } from '../../../ui/form/upload-field.tsx';
import { coursewareResourceCalls } from '../course-resource-calls.ts';
import { useUploadLimits } from '../course-queries.ts';
import { Captions, X, ArrowUp, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';

type Draft = ResourceDraft<typeof coursewareResource>;
type SavedCourseware = CallOutput<typeof coursewareCalls.getById>;
const families: Readonly<Record<CoursewareKind, readonly UploadFamily[]>> = {
  video: ['media'],
  audio: ['media'],
  pdf: ['document'],
  pictures: ['image'],
  slides: ['document', 'image'],
  quiz: [],
  article: [],
  link: [],
  file: ['document', 'image', 'media'],
};

/** Edits one learning material; its kind decides which fields are shown. */
export function CoursewareForm({ saved, onClose }: { saved: SavedCourseware | null; onClose: () => void }) {
  const { t } = useTranslation('learning');
  return (
    <ResourceForm calls={coursewareResourceCalls} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => (
        <>
          <ResourceField context={fields} name="title" />
          <div className="grid gap-3.5 sm:grid-cols-2">
            <ResourceField context={fields} name="kind">
              {(control, { value, onChange }) => {
                const { 'aria-required': _required, ...named } = control;
                return (
                  <Select
                    {...named}
                    className="w-full"
                    value={value}
                    onChange={(next) => {
                      onChange(next);
                      fields.form.setValue('files', []);
                      fields.form.setValue('durationMs', 0);
                      fields.form.setValue('pages', 0);
                      fields.form.setValue('poster', '');
                    }}
                    choices={coursewareKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                  />
                );
              }}
            </ResourceField>
            <ResourceField context={fields} name="category">
              {(control, { value, onChange }) => (
                <CategoryOwnerInput {...control} shelf="courseware" value={value} onChange={(event) => onChange(event.target.value)} />
              )}
            </ResourceField>
          </div>
          <Content fields={fields} storedQuestions={saved?.questions ?? []} />
          <ResourceField context={fields} name="note" />
        </>
      )}
    </ResourceForm>
  );
}

function Content({ fields, storedQuestions }: { fields: ResourceFormContext<Draft>; storedQuestions: SavedCourseware['questions'] }) {
  const { t } = useTranslation('learning');
  const { data: limits } = useUploadLimits();
  const { form } = fields;
  const [kind, durationMs, pages] = form.watch(['kind', 'durationMs', 'pages']);
  if (kind === 'link') return <ResourceField context={fields} name="link" hint={t('linkHint')} wrong={t('linkWrong')} />;
  if (kind === 'article')
    return (
      <ResourceField context={fields} name="body">
        {(control, { value, onChange, onBlur }) => (
          <RichTextEditor {...control} label={t('body')} value={value} onChange={onChange} onBlur={onBlur} upload={uploadFile} />
        )}
      </ResourceField>
    );
  if (kind === 'quiz')
    return (
      <ResourceField context={fields} name="questionIds" hint={t('questionRule')}>
        {(control, { value, onChange }) => (
          <QuizQuestions control={control} value={value} storedQuestions={storedQuestions} onChange={onChange} />
        )}
      </ResourceField>
    );
  /**
   * Checks a file before its upload: media that browsers can't play, PDF files that are damaged or contain scripts, and files above the
   * school's limits are refused.
   */
  const send = async (file: File, options?: UploadOptions) => {
    const refuse = (text: string) => new UploadFailure({ kind: 'refused', text });
    if (limits !== undefined && file.size > limits.sizeMb * 1024 * 1024) throw refuse(t('tooLarge', { mb: limits.sizeMb }));
    if (kind === 'video' || kind === 'audio') {
      const found = await probeDuration(kind, file);
      if (found === null) throw refuse(t('notPlayed'));
      if (limits !== undefined && found > limits.minutes * 60_000) throw refuse(t('tooLong', { minutes: limits.minutes }));
      form.setValue('durationMs', found, { shouldDirty: true });
    }
    if (kind === 'pdf' || (kind === 'slides' && /\.pdf$/i.test(file.name))) {
      const found = await probePages(file);
      if (typeof found === 'string') throw refuse(t(found === 'scripted' ? 'pdfScripted' : 'pdfDamaged'));
      form.setValue('pages', found, { shouldDirty: true });
    }
    const done = await uploadResumably(file, options);
    if (kind === 'video') {
      // The poster is optional: a video without one is still saved.
      const poster = await probePoster(file).catch(() => null);
      const kept = poster && (await uploadFile(poster).catch(() => null));
      if (kept) form.setValue('poster', kept.url, { shouldDirty: true });
    }
    return done;
  };
  const upload: Upload = Object.assign(send, { resumes: true as const });
  const length = durationMs > 0 ? formatFilmTime(durationMs) : pages > 0 ? t('pages', { count: pages }) : '';
  return (
    <>
      <ResourceField
        context={fields}
        name="files"
        hint={
          limits === undefined
            ? t('uploadHint')
            : [
                kind === 'slides' ? t('slidesHint') : '',
                length,
                t('uploadLimits', { mb: limits.sizeMb, minutes: limits.minutes, free: formatBytes(limits.freeBytes) }),
              ]
                .filter(Boolean)
                .join(' · ')
        }
      >
        {(control, { value, onChange }) => (
          <UploadField
            {...control}
            value={value}
            onChange={(files) => onChange(files.map(({ url, name, sizeBytes = 0 }) => ({ url, name, sizeBytes })))}
            upload={upload}
            accept={families[kind]}
            max={kind === 'pictures' || kind === 'slides' ? 60 : kind === 'file' ? 10 : 1}
          />
        )}
      </ResourceField>
      {kind === 'video' && (
        <ResourceField context={fields} name="poster" hint={t('posterHint')}>
          {(control, { value, onChange }) => (
            <UploadField
              {...control}
              value={value === '' ? [] : [{ url: value, name: t('cover') }]}
              onChange={([file]) => onChange(file?.url ?? '')}
              upload={uploadFile}
            />
          )}
        </ResourceField>
      )}
      {kind === 'video' && (
        <ResourceField context={fields} name="captions" hint={t('captionsHint')}>
          {(control, { value, onChange }) => <CaptionsField control={control} value={value} onChange={onChange} />}
        </ResourceField>
      )}
    </>
  );
}

interface CaptionsFieldProps {
  control: FieldControl;
  value: string;
  onChange: (captions: string) => void;
}

/** Reads WebVTT captions of a video from a file. A file that is not WebVTT shows an error and leaves the current captions unchanged. */
function CaptionsField({ control, value, onChange }: CaptionsFieldProps) {
  const { t } = useTranslation('learning');
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const { 'aria-required': _required, ...named } = control;
  const take = async (file: File): Promise<void> => {
    const text = (await file.text()).replace(/^\uFEFF/, '');
    const isCaptions = /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
    setWrong(!isCaptions);
    if (isCaptions) onChange(text);
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5 text-[13px]">
      <Button {...named} size="sm" onClick={() => input.current?.click()}>
        <Captions aria-hidden />
        {t('captionsChoose')}
      </Button>
      {value !== '' && <span className="text-muted-foreground">{t('captionsThere')}</span>}
      {value !== '' && (
        <Button variant="ghost" size="iconSm" aria-label={t('captionsRemove')} onClick={() => onChange('')}>
          <X aria-hidden />
        </Button>
      )}
      {isWrong && (
        <span role="alert" className="text-seal">
          {t('captionsWrong')}
        </span>
      )}
      <FileInput ref={input} accept=".vtt,text/vtt" onFiles={([file]) => file !== undefined && void take(file)} />
    </div>
  );
}

const maxQuestions = 100;
const maxResults = 8;

interface QuizQuestionsProps {
  control: FieldControl;
  value: readonly number[];
  /** Questions that the stored quiz has, each with the beginning of its text. */
  storedQuestions: readonly { readonly id: number; readonly stem: string | null }[];
  onChange: (ids: number[]) => void;
}

/** Edits the ordered questions of a quiz and searches the bank for more. */
function QuizQuestions({ control, value, storedQuestions, onChange }: QuizQuestionsProps) {
  const { t } = useTranslation('learning');
  const { t: code } = useTranslation('codes');
  const [keyword, setKeyword] = useState('');
  const filter = { bank: 'school' as const, status: questionStatus.inUse, ...(keyword !== '' && { keyword }) };
  const { data } = useCall(
    '/question/getList',
    { pageSize: maxResults + value.length > 200 ? 200 : maxResults + value.length, filter },
    { placeholderData: keepPreviousData },
  );
  const [stems, setStems] = useState<ReadonlyMap<number, string>>(new Map());
  const knownStems = new Map(storedQuestions.map(({ id, stem }): [number, string | null] => [id, stem]));
  const chosenIds = new Set(value);
  const results = data?.items.filter(({ id }) => !chosenIds.has(id)).slice(0, maxResults) ?? [];
  return (
    <div id={control.id} role="group" aria-describedby={control['aria-describedby']} className="flex flex-col gap-2">
      <p className="num text-[13px] text-muted-foreground">{t('questionsChosen', { count: value.length })}</p>
      {value.length > 0 && (
        <ol className="flex flex-col rounded-lg border">
          {value.map((id, at) => (
            <li key={id} className="flex items-center gap-2 border-b px-2.5 py-1.5 text-sm last:border-b-0">
              <span className="num w-6 shrink-0 text-right text-muted-foreground">{at + 1}</span>
              <span className="min-w-0 grow truncate">
                {stems.has(id) ? (
                  <RichText inline html={stems.get(id) ?? ''} />
                ) : (
                  (knownStems.get(id) ?? <span className="text-seal">{t('questionGone')}</span>)
                )}
              </span>
              <Button
                variant="ghost"
                size="iconSm"
                repeats
                disabled={at === 0}
                aria-label={t('questionUp', { number: at + 1 })}
                onClick={() =>
                  onChange(value.map((each, index) => (index === at - 1 ? id : index === at ? (value[at - 1] ?? each) : each)))
                }
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="iconSm"
                aria-label={t('questionOut', { number: at + 1 })}
                onClick={() => onChange(value.filter((each) => each !== id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <SearchInput value={keyword} onChange={setKeyword} placeholder={t('questionSearch')} className="w-full" />
      {data !== undefined && results.length === 0 && <p className="text-[13px] text-muted-foreground">{t('questionNone')}</p>}
      <ul className="flex flex-col">
        {results.map((row) => {
          const words = new DOMParser().parseFromString(row.stem, 'text/html').body.textContent;
          return (
            <li key={row.id} className="flex items-center gap-2 border-b px-1 py-1.5 text-sm">
              <span className="w-14 shrink-0 text-[13px] text-muted-foreground">{code(`sectionType.${row.type}`)}</span>
              <RichText inline html={row.stem} className="min-w-0 grow truncate" />
              <Button
                size="iconSm"
                repeats
                disabled={value.length >= maxQuestions}
                aria-label={t('questionAdd', { stem: words.slice(0, 30) })}
                onClick={() => {
                  setStems(new Map(stems).set(row.id, row.stem));
                  onChange([...value, row.id]);
                }}
              >
                <Plus aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
