import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { PaperBlueprint, Relaxation } from '../../../sync/contract/papers/assembly.ts';
import type { paperCalls } from '../../../sync/contract/papers/paper.ts';
import { dropDraft, readDraft, writeDraft } from '../../lib/draft/draft.ts';
import { fetchCall, useInvalidate } from '../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../platform/api/call.ts';
import { MemoryOwnerContext } from '../../ui/memory-owner-context.ts';
import type { Paper } from './paper-queries.ts';
import type { PaperAssemblyEditor } from './use-paper-assembly-editor.ts';

type AssemblyResult = CallOutput<(typeof paperCalls)['assemble']>;

/** Input of an assembly, stored on this PC until it is answered. The same seed gives the same paper, so a retry is safe. */
interface AssemblyRequest {
  readonly version: number;
  readonly seed: number;
  readonly blueprint: PaperBlueprint;
  readonly keep: number[];
  readonly accept?: { readonly counts: number[]; readonly maxShared: number };
}

export interface PaperAssembly {
  /** `waiting`: no network; it continues automatically. `interrupted`: the tab was closed during the call. */
  readonly state: 'idle' | 'working' | 'waiting' | 'interrupted';
  /** Result of the last try. If it has a shortfall, nothing was saved. */
  readonly result: AssemblyResult | null;
  readonly failure: CallFailure | null;
  /** Starts an assembly. `keep`: indexes of variants to leave unchanged. */
  readonly start: (blueprint: PaperBlueprint, keep: readonly number[], relaxation?: Relaxation) => void;
  /** Continues an assembly that a closed tab interrupted. */
  readonly resume: () => void;
  readonly drop: () => void;
  /** Clears the last result, because its input has changed. */
  readonly forget: () => void;
}

const retryMs = 5000;

/**
 * Assembles a paper by its blueprint (quotas by question type, difficulty, scope and importance). The server draws and saves in one call with a given
 * seed, so a lost reply or a closed tab neither loses nor doubles the result.
 */
export function useAssembly(
  paper: Paper,
  editor: PaperAssemblyEditor,
  /** `before`: the paper before the assembly; null if it is unknown. */
  onSaved: (result: AssemblyResult | null, before: Paper | null) => void,
): PaperAssembly {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const name = `${useContext(MemoryOwnerContext)}.paper.assembly.${paper.id}`;
  const [storedWish] = useState(() => readDraft<AssemblyRequest>(name)?.value ?? null);
  const wish = useRef(storedWish);
  const [state, setState] = useState<PaperAssembly['state']>(storedWish === null ? 'idle' : 'interrupted');
  const [result, setResult] = useState<AssemblyResult | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const working = useRef(false);

  const end = (next: Partial<{ result: AssemblyResult | null; failure: CallFailure }> = {}) => {
    wish.current = null;
    dropDraft(name);
    setState('idle');
    setResult(next.result ?? null);
    setFailure(next.failure ?? null);
  };
  const fetchPaper = () => fetchCall(queries, '/paper/getById', { id: paper.id }, { quiet: true });

  const run = async (isRetry: boolean) => {
    const currentWish = wish.current;
    if (currentWish === null || working.current) return;
    working.current = true;
    setState('working');
    try {
      // The server may have saved the paper of an earlier try although its reply was lost.
      const currentPaper = isRetry ? await fetchPaper() : { ...paper, variants: [...editor.variants], blueprint: editor.blueprint };
      if (isRetry && currentPaper.version !== currentWish.version && currentPaper.seed === currentWish.seed) {
        await invalidate('/paper');
        end();
        onSaved(null, null);
        return;
      }
      const { accept, ...rest } = currentWish;
      const assembly = await makeCall('/paper/assemble', { id: paper.id, ...rest, ...(accept && { accept }) }, { quiet: true });
      if (assembly.saved !== null) await invalidate('/paper');
      end({ result: assembly });
      if (assembly.saved !== null) onSaved(assembly, currentPaper);
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause;
      if (cause.network) setState('waiting');
      else {
        end({ failure: cause });
        // Refetch after a refusal: if another user has changed the paper, the user must see those changes before the next try.
        void invalidate('/paper');
      }
    } finally {
      working.current = false;
    }
  };
  const runAgain = useEffectEvent(() => run(true));

  useEffect(() => {
    if (state !== 'waiting') return undefined;
    const retry = () => void runAgain();
    const timer = setInterval(retry, retryMs);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [state]);

  const start = async (blueprint: PaperBlueprint, keep: readonly number[], relaxation?: Relaxation) => {
    if (working.current) return;
    setState('working');
    setFailure(null);
    const blueprintToDraw =
      relaxation === undefined ? blueprint : { ...blueprint, maxExposure: relaxation.apply.maxExposure, cells: relaxation.apply.cells };
    const version = await editor.settle();
    if (version === null) {
      // Do not assemble while changes of the paper are not saved. The page already shows why they are not.
      setState('idle');
      return;
    }
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const accept = relaxation && { counts: relaxation.apply.counts, maxShared: relaxation.apply.maxShared };
    wish.current = { version, seed, blueprint: blueprintToDraw, keep: [...keep], ...(accept && { accept }) };
    writeDraft(name, { savedMs: Date.now(), value: wish.current });
    await run(false);
  };
  return {
    state,
    result,
    failure,
    start: (blueprint, keep, relaxation) => void start(blueprint, keep, relaxation),
    resume: () => void run(true),
    drop: () => end(),
    forget: () => {
      setResult(null);
      setFailure(null);
    },
  };
}
