import { useState, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { DetailTable } from './detail-queries.ts';
import { type OutlineEditor, stripLineKeys } from './use-outline.ts';
import type { DetailOutline } from './outline.ts';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { AnswerWait } from '../../lib/answer-wait.ts';
import { makeCall, CallFailure, reportFailure } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { createChangeOnlyCalls, createUnansweredSaves } from '../../platform/forms/use-save.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

/**
 * Saves all lines of a detail table in one call. The user can go on editing while the response is late. If the response of a save is lost, the next
 * save does not mistake that change for another user's.
 */
export function useOutlineSave(table: DetailTable, editor: OutlineEditor) {
  const { t } = useTranslation(['detail', 'words']);
  const invalidate = useInvalidate();
  const [wait] = useState(() => new AnswerWait());
  const phase = useSyncExternalStore(wait.subscribe, wait.phase);
  const version = useRef(table.version);
  const place = `${useContext(MemoryOwnerContext)}.detail.${table.id}.unanswered`;
  const [saves] = useState(() =>
    createUnansweredSaves(
      place,
      createChangeOnlyCalls((sent: { readonly lines: DetailLine[] } & RowVersionKey, options) =>
        makeCall('/detail/modify', sent, { ...options, quiet: true }),
      ),
    ),
  );

  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const save = useAction({
    mutationFn: async (lines: DetailOutline) => {
      try {
        return await saves.save({ lines: stripLineKeys(lines) }, { id: table.id, version: version.current });
      } catch (failure) {
        if (failure instanceof CallFailure) reportFailure(failure);
        throw failure;
      }
    },
    onMutate: () => wait.begin(),
    onSuccess: async (answer, lines) => {
      version.current = answer.version;
      const isAll = editor.saved(lines, answer.version);
      toast.success(t(isAll ? 'words:saved' : 'savedSoFar'));
      if (!isAll || wait.phase() === 'late') wait.end();
      // Do not reload while the user is still editing; a table that is opened again loads the saved version.
      if (isAll || isUnmounted.current) await invalidate('/detail');
      wait.end();
    },
    onError: () => wait.end(),
  });
  return {
    phase,
    busy: save.isPending,
    error: save.error,
    isLost: save.error instanceof CallFailure && save.error.network,
    save: () => {
      if (!save.isPending) save.mutate(editor.lines);
    },
  };
}
