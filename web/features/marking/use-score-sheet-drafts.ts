import { useCallback, useEffect, useRef, useState } from 'react';
import { type MarkingInput, toMarkingInput, toMarkerPoints, startScoreSheet } from './marking-input.ts';
import { type StoredSheetDraft, storeSheetDraft, readSheetDrafts } from './marks-cache.ts';
import type { MarkingTask, MarkingTaskPlace } from './marking-queries.ts';
import type { MarkStorage } from './use-marks.ts';

const getFirstEntry = <K, V>(map: ReadonlyMap<K, V>): [K, V] | undefined => map.entries().next().value;

/** Holds the score sheets of all examinees of a performed task. Each tap is stored on this device a moment later, submitted or not. */
export function useScoreSheetDrafts(
  { userId, place, task, fromDevice }: { userId: number; place: MarkingTaskPlace; task: MarkingTask; fromDevice: boolean },
  marks: MarkStorage,
) {
  const [storedSheets, setStoredSheets] = useState<ReadonlyMap<number, StoredSheetDraft> | null>(null);
  /** Sheets that are not on disk yet, by examinee. Writes run one at a time. */
  const pending = useRef(new Map<number, MarkingInput>());
  const { noteKept } = marks;
  const { basis } = task;
  // Read the sheets again when the waiting marks change.
  const { waiting } = marks;
  useEffect(() => {
    let isActive = true;
    void readSheetDrafts(userId, place, basis).then((foundSheets) => {
      if (isActive) setStoredSheets((previous) => mergeSheets(previous, foundSheets, pending.current));
    });
    return () => {
      isActive = false;
    };
  }, [userId, place, basis, waiting]);
  const [unsaved, setUnsaved] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const writing = useRef(false);
  const write = useCallback(async (): Promise<void> => {
    if (writing.current) return;
    writing.current = true;
    try {
      for (let next = getFirstEntry(pending.current); next !== undefined; next = getFirstEntry(pending.current)) {
        const [code, giving] = next;
        noteKept(await storeSheetDraft(userId, { ...place, code }, basis, giving), Date.now());
        // Keep a sheet that was changed during the write in the queue.
        if (pending.current.get(code) === giving) pending.current.delete(code);
      }
      setFailed(null);
      setUnsaved(false);
    } catch (failure) {
      setFailed(failure);
    } finally {
      writing.current = false;
    }
  }, [userId, place, basis, noteKept]);
  const givingFor = useCallback(
    (code: number) => {
      const storedSheet = storedSheets?.get(code);
      const given = task.scripts.find((script) => script.code === code)?.given ?? null;
      // The server's mark is newer than a local sheet that the server received, unless the mark itself comes from this device's cache.
      const local = storedSheet !== undefined && (storedSheet.takenMs === null || given === null || fromDevice) ? storedSheet.giving : null;
      return startScoreSheet(task, local ?? toMarkingInput(task, given));
    },
    [storedSheets, task, fromDevice],
  );
  const change = (code: number, giving: MarkingInput): void => {
    setStoredSheets((previous) => new Map(previous).set(code, { giving, keptMs: Date.now(), takenMs: null }));
    pending.current.set(code, giving);
    setUnsaved(true);
    void write();
  };
  return {
    /** Null while the sheets are being read. */
    storedSheets: storedSheets,
    givingFor,
    change,
    /** True while a tap is not on disk yet; the save indicator then does not say saved. */
    unsaved,
    /** Error of the last failed write of a sheet to the disk. */
    failed,
    async submit(code: number, giving: MarkingInput): Promise<boolean> {
      const markerPoints = toMarkerPoints(task, giving);
      if (markerPoints === null) return false;
      pending.current.delete(code);
      try {
        await marks.keep({ ...place, code, basis, given: markerPoints, ...(giving.kept !== undefined && { photos: giving.kept }) }, giving);
        // Retry the sheets that the disk rejected before.
        void write();
      } catch (failure) {
        // The mark was not stored, so the last taps are still to be written.
        if (!pending.current.has(code)) pending.current.set(code, giving);
        setUnsaved(true);
        throw failure;
      }
      return true;
    },
  };
}

/**
 * Merges sheets from disk with those of this page. A sheet typed on this page wins while its write is pending, because its clock may have been
 * set back.
 */
export function mergeSheets(
  before: ReadonlyMap<number, StoredSheetDraft> | null,
  found: ReadonlyMap<number, StoredSheetDraft>,
  pending: ReadonlyMap<number, MarkingInput>,
): ReadonlyMap<number, StoredSheetDraft> {
  const all = new Map(found);
  for (const [code, sheet] of before ?? []) if (pending.has(code) || sheet.keptMs > (found.get(code)?.keptMs ?? 0)) all.set(code, sheet);
  return all;
}
