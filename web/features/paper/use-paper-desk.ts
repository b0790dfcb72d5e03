import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PaperBlueprint, PaperQuestion, PaperVariant } from '../../../sync/contract/paper.ts';
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { paperKey, type Paper } from './paper-queries.ts';

interface Desk {
  /** Of the paper these changes began with. */
  readonly version: number;
  readonly variants: readonly PaperVariant[];
  readonly blueprint: PaperBlueprint | null;
}

export interface PaperDesk {
  readonly variants: readonly PaperVariant[];
  readonly blueprint: PaperBlueprint | null;
  readonly bodies: ReadonlyMap<number, PaperQuestion>;
  /** `kept`: on this PC, the network is away. `refused`: the server said why in `failure`. */
  readonly state: 'saved' | 'saving' | 'kept' | 'refused';
  readonly failure: CallFailure | null;
  /** Puts other questions or another blueprint; kept here at once, saved on the server right after. */
  readonly put: (change: Partial<Pick<Desk, 'variants' | 'blueprint'>>, known?: readonly PaperQuestion[]) => void;
  readonly retry: () => void;
  readonly discard: () => void;
  /** After a stale version: saves these over what somebody else did. */
  readonly overwrite: () => void;
}

/** The questions of a paper while they are worked on. Every change lies on this PC before it is on its way, and goes again when the network is back. */
export function usePaperDesk(paper: Paper): PaperDesk {
  const queries = useQueryClient();
  const draftName = `paper.questions.${paper.id}`;
  const [desk, setDesk] = useState<Desk | null>(() => readDraft<Desk>(draftName)?.value ?? null);
  const [state, setState] = useState<PaperDesk['state']>(desk === null ? 'saved' : 'saving');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const newest = useRef(desk);
  const sending = useRef(false);
  const known = useRef(new Map<number, PaperQuestion>());
  for (const question of [...paper.sections.flatMap((section) => section.questions), ...paper.otherQuestions])
    known.current.set(question.id, question);

  const send = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    while (newest.current !== null) {
      const sent = newest.current;
      setState('saving');
      try {
        const { version } = await call(
          '/paper/choose',
          { id: paper.id, version: sent.version, variants: [...sent.variants], blueprint: sent.blueprint },
          { quiet: true },
        );
        const after: Desk | null = newest.current;
        if (after === sent) {
          newest.current = null;
          dropDraft(draftName);
          await queries.invalidateQueries({ queryKey: paperKey });
          if (newest.current === null) setDesk(null);
        } else if (after !== null) newest.current = { ...after, version };
        setFailure(null);
        if (newest.current === null) setState('saved');
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause;
        setFailure(cause);
        setState(cause.network ? 'kept' : 'refused');
        break;
      }
    }
    sending.current = false;
  }, [paper.id, draftName, queries]);

  useEffect(() => {
    if (newest.current !== null) void send();
    const back = () => void send();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [send]);
  useEffect(() => {
    if (state !== 'kept') return undefined;
    const timer = setInterval(() => void send(), 5000);
    return () => clearInterval(timer);
  }, [state, send]);

  const keep = (next: Desk) => {
    newest.current = next;
    setDesk(next);
    writeDraft(draftName, { savedMs: Date.now(), value: next });
    void send();
  };
  const shown = desk ?? paper;
  return {
    variants: shown.variants,
    blueprint: shown.blueprint,
    bodies: known.current,
    state,
    failure,
    put: (change, questions = []) => {
      for (const question of questions) known.current.set(question.id, question);
      const from = newest.current ?? paper;
      keep({ version: from.version, variants: from.variants, blueprint: from.blueprint, ...change });
    },
    retry: () => void send(),
    discard: () => {
      newest.current = null;
      dropDraft(draftName);
      setDesk(null);
      setFailure(null);
      setState('saved');
      void queries.invalidateQueries({ queryKey: paperKey });
    },
    overwrite: () => {
      const mine = newest.current;
      if (mine === null) return;
      void call('/paper/getById', { id: paper.id }).then(({ version }) => keep({ ...mine, version }));
    },
  };
}
