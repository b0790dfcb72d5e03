import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { FileDrop } from '../import/file-drop.tsx';
import { ImportReview } from '../import/import-review.tsx';
import { ImportRun } from '../import/import-run.tsx';
import type { QuestionFile } from '../import/question-file.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';

/**
 * Imports a file in steps: choose, check, correct, import. Only the last step writes anything. The address names the running import (`?job=`), so
 * that a reloaded or reopened tab finds it.
 */
export function QuestionImportPage() {
  const { t } = useTranslation('questionFile');
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
          <PageHeader title={t('title')} description={t('intro')} />
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
