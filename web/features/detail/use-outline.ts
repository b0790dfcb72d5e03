import { useContext, useEffect, useRef, useState } from 'react';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { dropDraft, isSameJson, readDraft, settleDraft, writeDraft } from '../../lib/draft/draft.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import type { FormDraft } from '../../ui/form/use-draft.ts';
import type { DetailTable } from './detail-queries.ts';
import { removeLastStep, createOutlineHistory, redoStep, addHistoryStep, undoStep } from './outline-history.ts';
import type { EditLine, DetailOutline } from './outline.ts';
import { useLatest } from '../../ui/use-latest.ts';

interface StoredDraft {
  readonly version: number;
  readonly lines: readonly DetailLine[];
}

export interface OutlineEditor {
  readonly lines: DetailOutline;
  readonly apply: (lines: DetailOutline | null) => boolean;
  readonly newKey: () => number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Undoes the last change and removes it from the history, so that it cannot be redone. */
  readonly forget: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly dirty: boolean;
  readonly draft: Pick<FormDraft, 'savedMs' | 'restored' | 'discard'>;
  /** Notes that the server holds these lines as `version`. Returns true if nothing was changed since they were sent. */
  readonly saved: (lines: DetailOutline, version: number) => boolean;
  /** True if the draft is based on an older version than the server's. */
  readonly older: boolean;
}

/** Removes the keys, which exist only on this page, from the lines, as the call that saves the table expects them. */
export const stripLineKeys = (lines: DetailOutline): DetailLine[] => lines.map(({ key: _key, ...line }) => line);

/**
 * Holds the lines of a detail table while they are edited, with undo and redo. A draft on this PC restores unsaved changes later. The caller mounts
 * its component again for every version of the table.
 */
export function useOutline(table: DetailTable): OutlineEditor {
  const name = `${useContext(MemoryOwnerContext)}.detail.${table.id}`;
  const [newKey] = useState(createKeyCounter);
  const [storedDraft] = useState(() => readDraft<StoredDraft>(name));
  const [saved, setSaved] = useState<DetailOutline>(() => addKeys(table.lines, newKey));
  const version = useRef(table.version);
  const [history, setHistory] = useState(() =>
    storedDraft === null
      ? createOutlineHistory(saved)
      : addHistoryStep(createOutlineHistory(saved), addKeys(dropUnknownIds(storedDraft.value.lines, table.lines), newKey)),
  );
  const [savedMs, setSavedMs] = useState<number | null>(storedDraft?.savedMs ?? null);
  const [restored, setRestored] = useState(storedDraft !== null);
  // The user may have undone all changes; then there is nothing to save.
  const dirty = history.now !== saved;
  const latestLines = useLatest(history.now);

  // Store every change immediately, so that leaving the page loses no keystroke.
  useEffect(() => {
    if (!dirty) {
      dropDraft(name);
      // The lint rule is off: only the write to the local draft tells whether and when the lines were stored, and many places change the lines.
      // oxlint-disable-next-line react/set-state-in-effect
      setSavedMs(null);
      return;
    }
    const at = Date.now();
    if (writeDraft<StoredDraft>(name, { savedMs: at, value: { version: version.current, lines: stripLineKeys(history.now) } }))
      setSavedMs(at);
  }, [history.now, dirty, name]);

  const forget = () => {
    setSavedMs(null);
    setRestored(false);
  };
  return {
    lines: history.now,
    apply: (lines) => {
      if (lines !== null) setHistory((before) => addHistoryStep(before, lines));
      return lines !== null;
    },
    newKey,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    forget: () => setHistory(removeLastStep),
    undo: () => setHistory(undoStep),
    redo: () => setHistory(redoStep),
    dirty,
    older: restored && storedDraft !== null && storedDraft.value.version !== table.version,
    draft: {
      savedMs,
      restored,
      discard: () => {
        setHistory(createOutlineHistory(saved));
        dropDraft(name);
        forget();
      },
    },
    saved: (lines, newer) => {
      version.current = newer;
      setSaved(lines);
      const isAll = latestLines.current === lines;
      // Update the version in the stored draft at once, because the page may have been left and opened again. The draft's lines already contain every
      // change.
      settleDraft<StoredDraft>(
        name,
        { version: newer, lines: stripLineKeys(lines) },
        (draft) => ({ ...draft, value: { ...draft.value, version: newer } }),
        (one, sent) => isSameJson(one.lines, sent.lines),
      );
      if (isAll) forget();
      return isAll;
    },
  };
}

/** Returns a function that gives a new key at each call: 1, 2, 3 … */
function createKeyCounter(): () => number {
  let last = 0;
  return () => (last += 1);
}

const addKeys = (lines: readonly DetailLine[], newKey: () => number): EditLine[] => lines.map((line) => ({ ...line, key: newKey() }));

/** Drops the ids of lines that another user removed after the draft was made; these lines are then saved as new ones. */
function dropUnknownIds(lines: readonly DetailLine[], saved: readonly DetailLine[]): DetailLine[] {
  const known = new Set(saved.map((line) => line.id));
  return lines.map((line) => {
    if (line.id === undefined || known.has(line.id)) return line;
    const { id: _gone, ...fresh } = line;
    return fresh;
  });
}
