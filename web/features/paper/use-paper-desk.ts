import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { PaperBlueprint } from '../../../sync/contract/assembly.ts';
import type { PaperQuestion, PaperVariant } from '../../../sync/contract/paper.ts';
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.ts';
import { call, CallFailure } from '../../platform/call.ts';
import { MemoryOwner } from '../../ui/table-memory.ts';
import { paperKey, type Paper } from './paper-queries.ts';

/** Settings are typed: a request for each key would be one too many. */
const typingMs = 700;

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
  /** Sends what is still here; true once nothing is. */
  readonly settle: () => Promise<boolean>;
  readonly retry: () => void;
  readonly discard: () => void;
  /** After a stale version: saves these over what somebody else did. */
  readonly overwrite: () => void;
}

const staleCode = 1006;
const isSame = (one: Pick<Desk, 'variants' | 'blueprint'>, other: Pick<Desk, 'variants' | 'blueprint'>): boolean =>
  JSON.stringify([one.variants, one.blueprint]) === JSON.stringify([other.variants, other.blueprint]);

/** The questions of a paper while they are worked on. Every change lies on this PC before it is on its way, and goes again when the network is back. */
export function usePaperDesk(paper: Paper): PaperDesk {
  const queries = useQueryClient();
  const draftName = `${useContext(MemoryOwner)}.paper.questions.${paper.id}`;
  const [desk, setDesk] = useState<Desk | null>(() => readDraft<Desk>(draftName)?.value ?? null);
  const [state, setState] = useState<PaperDesk['state']>(desk === null ? 'saved' : 'saving');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const newest = useRef(desk);
  const sending = useRef<Promise<void> | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const known = useRef(new Map<number, PaperQuestion>());
  for (const question of [...paper.sections.flatMap((section) => section.questions), ...paper.otherQuestions])
    known.current.set(question.id, question);

  const sendAll = useCallback(async () => {
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
        // The answer of an earlier try may have been lost on its way: what stands there is what was sent.
        const there = cause.code === staleCode ? await call('/paper/getById', { id: paper.id }, { quiet: true }).catch(() => null) : null;
        if (there !== null && isSame(there, sent)) {
          if (newest.current === sent) {
            newest.current = null;
            dropDraft(draftName);
            await queries.invalidateQueries({ queryKey: paperKey });
            setDesk(newest.current);
            setState('saved');
          } else newest.current = { ...(newest.current ?? sent), version: there.version };
          continue;
        }
        setFailure(cause);
        setState(cause.network ? 'kept' : 'refused');
        break;
      }
    }
  }, [paper.id, draftName, queries]);
  const send = useCallback((): Promise<void> => {
    clearTimeout(pause.current);
    sending.current ??= sendAll().finally(() => (sending.current = null));
    return sending.current;
  }, [sendAll]);

  useEffect(() => {
    if (newest.current !== null) void send();
    const back = () => void send();
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('online', back);
      void send();
    };
  }, [send]);
  useEffect(() => {
    if (state !== 'kept') return undefined;
    const timer = setInterval(() => void send(), 5000);
    return () => clearInterval(timer);
  }, [state, send]);

  const keep = (next: Desk, waitMs = 0) => {
    newest.current = next;
    setDesk(next);
    setState((before) => (before === 'saved' ? 'saving' : before));
    writeDraft(draftName, { savedMs: Date.now(), value: next });
    clearTimeout(pause.current);
    if (waitMs === 0) void send();
    else pause.current = setTimeout(() => void send(), waitMs);
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
      keep(
        { version: from.version, variants: from.variants, blueprint: from.blueprint, ...change },
        change.variants === undefined ? typingMs : 0,
      );
    },
    settle: async () => {
      await send();
      return newest.current === null;
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
