import { PackageOpen, PackagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { courseCalls } from '../../../../sync/contract/learning/course.ts';
import { UploadFailure } from '../../../lib/files/upload.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatUploadProblem } from '../../../ui/form/upload-problem.ts';
import { CoursePackageError, exportCourse, type ImportedLessons, importCourse } from '../course-package.ts';

/** Runs one long operation at a time and provides its progress, an abort function and an error message. */
function useWork() {
  const { t } = useTranslation('learning');
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const said = (cause: unknown): string => {
    if (cause instanceof CoursePackageError) return t(`packageFault.${cause.why}`, { name: cause.path });
    if (cause instanceof UploadFailure) return formatUploadProblem(cause) ?? '';
    return cause instanceof CallFailure ? cause.message : t('packageBroken');
  };
  const run = async (work: (signal: AbortSignal, moved: (share: number) => void) => Promise<void>): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setProblem(null);
    setShare(0);
    try {
      await work(abort.signal, setShare);
    } catch (cause) {
      if (!abort.signal.aborted) setProblem(said(cause));
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
            ? void run(async (signal, moved) => downloadFile(await exportCourse(course, signal, moved), `${course.title}.zip`))
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
  const made = useRef<{ readonly name: string; readonly lessons: ImportedLessons } | null>(null);
  const take = (file: File): void => {
    if (made.current?.name !== `${file.name} ${file.size}`) made.current = { name: `${file.name} ${file.size}`, lessons: new Map() };
    const { lessons } = made.current;
    void run(async (signal, moved) => {
      const id = await importCourse(file, lessons, signal, moved);
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
