import { useCallback, useEffect, useRef, useState } from 'react';
import { type Giving, givingOf, readyOf, sheetGiving } from './given-points.ts';
import { type KeptSheet, keepSheet, keptSheets } from './marks-cache.ts';
import type { MarkingTask, TaskPlace } from './marking-queries.ts';
import type { Marks } from './use-marks.ts';

const first = <K, V>(map: ReadonlyMap<K, V>): [K, V] | undefined => map.entries().next().value;

/** Score sheets of everybody who performs: each tap lies on this device a moment later, given or not. */
export function useSheets(
  { userId, place, task, fromDevice }: { userId: number; place: TaskPlace; task: MarkingTask; fromDevice: boolean },
  marks: Marks,
) {
  const [kept, setKept] = useState<ReadonlyMap<number, KeptSheet> | null>(null);
  /** What the disk doesn't have yet, by person; one write at a time. */
  const pending = useRef(new Map<number, Giving>());
  const { noteKept } = marks;
  const { basis } = task;
  // What was sent meanwhile is told by what waits.
  const { waiting } = marks;
  useEffect(() => {
    let wanted = true;
    void keptSheets(userId, place, basis).then((found) => {
      if (wanted) setKept((before) => newest(before, found, pending.current));
    });
    return () => {
      wanted = false;
    };
  }, [userId, place, basis, waiting]);
  const [unkept, setUnkept] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const writing = useRef(false);
  const write = useCallback(async (): Promise<void> => {
    if (writing.current) return;
    writing.current = true;
    try {
      for (let next = first(pending.current); next !== undefined; next = first(pending.current)) {
        const [code, giving] = next;
        noteKept(await keepSheet(userId, { ...place, code }, basis, giving), Date.now());
        // What was changed meanwhile is still to be written.
        if (pending.current.get(code) === giving) pending.current.delete(code);
      }
      setFailed(null);
      setUnkept(false);
    } catch (failure) {
      setFailed(failure);
    } finally {
      writing.current = false;
    }
  }, [userId, place, basis, noteKept]);
  const givingFor = useCallback(
    (code: number) => {
      const own = kept?.get(code);
      const given = task.scripts.find((script) => script.code === code)?.given ?? null;
      // What the server has is newer than a sheet of this device that it has taken, unless it is itself a memory of this device.
      const local = own !== undefined && (own.takenMs === null || given === null || fromDevice) ? own.giving : null;
      return sheetGiving(task, local ?? givingOf(task, given));
    },
    [kept, task, fromDevice],
  );
  const change = (code: number, giving: Giving): void => {
    setKept((before) => new Map(before).set(code, { giving, keptMs: Date.now(), takenMs: null }));
    pending.current.set(code, giving);
    setUnkept(true);
    void write();
  };
  return {
    /** Null: still being read. */
    kept,
    givingFor,
    change,
    /** Something that was tapped is on its way to the disk: nothing is called saved. */
    unkept,
    /** Why the disk didn't take it. */
    failed,
    async submit(code: number, giving: Giving): Promise<boolean> {
      const given = readyOf(task, giving);
      if (given === null) return false;
      pending.current.delete(code);
      try {
        await marks.keep({ ...place, code, basis, given, ...(giving.kept !== undefined && { photos: giving.kept }) }, giving);
        // What the disk did not take before is here now.
        void write();
      } catch (failure) {
        // Neither given nor kept: what was tapped last is still to be written.
        if (!pending.current.has(code)) pending.current.set(code, giving);
        setUnkept(true);
        throw failure;
      }
      return true;
    },
  };
}

/** What is being typed on this page is newer than what the disk says of it, and as long as it is on its way there, whatever the clock says. */
export function newest(
  before: ReadonlyMap<number, KeptSheet> | null,
  found: ReadonlyMap<number, KeptSheet>,
  pending: ReadonlyMap<number, Giving>,
): ReadonlyMap<number, KeptSheet> {
  const all = new Map(found);
  for (const [code, sheet] of before ?? []) if (pending.has(code) || sheet.keptMs > (found.get(code)?.keptMs ?? 0)) all.set(code, sheet);
  return all;
}
