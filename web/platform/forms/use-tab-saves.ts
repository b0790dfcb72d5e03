import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { readDraft } from '../../lib/draft/draft.ts';
import { lockInTab, type TabLock } from '../../lib/tab-lock.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import { type SaveCalls, createUnansweredSaves } from './use-save.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/** Returns a name of this tab that survives a reload, like unanswered requests do. */
function getTabName(): string {
  const kept = sessionStorage.getItem('wenkao.tab') ?? crypto.randomUUID();
  sessionStorage.setItem('wenkao.tab', kept);
  return kept;
}

/**
 * Manages saves of a form that stays open after a save and may be open in two tabs with the same draft. While a tab is open, only that tab
 * repeats its own unanswered requests. `name`: name of the draft.
 */
export function useTabSaves<D, A extends RowVersionKey>(name: string, isNew: boolean, calls: SaveCalls<D, A>) {
  const draftName = `${useContext(MemoryOwnerContext)}.${name}`;
  const [{ shared, own }] = useState(() => {
    const createSaves = (place: string) => createUnansweredSaves(`${place}.unanswered`, calls, { staysOpen: true });
    return { shared: createSaves(draftName), own: createSaves(`${draftName}.${getTabName()}`) };
  });
  const lockRef = useRef<Pick<TabLock, 'isHeld' | 'release'> | null>(null);
  const hasLockRef = useRef(false);
  const activeSaves = useRef(own.isBlank() ? shared : own);
  /** True if another open tab has saved, or is saving, the same draft of a new row: a save in this tab too could add the row twice. */
  const [isOthers, setOthers] = useState(false);
  const othersRef = useLatest(isOthers);

  const take = useCallback((): Promise<boolean> => {
    if (lockRef.current === null) {
      const newLock = lockInTab(`saves.${draftName}`);
      lockRef.current = newLock;
      void newLock.granted.then(() => {
        hasLockRef.current = true;
        // The other tab is closed, so this tab now repeats its unanswered request. A row that the other tab has saved must not be changed by this
        // tab.
        if (!shared.isBlank()) setOthers(false);
      });
    }
    return hasLockRef.current ? Promise.resolve(true) : lockRef.current.isHeld;
  }, [draftName, shared]);
  useEffect(() => {
    let isGone = false;
    const begin = async (): Promise<void> => {
      // If there is no draft, the earlier saves were about another row than this form.
      const isAnew = readDraft(draftName) === null;
      if (isAnew) {
        own.forget();
        activeSaves.current = shared;
      }
      if (activeSaves.current === own || shared.isBlank()) return;
      const isMine = await take();
      if (isGone) return;
      if (isMine && isAnew) shared.forget();
      else if (!isMine && isNew) setOthers(true);
      else if (!isMine) activeSaves.current = own;
    };
    void begin();
    return () => {
      isGone = true;
      lockRef.current?.release();
      lockRef.current = null;
      hasLockRef.current = false;
    };
  }, [draftName, isNew, own, shared, take]);

  return {
    isOthers,
    /** Claims the save for this tab; call it before each save. Resolves with false if another tab must save this form. */
    isReady: async (): Promise<boolean> => {
      if (activeSaves.current === own) return true;
      const isMine = await take();
      if (othersRef.current) return false;
      if (!isMine) activeSaves.current = own;
      return true;
    },
    /** Makes the next save add a new row. */
    another: (): void => {
      if (hasLockRef.current) shared.forget();
      else activeSaves.current = own;
      othersRef.current = false;
      setOthers(false);
    },
    save: (value: D, at: RowVersionKey | null): Promise<A> => activeSaves.current.save(value, at),
    explains: (version: number): boolean => activeSaves.current.explains(version),
    forget: (): void => activeSaves.current.forget(),
  };
}
