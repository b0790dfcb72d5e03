import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft/draft.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { MemoryOwnerContext } from '../../../ui/memory-owner-context.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { useQuestionPlace } from '../question-place.ts';
import type { ImportPreview } from '../question-queries.ts';
import { type ColumnMapping, rememberColumns, getRememberedColumns } from './column-memory.ts';
import { type ImportClassificationValue, useOwnProfession } from './import-classification.tsx';
import {
  hasNoCorrections,
  toStoredCorrections,
  type StoredCorrections,
  restoreCorrections,
  noCorrections,
  type ImportCorrections,
} from './import-rows.ts';
import { hasSentAllCorrections, createNextRequest, type ImportRequest } from './import-sending.ts';
import { toCategoryName, type QuestionFile } from './question-file.ts';

const askAgainMs = 3000;
const longMs = 5000;

export const isNetworkFailure = (error: Error | null): boolean => error instanceof CallFailure && error.network;

/** Stores corrections on this PC, or deletes the stored ones if there are none. Returns false if the disk is full. */
function storeCorrections(keptAs: string, corrections: ImportCorrections): boolean {
  if (!hasNoCorrections(corrections)) return writeDraft(keptAs, { savedMs: Date.now(), value: toStoredCorrections(corrections) });
  dropDraft(keptAs);
  return true;
}

/** Returns the corrections of a file, and functions to change the corrections. Every change is stored on this PC. */
export function useImportCorrections(file: QuestionFile) {
  const { t } = useTranslation(['questionFile', 'ui']);
  const keptAs = `${useContext(MemoryOwnerContext)}.question.import.${file.fingerprint}`;
  const [before, setBefore] = useState(() => readDraft<StoredCorrections>(keptAs)?.value);
  const [isBack, setBack] = useState(before === undefined);
  const [correcting, setCorrecting] = useState(noCorrections);
  const correctingRef = useLatest(correcting);
  const [isKept, setKept] = useState(true);
  const correct = (change: (before: ImportCorrections) => ImportCorrections): void => {
    const next = change(correctingRef.current);
    correctingRef.current = next;
    setCorrecting(next);
    setKept(storeCorrections(keptAs, next));
  };
  return {
    /** The corrections that were stored on this PC before; undefined if there were none, or if the user ignores them. */
    before,
    /** True once the preview includes the corrections that were stored on this PC before, or if there were none. */
    isBack,
    correcting,
    /** False if the disk is full, so that the corrections would be lost. */
    isKept,
    /** Changes the corrections and stores them on this PC. */
    correct,
    /** Takes over the corrections that were stored before, from the first preview that was made with them. */
    restore: (preview: ImportPreview) => {
      if (isBack) return;
      if (before !== undefined) correct(() => restoreCorrections(preview, before));
      setBack(true);
    },
    /** Reads the file without the corrections that were stored before. */
    ignoreStored: () => setBefore(undefined),
    deleteStored: () => dropDraft(keptAs),
    /** Omits rows from the import, and offers to undo that. */
    drop: (rows: readonly number[]) => {
      const so = correcting;
      correct(() => ({ ...so, drop: new Set([...so.drop, ...rows]) }));
      toast.plain(t('dropped', { count: rows.length }), { action: { label: t('ui:editorUndo'), onClick: () => correct(() => so) } });
    },
  };
}

export type FileCorrections = ReturnType<typeof useImportCorrections>;

/** Lets the server read the file, and again after each change of profession, trade, level or columns. */
export function useImportPreview(file: QuestionFile, { before, restore }: FileCorrections) {
  const { bank } = useQuestionPlace();
  const ownProfession = useOwnProfession();
  const owner = useContext(MemoryOwnerContext);
  const [chosen, setClassification] = useState<ImportClassificationValue | null>(null);
  const classification = chosen ?? { category: toCategoryName(file.name), profId: ownProfession, tradeId: null, level: null };
  /** The user's own mapping of the spreadsheet's columns to fields. */
  const [columns, setColumns] = useState<ColumnMapping>(() => getRememberedColumns(owner));
  const [shownPreview, setShownPreview] = useState<ImportPreview | undefined>();
  const reading = useRef<AbortController | null>(null);
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
      restore(answer);
    },
  });
  const { profId, tradeId, level } = classification;
  const read = useEffectEvent(() => preview.mutate({ ...classification, category: '' }));
  // The points of a detail table depend on profession, trade and level, so a change of these causes a new preview. The category does not affect it.
  useEffect(() => {
    read();
  }, [profId, tradeId, level, ownProfession, before, columns]);
  useEffect(() => () => reading.current?.abort(), []);
  return {
    preview,
    /** The last preview that the server has made; it stays while a newer one is read. */
    shownPreview,
    /** True if reading takes so long that the user should be told. */
    isLong: useIsLong(preview.isPending),
    classification,
    setClassification,
    columns,
    mapColumns: (change: (before: ColumnMapping) => ColumnMapping) => {
      const next = change(columns);
      setColumns(next);
      rememberColumns(owner, next);
    },
  };
}

/** Returns true once a call has been pending for 5 seconds. */
function useIsLong(isPending: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = isPending ? setTimeout(setLong, longMs, true) : undefined;
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isPending]);
  return isLong;
}

/**
 * Sends the import until the server has answered whether it begins, and asks before the page is left with corrections that were not sent. `onBegun`
 * is called with the id of the import job.
 */
export function useImportSending({ correcting, deleteStored }: FileCorrections, onBegun: (jobId: number) => void) {
  const { t } = useTranslation('questionFile');
  const [unsure, setUnsure] = useState<ImportRequest | null>(null);
  const givenUp = useRef(false);
  const run = useAction({
    mutationFn: ({ input }: ImportRequest) => makeCall('/question/import', input, { quiet: true }),
    // After a network failure it is unknown whether the request arrived. It is repeated with the same idempotency key until the server answers.
    retry: (_, error) => isNetworkFailure(error) && !givenUp.current,
    retryDelay: askAgainMs,
    onSettled: (_, error, sent) => {
      givenUp.current = false;
      setUnsure(isNetworkFailure(error) ? sent : null);
    },
  });
  const leaving = useLeaveConfirmation(!hasNoCorrections(correcting) && !run.isSuccess);
  // Declared after `useLeaveConfirmation`: the effect of that hook must first switch off the question about leaving, before this one changes the
  // address.
  const isBegun = useEffectEvent((jobId: number, sent: ImportRequest) => {
    // If the server has all corrections, delete the stored ones. Corrections made after sending stay for the next time.
    if (hasSentAllCorrections(sent, correcting)) deleteStored();
    else toast.plain(t('laterKept'));
    onBegun(jobId);
  });
  const { data: answer, variables: sentRequest } = run;
  useEffect(() => {
    if (answer !== undefined && sentRequest !== undefined) isBegun(answer.jobId, sentRequest);
  }, [answer, sentRequest]);
  return {
    run,
    /** The last import if it is unknown whether it has begun. It must be answered before another can be sent. */
    unsure,
    leaving,
    send: (input: Parameters<typeof createNextRequest>[1]) => run.mutate(createNextRequest(unsure, input, correcting)),
    /** Stops the repetition of a request that the network did not carry. */
    giveUp: () => {
      givenUp.current = true;
    },
  };
}
