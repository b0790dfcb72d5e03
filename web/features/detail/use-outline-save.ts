import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errors } from '../../../sync/contract/errors.ts';
import { AnswerWait } from '../../lib/answer-wait.ts';
import { isSame } from '../../lib/draft.ts';
import { call, CallFailure, reportFailure } from '../../platform/call.ts';
import { toast } from '../../ui/toast.ts';
import type { DetailTable } from './detail-queries.ts';
import type { Outline } from './outline.ts';
import { linesOf, type OutlineEditor } from './use-outline.ts';

/** Whatever the server calls them. */
const wordsOf = (lines: DetailTable['lines']) => lines.map(({ id: _id, ...line }) => line);

/** Saves the lines all together. An answer that is late holds nobody up, and one that was lost is no stranger's change. */
export function useOutlineSave(table: DetailTable, editor: OutlineEditor) {
  const { t } = useTranslation('detail');
  const queries = useQueryClient();
  const [wait] = useState(() => new AnswerWait());
  const phase = useSyncExternalStore(wait.subscribe, wait.phase);
  const version = useRef(table.version);
  /** Sent, and not answered: it may stand there. */
  const tried = useRef<Outline>(null);

  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const send = (lines: Outline) =>
    call('/detail/modify', { id: table.id, version: version.current, lines: linesOf(lines) }, { quiet: true });
  const save = useMutation({
    mutationFn: async (lines: Outline) => {
      try {
        return await send(lines).catch(async (failure: unknown) => {
          const isStale = failure instanceof CallFailure && failure.code === errors.conflict.code;
          if (!isStale || tried.current === null) throw failure;
          const there = await call('/detail/getById', { id: table.id }, { quiet: true });
          if (!isSame(wordsOf(there.lines), wordsOf(linesOf(tried.current)))) throw failure;
          version.current = there.version;
          return send(lines);
        });
      } catch (failure) {
        if (failure instanceof CallFailure) {
          if (failure.network) tried.current = lines;
          reportFailure(failure);
        }
        throw failure;
      }
    },
    onMutate: () => wait.begin(),
    onSuccess: async (answer, lines) => {
      version.current = answer.version;
      tried.current = null;
      const isAll = editor.saved(lines, answer.version);
      toast.success(t(isAll ? 'saved' : 'savedSoFar'));
      if (!isAll || wait.phase() === 'late') wait.end();
      // What is being written stays under the hands; opened again, it goes on from what stands.
      if (isAll || gone.current) await queries.invalidateQueries({ queryKey: ['detail'] });
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
