import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { answerFileExtension } from '../../../../sync/engine/transfer/answer-file.ts';
import { hashText } from '../../../../sync/crypto/bytes.ts';
import { cn } from '../../../lib/cn.ts';
import { browserRandom } from '../../../platform/browser-ports.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { useFileDrop } from '../../../ui/form/use-file-drop.ts';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { importAnswerFile, type ImportReport, classifyImport } from './import-answers.ts';
import { sendChunk } from './send-chunk.ts';

type Line = { readonly key: number } & ({ readonly report: ImportReport } | { readonly file: string; readonly failed: string });

/** Imports answer files from PCs that stayed offline (SY16). The result of each file is shown until the page is left. */
export function AnswerImport({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['offline', 'ui']);
  const invalidate = useInvalidate();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<{ file: string; progress: number } | null>(null);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const counter = useRef(0);

  const take = async (files: readonly File[]) => {
    for (const file of files) {
      counter.current += 1;
      const key = counter.current;
      setRunning({ file: file.name, progress: 0 });
      const line = await importAnswerFile(file, {
        digest: hashText,
        // Use a new idempotency key for each call. Repeating a batch is harmless, and the reply must show the present state, not an earlier reply.
        send: (batches) => makeCall('/exam/importAnswers', { planId: plan.id, batches }, { quiet: true, requestKey: browserRandom.uuid() }),
        sendChunk: sendChunk,
        progress: (done) => setRunning({ file: file.name, progress: done }),
      }).then(
        (report): Line => ({ key, report }),
        (error: unknown): Line => ({ key, file: file.name, failed: error instanceof Error ? error.message : String(error) }),
      );
      setLines((before) => [line, ...before]);
    }
    setRunning(null);
    await invalidate(...planCallPrefixes);
  };
  const { over, frame } = useFileDrop(running !== null, (files) => void take(files));
  return (
    <Panel title={t('import')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('importText')}</p>
      <div
        {...frame}
        className={cn(
          'flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-input p-3.5 transition-colors',
          over && 'border-primary bg-primary-soft',
        )}
      >
        <Button variant="primary" busy={running !== null} onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          {t('ui:uploadChoose')}
        </Button>
        <FileInput
          ref={input}
          aria-label={t('ui:uploadChoose')}
          accept={answerFileExtension}
          multiple
          onFiles={(files) => void take(files)}
        />
        <span className="text-sm text-muted-foreground">{t('drop')}</span>
      </div>
      {running && (
        <div className="flex flex-col gap-1.5 text-[13px]">
          <span className="truncate">{t('importing', { file: running.file })}</span>
          <Progress value={running.progress} label={t('importing', { file: running.file })} />
        </div>
      )}
      {/* Focusable, so that a long list can be scrolled with the arrow keys. */}
      <div role="status" tabIndex={lines.length === 0 ? undefined : 0} className="scroll-slim max-h-80 overflow-y-auto">
        <ul>
          {lines.map((line) => (
            <li key={line.key} className="border-b py-2.5 last:border-b-0">
              {'report' in line ? <Report report={line.report} /> : <Failed file={line.file} reason={line.failed} />}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

const tones = { good: 'delivered', partly: 'kept', bad: 'seal' } as const;
const marks = { good: 'dot', partly: 'ring', bad: 'square' } as const;
const amiss = ['damaged', 'missing', 'aside', 'gap', 'otherExam', 'foreign', 'busy', 'chunksRefused'] as const;

function Head({ file, verdict }: { file: string; verdict: keyof typeof tones }) {
  const { t } = useTranslation('offline');
  return (
    <div className="flex items-center justify-between gap-3">
      <b className="min-w-0 truncate text-sm font-semibold">{file}</b>
      <Chip tone={tones[verdict]} mark={marks[verdict]}>
        {t(verdict)}
      </Chip>
    </div>
  );
}

function Failed({ file, reason }: { file: string; reason: string }) {
  const { t } = useTranslation('offline');
  return (
    <>
      <Head file={file} verdict="bad" />
      <p className="mt-1 text-[13px] text-seal">{t('failed', { reason })}</p>
    </>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { t } = useTranslation('offline');
  const { counts, fault, added, examinees } = report;
  const many = { ...counts, damaged: report.damaged, missing: report.missing, chunksRefused: report.chunksRefused };
  return (
    <>
      <Head file={report.file} verdict={classifyImport(report)} />
      <div className="mt-1 flex flex-col gap-0.5 text-[13px] leading-relaxed text-muted-foreground">
        {fault !== null && <p className="text-seal">{t(`fault_${fault}`)}</p>}
        {counts.stored + counts.held > 0 && <p className="num">{added > 0 ? t('added', { count: added }) : t('addedNone')}</p>}
        {report.chunks > 0 && <p className="num">{t('chunks', { count: report.chunks })}</p>}
        {report.chunksUnnamed > 0 && <p className="num">{t('chunksUnnamed', { count: report.chunksUnnamed })}</p>}
        {examinees.map(({ attemptId, name, seatLabel, ticketNo, complete }) => (
          <p key={attemptId} className={complete && !report.attemptsMissingFiles.has(attemptId) ? 'text-delivered' : 'text-kept-ink'}>
            {t(!complete ? 'nowMissing' : report.attemptsMissingFiles.has(attemptId) ? 'nowWithoutFiles' : 'nowWhole', {
              who: [name, seatLabel, ticketNo].filter(Boolean).join(' · '),
            })}
          </p>
        ))}
        {amiss.map(
          (kind) =>
            many[kind] > 0 && (
              <p key={kind} className="text-seal">
                {t(kind, { count: many[kind] })}
              </p>
            ),
        )}
      </div>
    </>
  );
}
