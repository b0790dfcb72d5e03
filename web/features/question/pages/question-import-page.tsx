import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
import { categoryOf, maxCharacters, type QuestionFile } from '../question-file.ts';
import { importableCount } from '../import-rows.ts';
import { questionKey } from '../question-queries.ts';

/** Choose, check, look, import: nothing is written before the last step. */
export function QuestionImportPage() {
  const { t } = useTranslation('question');
  const queries = useQueryClient();
  const [file, setFile] = useState<QuestionFile | null>(null);
  const [category, setCategory] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [choice, setChoice] = useState<ImportChoice>({ mode: 'good', skipDuplicates: true });

  const asCall = (of: QuestionFile, into: string) => ({
    format: 'jsonl' as const,
    fileName: of.name,
    text: of.text,
    category: into.trim(),
  });
  const preview = useMutation({
    mutationFn: (of: QuestionFile) => call('/question/importPreview', asCall(of, categoryOf(of.name) || 'import')),
  });
  const run = useMutation({
    mutationFn: (of: QuestionFile) => call('/question/import', { ...asCall(of, category), ...choice }),
    onSuccess: () => queries.invalidateQueries({ queryKey: questionKey }),
  });

  const choose = (chosen: QuestionFile) => {
    setProblem(undefined);
    if (chosen.text.trim() === '') return setProblem(t('emptyFile'));
    if (chosen.text.length > maxCharacters) return setProblem(t('tooBig', { size: (chosen.text.length / 1e6).toFixed(1) }));
    setFile(chosen);
    setCategory(categoryOf(chosen.name));
    run.reset();
    return preview.mutate(chosen);
  };
  const restart = () => {
    setFile(null);
    preview.reset();
    run.reset();
  };
  const categoryProblem = category.trim() === '' ? t('categoryMissing') : category.trim().length > 60 ? t('categoryLong') : undefined;

  if (file === null) {
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader title={t('importTitle')} description={t('importHint')} />
        {problem !== undefined && (
          <div role="alert">
            <Strip tone="seal">{problem}</Strip>
          </div>
        )}
        <FileDrop onFile={choose} />
      </div>
    );
  }
  if (run.data !== undefined) return <ImportDone result={run.data} category={category.trim()} onRestart={restart} />;
  const count = preview.data === undefined ? 0 : importableCount(preview.data, choice.mode, choice.skipDuplicates);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('importTitle')}
        actions={
          <>
            <Button onClick={restart} disabled={run.isPending}>
              {t('otherFile')}
            </Button>
            <Button
              variant="primary"
              busy={run.isPending}
              disabled={count === 0 || categoryProblem !== undefined}
              onClick={() => run.mutate(file)}
            >
              {t('doImport', { count })}
            </Button>
          </>
        }
      />
      <FileLine file={file} category={category} onCategory={setCategory} problem={categoryProblem} />
      {file.encoding === 'gb18030' && <Strip tone="kept">{t('decodedGb')}</Strip>}
      {run.error !== null && (
        <div role="alert">
          <Strip tone="seal">
            {run.error.message} {t('importFailed')}
          </Strip>
        </div>
      )}
      {run.isPending && <Working text={t('importing', { count })} />}
      {preview.isPending && <Working text={t('reading')} />}
      {preview.error !== null && (
        <Panel>
          <QueryFailure error={preview.error} onRetry={() => preview.mutate(file)} />
        </Panel>
      )}
      {preview.data !== undefined && (
        <>
          <ImportPlan preview={preview.data} choice={choice} onChange={setChoice} />
          <PreviewTable preview={preview.data} text={file.text} />
        </>
      )}
    </div>
  );
}

function Working({ text }: { text: string }) {
  return (
    <Panel bodyClassName="flex flex-col gap-2.5 px-4 py-5">
      <p role="status" className="num text-sm">
        {text}
      </p>
      <Progress value={null} label={text} />
    </Panel>
  );
}
