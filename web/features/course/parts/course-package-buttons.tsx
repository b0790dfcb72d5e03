import { PackageOpen, PackagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { type courseCalls, courseSection, courseResource } from '../../../../sync/contract/learning/course.ts';
import { UploadFailure } from '../../../lib/files/upload.ts';
import { CallFailure, makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatUploadProblem } from '../../../ui/form/use-uploads.ts';
import { z } from 'zod';
import { coursewareKinds, coursewareResource } from '../../../../sync/contract/learning/courseware.ts';
import { createBlankDraft } from '../../../../sync/contract/resource.ts';
import { computeBlobCrc, readStoredZip, createStoredZip, type ZipPart } from '../../../lib/files/stored-zip.ts';
import { uploadResumably } from '../../../platform/uploads/resumable-upload.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { tryParseJson } from '../../../../sync/domain/json.ts';

/** Runs one long operation at a time and provides its progress, an abort function and an error message. */
function useWork() {
  const { t } = useTranslation('learning');
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const formatProblem = (cause: unknown): string => {
    if (cause instanceof CoursePackageError) return t(`packageFault.${cause.fault}`, { name: cause.path });
    if (cause instanceof UploadFailure) return formatUploadProblem(cause) ?? '';
    return cause instanceof CallFailure ? cause.message : t('packageBroken');
  };
  const run = async (task: (signal: AbortSignal, reportProgress: (share: number) => void) => Promise<void>): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setProblem(null);
    setShare(0);
    try {
      await task(abort.signal, setShare);
    } catch (cause) {
      if (!abort.signal.aborted) setProblem(formatProblem(cause));
    } finally {
      setShare(null);
    }
  };
  return { share, problem, run, stop: () => running.current?.abort() };
}

/** Exports a course as one file, including videos and texts. */
export function ExportCourse({ course }: { course: CallOutput<typeof courseCalls.getById> }) {
  const { t } = useTranslation('learning');
  const { share, problem, run, stop } = useWork();
  return (
    <>
      {problem !== null && (
        <span role="alert" className="text-[13px] text-seal">
          {problem}
        </span>
      )}
      {share !== null && <Progress className="w-24" label={t('packing')} value={share} />}
      <Button
        title={t('packageHint')}
        onClick={() =>
          share === null
            ? void run(async (signal, reportProgress) =>
                downloadFile(await exportCourse(course, signal, reportProgress), `${course.title}.zip`),
              )
            : stop()
        }
      >
        <PackageOpen aria-hidden />
        {t(share === null ? 'packageExport' : 'packageStop')}
      </Button>
    </>
  );
}

/** Creates a draft course from an exported file. */
export function ImportCourse() {
  const { t } = useTranslation('learning');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { share, problem, run, stop } = useWork();
  const lastImport = useRef<{ readonly name: string; readonly lessons: ImportedLessons } | null>(null);
  const take = (file: File): void => {
    if (lastImport.current?.name !== `${file.name} ${file.size}`)
      lastImport.current = { name: `${file.name} ${file.size}`, lessons: new Map() };
    const { lessons } = lastImport.current;
    void run(async (signal, reportProgress) => {
      const id = await importCourse(file, lessons, signal, reportProgress);
      void navigate(`/teacher/course/assets/form/${id}`);
    });
  };
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={() => (share === null ? input.current?.click() : stop())}>
          <PackagePlus aria-hidden />
          {t(share === null ? 'packageImport' : 'packageStop')}
        </Button>
        {share !== null && <Progress className="w-40" label={t('unpacking')} value={share} />}
        <span className="text-[13px] text-muted-foreground">{t('packageImportHint')}</span>
      </div>
      {problem !== null && (
        <Strip tone="seal" live>
          {problem}
        </Strip>
      )}
      <FileInput
        ref={input}
        aria-label={t('packageImport')}
        accept=".zip,application/zip"
        onFiles={([file]) => file !== undefined && take(file)}
      />
    </div>
  );
}

type Course = CallOutput<typeof courseCalls.getById>;
const { fields } = coursewareResource;
const { fields: cover } = courseResource;

const media = z.object({ path: z.string().max(300), name: z.string().min(1).max(200), type: z.string().max(100) });
/** Schema of `course.json` (docs/course-package.md). Sections refer to lessons by index. */
const packed = z.object({
  format: z.literal('wenkao-course/1'),
  course: z.object({
    title: cover.title.is,
    category: z.string().max(200),
    summary: cover.summary.is,
    hourMinutes: cover.hourMinutes.is,
    inOrder: cover.inOrder.is,
    cover: media.nullable(),
    sections: z.array(courseSection.extend({ items: z.array(z.int().min(0)).max(200) })).max(300),
  }),
  lessons: z
    .array(
      z.object({
        title: fields.title.is,
        kind: z.enum(coursewareKinds),
        category: z.string().max(200),
        body: fields.body.is,
        link: fields.link.is,
        captions: fields.captions.is,
        durationMs: fields.durationMs.is,
        pages: fields.pages.is,
        note: fields.note.is,
        poster: media.nullable(),
        files: z.array(media).max(60),
      }),
    )
    .max(2_000),
});
type PackedCourse = z.output<typeof packed>;
type PackedFile = z.output<typeof media>;

type PackageFault = 'tooLarge' | 'notPackage' | 'damaged';
/** Failure of an export or import. `path`: name of the file concerned, or ''. */
class CoursePackageError extends Error {
  override readonly name = 'CoursePackageError';
  readonly fault: PackageFault;
  readonly path: string;
  constructor(why: PackageFault, path = '') {
    super(why);
    this.fault = why;
    this.path = path;
  }
}

const getExtension = (url: string): string => /\.\w+$/.exec(url)?.[0] ?? '';

/**
 * Exports a course with its learning materials as one zip file. Quizzes are left out, because their questions belong to this school's question
 * bank.
 */
async function exportCourse(course: Course, signal: AbortSignal, reportProgress: (share: number) => void): Promise<Blob> {
  const parts: ZipPart[] = [];
  const take = async (address: string, url: string, name: string): Promise<PackedFile> => {
    const reply = await fetch(address, { signal });
    if (!reply.ok) throw new CoursePackageError('damaged', name);
    const content = await reply.blob();
    const path = `media/${parts.length + 1}${getExtension(url)}`;
    parts.push({ path, content });
    return { path, name, type: content.type };
  };
  const ids = course.sections.flatMap((section) => section.items);
  const lessons: PackedCourse['lessons'] = [];
  const lessonIndexes = new Map<number, number>();
  for (const [index, id] of ids.entries()) {
    const courseware = await makeCall('/courseware/getById', { id }, { signal, quiet: true });
    const { title, kind, category, body, link, captions, durationMs, pages, note } = courseware;
    if (kind !== 'quiz') {
      const { files: sources } = await makeCall('/courseware/getSources', { id }, { signal, quiet: true });
      const files: PackedFile[] = [];
      for (const { src, url, name } of sources) files.push(await take(src, url, name));
      const poster = courseware.poster === '' ? null : await take(courseware.poster, courseware.poster, 'poster');
      lessonIndexes.set(id, lessons.length);
      lessons.push({ title, kind, category, body, link, captions, durationMs, pages, note, poster, files });
    }
    reportProgress((index + 1) / (ids.length + 1));
  }
  const { title, category, summary, hourMinutes, inOrder } = course;
  const packedCourse: PackedCourse = {
    format: 'wenkao-course/1',
    course: {
      title,
      category,
      summary,
      hourMinutes,
      inOrder,
      cover: course.cover === '' ? null : await take(course.cover, course.cover, 'cover'),
      sections: course.sections.map((section) => ({ ...section, items: section.items.flatMap((id) => lessonIndexes.get(id) ?? []) })),
    },
    lessons,
  };
  const zip = await createStoredZip(
    [{ path: 'course.json', content: new Blob([JSON.stringify(packedCourse, null, 1)]) }, ...parts],
    signal,
  );
  if (zip === null) throw new CoursePackageError('tooLarge');
  reportProgress(1);
  return zip;
}

/**
 * Ids of the learning materials that an aborted or failed import has created, by index of the lesson. A new attempt with the same file
 * skips these lessons.
 */
type ImportedLessons = Map<number, number>;

/** Creates a draft course from a package and returns its id. The files are uploaded like any other and checked by content. */
async function importCourse(
  zip: File,
  done: ImportedLessons,
  signal: AbortSignal,
  reportProgress: (share: number) => void,
): Promise<number> {
  const files = await readStoredZip(zip);
  const text = await files?.get('course.json')?.content.text();
  const parsed = packed.safeParse(text === undefined ? null : tryParseJson(text));
  if (files === null || !parsed.success) throw new CoursePackageError('notPackage');
  const { course, lessons } = parsed.data;
  const extractFile = async ({ path, name, type }: PackedFile): Promise<File> => {
    const found = files.get(path);
    if (found === undefined || (await computeBlobCrc(found.content, signal)) !== found.crc) throw new CoursePackageError('damaged', name);
    // A constant modification time lets an interrupted upload recognise the file and resume.
    return new File([found.content], name, { type, lastModified: 0 });
  };
  const uploadPicture = async (of: PackedFile | null): Promise<string> =>
    of === null ? '' : (await uploadFile(await extractFile(of), { signal })).url;
  for (const [at, lesson] of lessons.entries()) {
    if (done.has(at)) continue;
    const uploaded: { url: string; name: string; sizeBytes: number }[] = [];
    for (const one of lesson.files) {
      const { url, name, sizeBytes } = await uploadResumably(await extractFile(one), { signal });
      uploaded.push({ url, name, sizeBytes });
    }
    const draft = { ...createBlankDraft(coursewareResource), ...lesson, files: uploaded, poster: await uploadPicture(lesson.poster) };
    done.set(at, (await makeCall('/courseware/add', draft, { signal, quiet: true })).id);
    reportProgress((at + 1) / (lessons.length + 1));
  }
  const draft = {
    ...createBlankDraft(courseResource),
    ...course,
    cover: await uploadPicture(course.cover),
    sections: course.sections.map((section) => ({ ...section, items: section.items.flatMap((place) => done.get(place) ?? []) })),
  };
  const { id } = await makeCall('/course/add', draft, { signal, quiet: true });
  reportProgress(1);
  return id;
}
