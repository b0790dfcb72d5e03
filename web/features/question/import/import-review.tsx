import { useContext, useEffect, useEffectEvent, useRef, useState, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ImportedQuestionDraft, questionSheetFields } from '../../../../sync/contract/bank/question-file.ts';
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft/draft.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { MemoryOwnerContext } from '../../../ui/memory-owner-context.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import {
  countImportable,
  hasNoCorrections,
  toStoredCorrections,
  type StoredCorrections,
  applyCorrections,
  countPreviewRows,
  restoreCorrections,
  noCorrections,
  type ImportCorrections,
  type PreviewCounts,
} from './import-rows.ts';
import { hasSentAllCorrections, createNextRequest, type ImportRequest } from './import-sending.ts';
import { type ColumnMapping, rememberColumns, getRememberedColumns } from './column-memory.ts';
import { toCategoryName, type QuestionFile } from './question-file.ts';
import { useQuestionPlace } from '../question-place.ts';
import { type ImportPreview, useSubmittedStatus } from '../question-queries.ts';
import { ImportClassification, type ImportClassificationValue, isCategoryPath, useOwnProfession } from './import-classification.tsx';
import { PreviewTable } from './preview-table.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useDraftFieldName } from './draft-fields.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';

const askAgainMs = 3000;
const longMs = 5000;

interface ImportReviewProps {
  file: QuestionFile;
  /** Called with the id of the import job that now runs on the server. */
  onBegun: (jobId: number) => void;
  onRestart: () => void;
}

/** Stores corrections on this PC, or deletes the stored ones if there are none. Returns false if the disk is full. */
function storeCorrections(keptAs: string, corrections: ImportCorrections): boolean {
  if (!hasNoCorrections(corrections)) return writeDraft(keptAs, { savedMs: Date.now(), value: toStoredCorrections(corrections) });
  dropDraft(keptAs);
  return true;
}

const isNetwork = (error: Error | null): boolean => error instanceof CallFailure && error.network;

/** Shows the content and faults of the file and chooses where to import it: all steps before the one that writes. */
export function ImportReview({ file, onBegun, onRestart }: ImportReviewProps) {
  const { t } = useTranslation(['questionFile', 'ui', 'words']);
  const { bank } = useQuestionPlace();
  const ownProfession = useOwnProfession();
  const [chosen, setClassification] = useState<ImportClassificationValue | null>(null);
  const classification = chosen ?? { category: toCategoryName(file.name), profId: ownProfession, tradeId: null, level: null };
  const owner = useContext(MemoryOwnerContext);
  const keptAs = `${owner}.question.import.${file.fingerprint}`;
  const [before, setBefore] = useState(() => readDraft<StoredCorrections>(keptAs)?.value);
  const [correcting, setCorrecting] = useState(noCorrections);
  const correctingRef = useLatest(correcting);
  const [isKept, setKept] = useState(true);
  /** Changes the corrections and stores them on this PC. */
  const correct = (change: (before: ImportCorrections) => ImportCorrections): void => {
    const next = change(correctingRef.current);
    correctingRef.current = next;
    setCorrecting(next);
    setKept(storeCorrections(keptAs, next));
  };
  /** True once the preview includes the corrections that were stored on this PC before, or if there were none. */
  const [isBack, setBack] = useState(before === undefined);
  /** The user's own mapping of the spreadsheet's columns to fields. */
  const [columns, setColumns] = useState<ColumnMapping>(() => getRememberedColumns(owner));
  const [choice, setChoice] = useState<ImportChoice>({ mode: 'good', skipDuplicates: true, doubtful: false, draft: false });
  const [shownPreview, setShownPreview] = useState<ImportPreview | undefined>();
  const reading = useRef<AbortController | null>(null);
  /** The last import if it is unknown whether it has begun. It must be answered before another can be sent. */
  const [unsure, setUnsure] = useState<ImportRequest | null>(null);
  const givenUp = useRef(false);

  const preview = useAction({
    startsAnew: true,
    mutationFn: (into: ImportClassificationValue) => {
      reading.current?.abort();
      reading.current = new AbortController();
      const { signal } = reading.current;
      return makeCall(
        '/question/importPreview',
        { fileName: file.name, content: file.content, bank, ...into, columns, fixes: before === undefined ? [] : [...before.fixes] },
        { signal, quiet: true },
      );
    },
    onSuccess: (answer) => {
      setShownPreview(answer);
      if (isBack) return;
      if (before !== undefined) correct(() => restoreCorrections(answer, before));
      setBack(true);
    },
  });
  const { profId, tradeId, level } = classification;
  const read = useEffectEvent(() => preview.mutate({ ...classification, category: '' }));
  // The points of a detail table depend on profession, trade and level, so a change of these causes a new preview. The category does not affect it.
  useEffect(() => {
    read();
  }, [profId, tradeId, level, ownProfession, before, columns]);
  useEffect(() => () => reading.current?.abort(), []);

  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = preview.isPending ? setTimeout(setLong, longMs, true) : undefined;
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [preview.isPending]);

  const data = shownPreview && applyCorrections(shownPreview, correcting);
  const counts = data && countPreviewRows(data);
  const count = counts === undefined ? 0 : countImportable(counts, choice);
  const run = useAction({
    mutationFn: ({ input }: ImportRequest) => makeCall('/question/import', input, { quiet: true }),
    // After a network failure it is unknown whether the request arrived. It is repeated with the same idempotency key until the server answers.
    retry: (_, error) => isNetwork(error) && !givenUp.current,
    retryDelay: askAgainMs,
    onSettled: (_, error, sent) => {
      givenUp.current = false;
      setUnsure(isNetwork(error) ? sent : null);
    },
  });
  const send = () => {
    const { draft, ...chosenSo } = choice;
    const input = {
      fileName: file.name,
      content: file.content,
      bank,
      ...classification,
      category: classification.category.trim(),
      columns,
      ...chosenSo,
    };
    run.mutate(createNextRequest(unsure, { ...input, ...(draft && { status: 0 as const }) }, correcting));
  };
  const check = useAction({
    mutationFn: ({ row, draft }: { row: number; draft: ImportedQuestionDraft }) =>
      makeCall('/question/importCheck', { row, draft, bank, ...classification, category: classification.category.trim() }),
    onSuccess: (answer, { row, draft }) => correct((so) => ({ ...so, corrected: new Map(so.corrected).set(row, { ...answer, draft }) })),
  });
  const drop = (rows: readonly number[]) => {
    const so = correcting;
    correct(() => ({ ...so, drop: new Set([...so.drop, ...rows]) }));
    toast.plain(t('dropped', { count: rows.length }), { action: { label: t('ui:editorUndo'), onClick: () => correct(() => so) } });
  };
  const mapColumns = (change: (before: ColumnMapping) => ColumnMapping) => {
    const next = change(columns);
    setColumns(next);
    rememberColumns(owner, next);
  };
  const startAgain = () => {
    correct(() => noCorrections);
    onRestart();
  };
  const leaving = useLeaveConfirmation(!hasNoCorrections(correcting) && !run.isSuccess);
  // Declared after `useLeaveConfirmation`: the effect of that hook must first switch off the question about leaving, before this one changes the
  // address.
  const isBegun = useEffectEvent((jobId: number, sent: ImportRequest) => {
    // If the server has all corrections, delete the stored ones. Corrections made after sending stay for the next time.
    if (hasSentAllCorrections(sent, correcting)) dropDraft(keptAs);
    else toast.plain(t('laterKept'));
    onBegun(jobId);
  });
  const { data: answer, variables: sentRequest } = run;
  useEffect(() => {
    if (answer !== undefined && sentRequest !== undefined) isBegun(answer.jobId, sentRequest);
  }, [answer, sentRequest]);

  const sending = run.isPending;
  /** Message if the file cannot be read; a network failure says nothing about the file. */
  const unreadable = preview.error !== null && !isNetwork(preview.error) && !preview.isPending ? preview.error.message : null;
  return (
    <div className="flex h-full flex-col gap-3.5 *:shrink-0">
      <PageHeader
        actions={
          unreadable === null && (
            <>
              <Button onClick={onRestart} disabled={sending}>
                {t('otherFile')}
              </Button>
              <Button
                variant="primary"
                busy={sending}
                disabled={unsure === null && (count === 0 || !isCategoryPath(classification.category) || preview.isPending)}
                onClick={send}
              >
                {unsure === null ? t('doImport', { count }) : t('sendAgain')}
              </Button>
            </>
          )
        }
      />
      {unreadable === null && (
        <ImportClassification
          file={file}
          format={shownPreview?.format}
          value={classification}
          onChange={setClassification}
          disabled={sending}
        />
      )}
      {(data?.notes.length ?? 0) > 0 && (
        <Strip tone="kept">
          {data?.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Strip>
      )}
      {isBack && before !== undefined && data !== undefined && !hasNoCorrections(correcting) && (
        <Strip
          tone="kept"
          live
          action={
            <Button size="sm" onClick={startAgain} disabled={sending}>
              {t('discardMending')}
            </Button>
          }
        >
          {t('mendingBack', { count: before.fixes.length + before.drop.length })}
        </Strip>
      )}
      {run.failureCount > 0 && sending && (
        <Strip
          tone="kept"
          live
          action={
            <Button
              size="sm"
              onClick={() => {
                givenUp.current = true;
              }}
            >
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
            {run.error.message} {t(isNetwork(run.error) ? 'unknownWhether' : 'untouched')}
          </Strip>
        </div>
      )}
      {preview.isPending && shownPreview === undefined && (
        <Panel bodyClassName="flex flex-col gap-2.5 px-4 py-5">
          <p role="status" className="text-sm">
            {t(isLong ? 'readingLong' : 'reading')}
          </p>
          <Progress value={null} label={t('reading')} />
        </Panel>
      )}
      {unreadable !== null && (
        <Panel>
          <ErrorState
            title={t('cannotRead')}
            action={
              <>
                {before !== undefined && <Button onClick={() => setBefore(undefined)}>{t('readWithoutMending')}</Button>}
                <Button variant="primary" onClick={onRestart}>
                  {t('otherFile')}
                </Button>
              </>
            }
          >
            <p className="mb-1 font-medium text-foreground">{file.name}</p>
            {unreadable}
          </ErrorState>
        </Panel>
      )}
      {preview.error !== null && unreadable === null && !preview.isPending && (
        <Panel>
          <QueryFailure error={preview.error} onRetry={() => preview.mutate(classification)} />
        </Panel>
      )}
      {data !== undefined && counts !== undefined && preview.error === null && (
        <>
          {shownPreview !== undefined && shownPreview.columns.length > 0 && (
            <ImportColumns columns={shownPreview.columns} disabled={sending || preview.isPending} onChange={mapColumns} />
          )}
          <ImportPlan counts={counts} choice={choice} onChange={setChoice} />
          <PreviewTable preview={data} counts={counts} stale={preview.isPending} check={check} onDrop={drop} />
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
          {t(isKept ? 'leaveKept' : 'leaveText')}
        </ConfirmDialog>
      )}
    </div>
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

function Tick({ isChecked: on, onChange, label }: { isChecked: boolean; onChange: (isChecked: boolean) => void; label: string }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <Checkbox id={id} checked={on} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
