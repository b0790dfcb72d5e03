import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { jobState } from '../../../../sync/contract/codes.ts';
import type { QuestionDraft } from '../../../../sync/contract/question-file.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { FileDrop } from '../parts/file-drop.tsx';
import { FileLine } from '../parts/file-line.tsx';
import { ImportDone } from '../parts/import-done.tsx';
import { ImportPlan, type ImportChoice } from '../parts/import-plan.tsx';
import { PreviewTable } from '../parts/preview-table.tsx';
import { categoryOf, type QuestionFile } from '../question-file.ts';
import { importableCount } from '../import-rows.ts';
import { questionKey } from '../question-queries.ts';

/** What somebody changed of a file in the browser: rows mended and rows left out. */
interface Mended {
  readonly fixes: ReadonlyMap<number, QuestionDraft>;
  readonly drop: readonly number[];
}
const untouched: Mended = { fixes: new Map(), drop: [] };
const askEveryMs = 400;

/** Choose, check, look, mend, import: nothing is written before the last step. */
export function QuestionImportPage() {
  const { t } = useTranslation('question');
  const { t: words } = useTranslation('questionFile');
  const queries = useQueryClient();
  const [file, setFile] = useState<QuestionFile | null>(null);
  const [mended, setMended] = useState(untouched);
  const [category, setCategory] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [choice, setChoice] = useState<ImportChoice>({ mode: 'good', skipDuplicates: true });

  const asCall = (of: QuestionFile, by: Mended, into: string) => ({
    fileName: of.name,
    content: of.content,
    category: into.trim(),
    fixes: [...by.fixes].map(([row, draft]) => ({ row, draft })),
    drop: [...by.drop],
  });
  const preview = useMutation({
    mutationFn: ({ of, by }: { of: QuestionFile; by: Mended }) =>
      call('/question/importPreview', asCall(of, by, categoryOf(of.name)), { quiet: true }),
  });
  const run = useMutation({
    mutationFn: (of: QuestionFile) => call('/question/import', { ...asCall(of, mended, category), ...choice }, { quiet: true }),
  });
  const jobId = run.data?.jobId;
  const job = useQuery({
    queryKey: ['job', 'getById', jobId],
    queryFn: ({ signal }) => call('/job/getById', { id: jobId ?? 0 }, { signal, quiet: true }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state <= jobState.running ? askEveryMs : false),
  }).data;
  const done = job?.state === jobState.done;
  useEffect(() => {
    if (done) void queries.invalidateQueries({ queryKey: questionKey });
  }, [done, queries]);

  const choose = (chosen: QuestionFile | null) => {
    setProblem(undefined);
    if (chosen === null) return setProblem(words('tooBig'));
    if (chosen.sizeBytes === 0) return setProblem(t('emptyFile'));
    setFile(chosen);
    setMended(untouched);
    setCategory(categoryOf(chosen.name));
    run.reset();
    return preview.mutate({ of: chosen, by: untouched });
  };
  const restart = () => {
    setFile(null);
    preview.reset();
    run.reset();
  };
  const change = (by: Mended) => {
    setMended(by);
    run.reset();
    if (file !== null) preview.mutate({ of: file, by });
  };
  // The last answer stays on the screen while the next one is on its way.
  const [shown, setShown] = useState(preview.data);
  if (preview.data !== undefined && preview.data !== shown) setShown(preview.data);

  const categoryProblem = category.trim() === '' ? t('categoryMissing') : category.trim().length > 200 ? t('categoryLong') : undefined;
  if (file === null) {
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader title={t('importTitle')} description={t('importHint')} />
        {problem !== undefined && <Alert>{problem}</Alert>}
        <FileDrop onFile={choose} />
      </div>
    );
  }
  const result = job?.result as { imported: number; skipped: number } | null | undefined;
  if (done && result) return <ImportDone result={result} category={category.trim()} onRestart={restart} />;
  const data = preview.error === null && !(preview.isPending && mended === untouched) ? shown : undefined;
  const count = data === undefined ? 0 : importableCount(data, choice.mode, choice.skipDuplicates);
  const running = run.isPending || (jobId !== undefined && (job === undefined || job.state <= jobState.running));
  const failed = run.error?.message ?? (job !== undefined && !running && !done ? job.error || words('stopped') : undefined);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('importTitle')}
        actions={
          <>
            <Button onClick={restart} disabled={running}>
              {t('otherFile')}
            </Button>
            <Button
              variant="primary"
              busy={running}
              disabled={count === 0 || categoryProblem !== undefined || preview.isPending}
              onClick={() => run.mutate(file)}
            >
              {t('doImport', { count })}
            </Button>
          </>
        }
      />
      <FileLine file={file} category={category} onCategory={setCategory} problem={categoryProblem} />
      {data !== undefined && (
        <Strip tone="neutral">
          {words('readAs', { format: words(`formats.${data.format}`) })}
          {data.notes.map((note) => (
            <span key={note} className="ml-3">
              {note}
            </span>
          ))}
        </Strip>
      )}
      {failed !== undefined && (
        <Alert>
          {failed} {t('importFailed')}
        </Alert>
      )}
      {running && <Working text={job?.note || t('importing', { count })} value={job?.total ? job.done / job.total : null} />}
      {preview.isPending && data === undefined && <Working text={t('reading')} value={null} />}
      {preview.error !== null && (
        <Panel>
          <QueryFailure error={preview.error} onRetry={() => preview.mutate({ of: file, by: mended })} />
        </Panel>
      )}
      {data !== undefined && (
        <>
          <ImportPlan preview={data} choice={choice} onChange={setChoice} />
          <PreviewTable
            preview={data}
            busy={preview.isPending}
            onMend={(row, draft) => change({ ...mended, fixes: new Map(mended.fixes).set(row, draft) })}
            onDrop={(row) => change({ ...mended, drop: [...mended.drop, row] })}
          />
        </>
      )}
    </div>
  );
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <Strip tone="seal">{children}</Strip>
    </div>
  );
}

function Working({ text, value }: { text: string; value: number | null }) {
  return (
    <Panel bodyClassName="flex flex-col gap-2.5 px-4 py-5">
      <p role="status" className="num text-sm">
        {text}
        {value !== null && <span className="ml-2 text-muted-foreground">{Math.round(value * 100)} %</span>}
      </p>
      <Progress value={value} label={text} />
    </Panel>
  );
}
