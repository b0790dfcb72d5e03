import { useState, useEffect, useRef, useEffectEvent, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams, Link } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { ImportReview } from '../import/import-review.tsx';
import { type QuestionFile, readChosenFile } from '../import/question-file.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileUp, FileSpreadsheet, CircleCheck } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useFileDrop } from '../../../ui/form/use-file-drop.ts';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { decodeFile } from '../../../ui/form/decode-file.ts';
import { ImportProgress } from '../../../platform/imports/import-summary.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { ErrorState, EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { useQuestionPlace } from '../question-place.ts';

/**
 * Imports a file in steps: choose, check, correct, import. Only the last step writes anything. The address names the running import (`?job=`), so
 * that a reloaded or reopened tab finds it.
 */
export function QuestionImportPage() {
  const { t } = useTranslation(['questionFile', 'words']);
  const [params, setParams] = useSearchParams();
  const [file, setFile] = useState<QuestionFile | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const job = params.get('job');
  const jobId = job !== null && /^\d{1,15}$/.test(job) ? Number(job) : null;
  const showJob = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('job');
        else next.set('job', String(id));
        return next;
      },
      { replace: true },
    );
  const restart = () => {
    setFile(null);
    setProblem(undefined);
    showJob(null);
  };
  return (
    <>
      {jobId !== null && <ImportRun jobId={jobId} onBack={file === null ? undefined : () => showJob(null)} onRestart={restart} />}
      {file !== null && (
        // Stays mounted while the import runs, because the user may have to return to the corrections.
        <div className={jobId === null ? 'contents' : 'hidden'}>
          <ImportReview key={file.key} file={file} onBegun={showJob} onRestart={restart} />
        </div>
      )}
      {file === null && jobId === null && (
        <div className="flex flex-col gap-3.5">
          <PageHeader description={t('intro')} />
          <RunningImport onShow={showJob} />
          {problem !== undefined && (
            <div role="alert">
              <Strip tone="seal">{problem}</Strip>
            </div>
          )}
          <FileDrop
            onFile={(chosen) => {
              setProblem(undefined);
              setFile(chosen);
            }}
            onProblem={setProblem}
          />
        </div>
      )}
    </>
  );
}

/** Shows the user's own import that is still running, begun in another tab or in one that was closed. */
function RunningImport({ onShow }: { onShow: (jobId: number) => void }) {
  const { t } = useTranslation('questionFile');
  const running = useCall(
    '/job/getList',
    { pageSize: 1, filter: { kind: 'questionImport' } },
    { quiet: true, staleTime: 0, select: ({ items }) => items.find((job) => job.state <= jobState.running) ?? null },
  ).data;
  if (running === null || running === undefined) return null;
  return (
    <Strip
      tone="kept"
      live
      action={
        <Button size="sm" onClick={() => onShow(running.id)}>
          {t('showRunning')}
        </Button>
      }
    >
      {t('runningAlready')}
    </Strip>
  );
}

interface FileDropProps {
  onFile: (file: QuestionFile) => void;
  /** Called with the reason why a file was not accepted. */
  onProblem: (problem: string) => void;
}

/** Prevents browsers from opening a file that is dropped beside the frame, which would replace the page. */
function useDropsStayHere() {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
}

function FileDrop({ onFile, onProblem }: FileDropProps) {
  const { t } = useTranslation(['questionFile', 'words']);
  const input = useRef<HTMLInputElement>(null);
  useDropsStayHere();
  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    if (files.length > 1) return onProblem(t('oneFile'));
    // A folder, or a file that was deleted meanwhile, cannot be read.
    const read = await readChosenFile(file).catch(() => 'unreadable' as const);
    if (typeof read === 'string') onProblem(t(read, { name: file.name }));
    else onFile(read);
  };
  const { over, frame } = useFileDrop(false, (files) => void take(files));
  return (
    <div
      {...frame}
      className={cn(
        'flex min-h-80 flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed bg-card px-6 py-8 text-center transition-colors',
        over ? 'border-primary bg-primary-soft' : 'border-input',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <FileUp aria-hidden className="size-6" strokeWidth={1.7} />
      </span>
      <p className="text-base font-medium">{t(over ? 'dropNow' : 'dropHere')}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('words:chooseFile')}
      </Button>
      <FileInput
        ref={input}
        aria-label={t('words:chooseFile')}
        accept=".xlsx,.csv,.docx,.html,.gift,.txt,.xml,.zip,.jsonl,.json"
        onFiles={(files) => void take(files)}
      />
      <PasteBox onFile={(file) => void take([file])} />
      <ul className="flex max-w-2xl flex-wrap justify-center gap-x-2 gap-y-1 text-[13px] text-muted-foreground">
        {(['excel', 'word', 'gift', 'moodle', 'qti', 'jsonl'] as const).map((format) => (
          <li key={format} className="rounded-md bg-muted px-2 py-0.5">
            {t(`formats.${format}`)}
          </li>
        ))}
      </ul>
      <p className="max-w-xl text-[13px] text-muted-foreground">{t('formatHint')}</p>
      <TemplateButton />
    </div>
  );
}

/** Converts the clipboard to a file: HTML if it has any, otherwise plain text. */
function readClipboardFile(data: DataTransfer | null, name: string): File | undefined {
  const html = data?.getData('text/html') ?? '';
  const text = data?.getData('text/plain') ?? '';
  if (html.trim() !== '') return new File([html], `${name}.html`, { type: 'text/html' });
  return text.trim() === '' ? undefined : new File([text], `${name}.txt`, { type: 'text/plain' });
}

/** Reads questions that are pasted anywhere on the page, or typed into its box, like a file. */
function PasteBox({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('questionFile');
  const id = useId();
  const [typed, setTyped] = useState('');
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0] ?? readClipboardFile(event.clipboardData, t('pasteName'));
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const take = (event: ClipboardEvent) => pasted(event);
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, []);
  return (
    <div className="flex w-full max-w-xl flex-col gap-1.5 text-left">
      <label htmlFor={id} className="text-[13px] text-muted-foreground">
        {t('pasteLabel')}
      </label>
      <Textarea id={id} rows={2} placeholder={t('pasteHere')} value={typed} onChange={(event) => setTyped(event.target.value)} />
      {typed.trim() !== '' && (
        <Button size="sm" className="self-end" onClick={() => onFile(new File([typed], `${t('pasteName')}.txt`, { type: 'text/plain' }))}>
          {t('pasteRead')}
        </Button>
      )}
    </div>
  );
}

/** Downloads the spreadsheet template with its explaining sheets. */
function TemplateButton() {
  const { t } = useTranslation('questionFile');
  const fetching = useAction({
    mutationFn: () => makeCall('/question/importTemplate', {}),
    onSuccess: (file) => downloadFile(decodeFile(file), file.fileName),
  });
  return (
    <Button size="sm" busy={fetching.isPending} onClick={() => fetching.mutate()}>
      <FileSpreadsheet />
      {t('template')}
    </Button>
  );
}

const askEveryMs = 400;
const askAgainMs = 3000;

interface ImportRunProps {
  jobId: number;
  /** Returns to the preview; undefined if it is gone. */
  onBack: (() => void) | undefined;
  onRestart: () => void;
}

/** Shows the progress of a running import, in whichever tab it began, with a way to stop it, and its result. */
function ImportRun({ jobId, onBack, onRestart }: ImportRunProps) {
  const { t } = useTranslation(['questionFile', 'words']);
  const invalidate = useInvalidate();
  const jobQuery = useCall(
    '/job/getById',
    { id: jobId },
    {
      quiet: true,
      refetchInterval: ({ state }) =>
        state.error instanceof CallFailure && !state.error.network
          ? false
          : state.error !== null
            ? askAgainMs
            : state.data === undefined || state.data.state <= jobState.running
              ? askEveryMs
              : false,
    },
  );
  const job = jobQuery.data;
  const isDone = job?.state === jobState.done;
  useEffect(() => {
    if (isDone) void invalidate('/question');
  }, [isDone, invalidate]);
  const cancel = useAction({
    mutationFn: () => makeCall('/job/cancel', { id: jobId }),
    onSettled: () => jobQuery.refetch(),
  });
  const result = job?.result as QuestionImportCounts | null | undefined;
  if (isDone && result) return <QuestionImportResult result={result} onRestart={onRestart} />;
  const offline = jobQuery.error instanceof CallFailure && jobQuery.error.network;
  if (job === undefined && jobQuery.error !== null && !offline)
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader actions={<Button onClick={onRestart}>{t('words:chooseFile')}</Button>} />
        <Panel>
          <QueryFailure error={jobQuery.error} onRetry={() => void jobQuery.refetch()} />
        </Panel>
      </div>
    );
  const running = job === undefined || job.state <= jobState.running;
  const text = job === undefined || job.note === '' ? t(job?.state === jobState.running ? 'beginning' : 'queued') : job.note;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      {offline && (
        <Strip tone="kept" live>
          {t('offlineRunning')}
        </Strip>
      )}
      <Panel>
        {running ? (
          <div className="mx-auto flex max-w-xl flex-col gap-3 px-6 py-12">
            <ImportProgress
              text={job?.stopping === true || cancel.isPending ? t('stopping') : text}
              done={job?.done ?? 0}
              total={job?.total ?? 0}
            />
            <p className="text-[13px] text-muted-foreground">{t('mayLeave')}</p>
            <div className="mt-1">
              <Button onClick={() => cancel.mutate()} busy={cancel.isPending} disabled={job === undefined || job.stopping}>
                {t('stop')}
              </Button>
            </div>
          </div>
        ) : (
          <ErrorState
            title={t(job.state === jobState.cancelled ? 'cancelled' : 'failed')}
            action={
              <>
                <Button onClick={onRestart}>{t('words:chooseFile')}</Button>
                {onBack !== undefined && (
                  <Button variant="primary" onClick={onBack}>
                    {t('toPreview')}
                  </Button>
                )}
              </>
            }
          >
            {job.error} {t('untouched')}
          </ErrorState>
        )}
      </Panel>
    </div>
  );
}

interface QuestionImportCounts {
  readonly imported: number;
  readonly skipped: number;
  /** Number of imported rows with warnings. This field and `left` are missing if the import was interrupted after the questions were written. */
  readonly doubtful?: number;
  readonly left?: { readonly faulty: number; readonly doubtful: number; readonly same: number };
  readonly categories: readonly { readonly category: string; readonly count: number }[];
}

/** Shows the result of an import with links to the categories that received questions. */
function QuestionImportResult({ result, onRestart }: { result: QuestionImportCounts; onRestart: () => void }) {
  const { t } = useTranslation(['questionFile', 'words']);
  const { base } = useQuestionPlace();
  // The list filters by "-" for questions without a category.
  const linkTo = (category: string) => `${base}?category=${encodeURIComponent(category === '' ? '-' : category)}`;
  const [only] = result.categories;
  const leftReasons = (['faulty', 'doubtful', 'same'] as const).flatMap((why) =>
    (result.left?.[why] ?? 0) > 0 ? [t(`leftWhy.${why}`, { count: result.left?.[why] ?? 0 })] : [],
  );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      <Panel>
        <div role="status">
          <EmptyState
            icon={<CircleCheck className="text-delivered" strokeWidth={1.8} />}
            title={t('done', { count: result.imported })}
            action={
              <>
                <Button onClick={onRestart}>{t('importMore')}</Button>
                <LinkButton variant="primary" to={result.categories.length === 1 && only !== undefined ? linkTo(only.category) : base}>
                  {t('viewBank')}
                </LinkButton>
              </>
            }
          >
            {(result.doubtful ?? 0) > 0 && <p>{t('doneDoubtful', { count: result.doubtful ?? 0 })}</p>}
            {result.skipped === 0
              ? t('doneAll')
              : leftReasons.length === 0
                ? t('doneSkipped', { count: result.skipped })
                : `${t('doneLeft', { count: result.skipped })}${leftReasons.join(t('comma'))}`}
          </EmptyState>
        </div>
        {result.categories.length > 1 && (
          <ul aria-label={t('wentTo')} className="mx-auto mb-10 w-full max-w-md divide-y rounded-lg border">
            {result.categories.map(({ category, count }) => (
              <li key={category} className="flex items-baseline justify-between gap-3 px-3.5 py-2 text-sm">
                <Link to={linkTo(category)} className="min-w-0 truncate text-primary underline-offset-4 hover:underline">
                  {category === '' ? t('noCategory') : category}
                </Link>
                <span className="num shrink-0 text-muted-foreground">{t('countOf', { count })}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
