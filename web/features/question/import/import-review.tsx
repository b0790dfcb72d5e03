import { useState, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ImportedQuestionDraft, questionSheetFields } from '../../../../sync/contract/bank/question-file.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import {
  countImportable,
  hasNoCorrections,
  applyImportCorrections,
  countPreviewRows,
  noCorrections,
  type PreviewCounts,
} from './import-rows.ts';
import type { ColumnMapping } from './column-memory.ts';
import type { QuestionFile } from './question-file.ts';
import { useQuestionPlace } from '../question-place.ts';
import { type ImportPreview, useSubmittedStatus } from '../question-queries.ts';
import { ImportClassification, isCategoryPath } from './import-classification.tsx';
import { type FileCorrections, isNetworkFailure, useImportCorrections, useImportPreview, useImportSending } from './use-import-review.ts';
import { PreviewTable } from './preview-table.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useDraftFieldName } from './draft-fields.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';

interface ImportReviewProps {
  file: QuestionFile;
  /** Called with the id of the import job that now runs on the server. */
  onBegun: (jobId: number) => void;
  onRestart: () => void;
}

/** Shows the content and faults of the file and chooses where to import it: all steps before the one that writes. */
export function ImportReview({ file, onBegun, onRestart }: ImportReviewProps) {
  const { t } = useTranslation(['questionFile', 'words']);
  const { bank } = useQuestionPlace();
  const corrections = useImportCorrections(file);
  const { before, correcting, correct } = corrections;
  const reading = useImportPreview(file, corrections);
  const { preview, shownPreview, classification } = reading;
  const [choice, setChoice] = useState<ImportChoice>({ mode: 'good', skipDuplicates: true, doubtful: false, draft: false });
  const sending = useImportSending(corrections, onBegun);
  const { leaving } = sending;
  const isSending = sending.run.isPending;
  const data = shownPreview && applyImportCorrections(shownPreview, correcting);
  const counts = data && countPreviewRows(data);
  const category = classification.category.trim();
  const send = () => {
    const { draft, ...chosenSo } = choice;
    sending.send({
      fileName: file.name,
      content: file.content,
      bank,
      ...classification,
      category,
      columns: reading.columns,
      ...chosenSo,
      ...(draft && { status: 0 as const }),
    });
  };
  const check = useAction({
    mutationFn: ({ row, draft }: { row: number; draft: ImportedQuestionDraft }) =>
      makeCall('/question/importCheck', { row, draft, bank, ...classification, category }),
    onSuccess: (answer, { row, draft }) => correct((so) => ({ ...so, corrected: new Map(so.corrected).set(row, { ...answer, draft }) })),
  });
  /** Message if the file cannot be read; a network failure says nothing about the file. */
  const unreadable = preview.error !== null && !isNetworkFailure(preview.error) && !preview.isPending ? preview.error.message : null;
  return (
    <div className="flex h-full flex-col gap-3.5 *:shrink-0">
      <PageHeader
        actions={
          unreadable === null && (
            <>
              <Button onClick={onRestart} disabled={isSending}>
                {t('otherFile')}
              </Button>
              <ImportButton
                sending={sending}
                count={counts === undefined ? 0 : countImportable(counts, choice)}
                isReady={isCategoryPath(classification.category) && !preview.isPending}
                onSend={send}
              />
            </>
          )
        }
      />
      {unreadable === null && (
        <ImportClassification
          file={file}
          format={shownPreview?.format}
          value={classification}
          onChange={reading.setClassification}
          disabled={isSending}
        />
      )}
      {(data?.notes.length ?? 0) > 0 && (
        <Strip tone="kept">
          {data?.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Strip>
      )}
      {data !== undefined && (
        <RestoredStrip
          corrections={corrections}
          disabled={isSending}
          onDiscard={() => {
            correct(() => noCorrections);
            onRestart();
          }}
        />
      )}
      <SendingStrips sending={sending} />
      {preview.isPending && shownPreview === undefined && (
        <Panel bodyClassName="flex flex-col gap-2.5 px-4 py-5">
          <p role="status" className="text-sm">
            {t(reading.isLong ? 'readingLong' : 'reading')}
          </p>
          <Progress value={null} label={t('reading')} />
        </Panel>
      )}
      {unreadable !== null && (
        <UnreadableFile
          name={file.name}
          reason={unreadable}
          onReadWithoutCorrections={before === undefined ? undefined : corrections.ignoreStored}
          onRestart={onRestart}
        />
      )}
      {preview.error !== null && unreadable === null && !preview.isPending && (
        <Panel>
          <QueryFailure error={preview.error} onRetry={() => preview.mutate(classification)} />
        </Panel>
      )}
      {data !== undefined && counts !== undefined && preview.error === null && (
        <>
          {shownPreview !== undefined && shownPreview.columns.length > 0 && (
            <ImportColumns columns={shownPreview.columns} disabled={isSending || preview.isPending} onChange={reading.mapColumns} />
          )}
          <ImportPlan counts={counts} choice={choice} onChange={setChoice} />
          <PreviewTable preview={data} counts={counts} stale={preview.isPending} check={check} onDrop={corrections.drop} />
        </>
      )}
      {leaving.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveTitle')}
          cancel={t('stay')}
          confirm={t('words:leave')}
          onDone={() => leaving.proceed()}
          onClose={() => leaving.reset()}
        >
          {t(corrections.isKept ? 'leaveKept' : 'leaveText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface ImportButtonProps {
  sending: ReturnType<typeof useImportSending>;
  /** Number of questions to import. */
  count: number;
  /** True if category and preview allow an import. */
  isReady: boolean;
  onSend: () => void;
}

/** Starts the import, or sends a request again of which it is unknown whether it arrived. */
function ImportButton({ sending: { run, unsure }, count, isReady, onSend }: ImportButtonProps) {
  const { t } = useTranslation('questionFile');
  return (
    <Button variant="primary" busy={run.isPending} disabled={unsure === null && (count === 0 || !isReady)} onClick={onSend}>
      {unsure === null ? t('doImport', { count }) : t('sendAgain')}
    </Button>
  );
}

/** Says that the preview includes corrections that were stored on this PC before, and offers to discard them. */
function RestoredStrip({
  corrections: { before, correcting, isBack },
  disabled,
  onDiscard,
}: {
  corrections: FileCorrections;
  disabled: boolean;
  onDiscard: () => void;
}) {
  const { t } = useTranslation('questionFile');
  if (!isBack || before === undefined || hasNoCorrections(correcting)) return null;
  return (
    <Strip
      tone="kept"
      live
      action={
        <Button size="sm" onClick={onDiscard} disabled={disabled}>
          {t('discardMending')}
        </Button>
      }
    >
      {t('mendingBack', { count: before.fixes.length + before.drop.length })}
    </Strip>
  );
}

/** Says that the request is being sent again, or why the import failed. */
function SendingStrips({ sending: { run, giveUp } }: { sending: ReturnType<typeof useImportSending> }) {
  const { t } = useTranslation('questionFile');
  return (
    <>
      {run.failureCount > 0 && run.isPending && (
        <Strip
          tone="kept"
          live
          action={
            <Button size="sm" onClick={giveUp}>
              {t('giveUp')}
            </Button>
          }
        >
          {t('sendingAgain')}
        </Strip>
      )}
      {run.error !== null && (
        <div role="alert">
          <Strip tone="seal">
            {run.error.message} {t(isNetworkFailure(run.error) ? 'unknownWhether' : 'untouched')}
          </Strip>
        </div>
      )}
    </>
  );
}

interface UnreadableFileProps {
  name: string;
  reason: string;
  /** Undefined if the file was read without corrections. */
  onReadWithoutCorrections: (() => void) | undefined;
  onRestart: () => void;
}

function UnreadableFile({ name, reason, onReadWithoutCorrections, onRestart }: UnreadableFileProps) {
  const { t } = useTranslation('questionFile');
  return (
    <Panel>
      <ErrorState
        title={t('cannotRead')}
        action={
          <>
            {onReadWithoutCorrections !== undefined && <Button onClick={onReadWithoutCorrections}>{t('readWithoutMending')}</Button>}
            <Button variant="primary" onClick={onRestart}>
              {t('otherFile')}
            </Button>
          </>
        }
      >
        <p className="mb-1 font-medium text-foreground">{name}</p>
        {reason}
      </ErrorState>
    </Panel>
  );
}

interface ImportColumnsProps {
  columns: ImportPreview['columns'];
  disabled: boolean;
  onChange: (change: (before: ColumnMapping) => ColumnMapping) => void;
}

/** Shows the field of each column of the spreadsheet; unknown columns can be mapped by hand. */
function ImportColumns({ columns, disabled, onChange }: ImportColumnsProps) {
  const { t } = useTranslation('questionFile');
  const fieldName = useDraftFieldName();
  const listId = useId();
  const [isWhole, setWhole] = useState(false);
  // Columns that were unknown at first stay visible after they were mapped.
  const [unknown] = useState(() => new Set(columns.flatMap(({ name, field }) => (field === '' ? [name] : []))));
  const visibleColumns = isWhole ? columns : columns.filter(({ name }) => unknown.has(name));
  const mappedColumns = columns.filter(({ field }) => field !== '');
  return (
    <Panel bodyClassName="flex flex-col gap-3 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">
          {t('columnsTitle')}
          <span className={unknown.size > 0 ? 'ml-2 font-normal text-kept-ink' : 'ml-2 font-normal text-muted-foreground'}>
            {unknown.size > 0 ? t('columnsUnknown', { count: unknown.size }) : t('columnsKnown', { count: mappedColumns.length })}
          </span>
        </h2>
        <Button size="sm" aria-expanded={isWhole} aria-controls={listId} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'columnsLess' : 'columnsAll')}
        </Button>
      </div>
      <div id={listId} hidden={visibleColumns.length === 0} className="grid gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-5">
        {visibleColumns.map(({ name, field }) => (
          <Field key={name} label={name}>
            {(control) => (
              <Select
                {...control}
                disabled={disabled}
                value={field}
                onChange={(next) => onChange((before) => ({ ...before, [name]: next as ColumnMapping[string] }))}
                choices={[
                  { value: '', label: t('columnUnread') },
                  ...questionSheetFields.map((each) => ({ value: each, label: fieldName(each) })),
                ]}
              />
            )}
          </Field>
        ))}
      </div>
    </Panel>
  );
}

interface ImportChoice {
  readonly mode: 'good' | 'all';
  readonly skipDuplicates: boolean;
  /** Import rows with warnings too. */
  readonly doubtful: boolean;
  /** Store the questions as drafts instead of handing them in. */
  readonly draft: boolean;
}

interface ImportPlanProps {
  counts: PreviewCounts;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
}

const states = [
  ['good', 'text-delivered', 'dot'],
  ['doubtful', 'text-kept-ink', 'ring'],
  ['faulty', 'text-seal', 'square'],
] as const;

/** Shows the number of questions by type, and the options for faulty and duplicate rows. */
function ImportPlan({ counts, choice, onChange }: ImportPlanProps) {
  const { t } = useTranslation('questionFile');
  const { t: words } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const becomes = useSubmittedStatus();
  return (
    <>
      <Panel bodyClassName="flex flex-wrap items-center gap-x-8 gap-y-2.5 px-4 py-3">
        <p className="num flex flex-wrap items-center gap-1.5 text-sm">
          <span className="mr-1 font-medium">{t('rowsOf', { count: counts.all })}</span>
          {states.map(
            ([name, colour, shape]) =>
              counts[name] > 0 && (
                <span key={name} className={`mr-1.5 ${colour}`}>
                  <ChipMark shape={shape} className="mr-1.5 mb-px" />
                  {t(`state.${name}`, { count: counts[name] })}
                </span>
              ),
          )}
          {counts.byType.map(([type, count]) => (
            <Chip key={type}>
              {code(`sectionType.${type}`)} {count}
            </Chip>
          ))}
        </p>
        {counts.faulty > 0 && (
          <RadioGroup
            aria-label={t('modeLabel')}
            value={choice.mode}
            onValueChange={(mode) => onChange({ ...choice, mode: mode === 'all' ? 'all' : 'good' })}
          >
            <Radio value="good" label={t('modeGood', { count: counts.faulty })} />
            <Radio value="all" label={t('modeAll')} />
          </RadioGroup>
        )}
        {counts.doubtful > 0 && (
          <Tick
            isChecked={choice.doubtful}
            onChange={(doubtful) => onChange({ ...choice, doubtful })}
            label={t('withDoubtful', { count: counts.doubtful })}
          />
        )}
        {counts.same > 0 && (
          <Tick
            isChecked={choice.skipDuplicates}
            onChange={(skipDuplicates) => onChange({ ...choice, skipDuplicates })}
            label={t('skipDuplicates', { count: counts.same })}
          />
        )}
        <Tick isChecked={choice.draft} onChange={(draft) => onChange({ ...choice, draft })} label={t('asDraft')} />
        <p className="basis-full text-[13px] text-muted-foreground">{words(`handInRule.${becomes}`)}</p>
      </Panel>
      {choice.mode === 'all' && counts.faulty > 0 && <Strip tone="seal">{t('allBlocked', { count: counts.faulty })}</Strip>}
      {counts.good + counts.doubtful === 0 && <Strip tone="seal">{t(counts.all === 0 ? 'noQuestions' : 'nothingGood')}</Strip>}
      {counts.good === 0 && counts.doubtful > 0 && !choice.doubtful && <Strip tone="kept">{t('onlyDoubtful')}</Strip>}
      {counts.same > 0 && counts.good + counts.doubtful === counts.same && choice.skipDuplicates && (
        <Strip tone="kept">{t('allThere')}</Strip>
      )}
    </>
  );
}

function Tick({ isChecked, onChange, label }: { isChecked: boolean; onChange: (isChecked: boolean) => void; label: string }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <Checkbox id={id} checked={isChecked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
