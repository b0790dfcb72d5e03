import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { flowAtoms } from '../../platform/app-flow.ts';

/**
 * Keeps the flow state's flag of whether the paper's form is saved (specification, section 3), and where that form stands. The
 * result raises it at once, for a form that is left as it is saved.
 */
export function usePaperSavedFlag(isSaved: boolean): () => void {
  const { pathname: path } = useLocation();
  const [exam, setExam] = useAtom(flowAtoms.exam);
  const latest = useRef(exam);
  latest.current = exam;
  const raise = () => {
    // The flag of another paper's form is not this one's to raise.
    if (latest.current.form?.['path'] === path) setExam({ ...latest.current, paperFormSaved: true, form: null });
  };
  useEffect(() => {
    if (isSaved) raise();
    else setExam({ ...latest.current, paperFormSaved: false, form: { path } });
    // Only the form's own change moves the flag.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved, path]);
  return raise;
}

/** Where an unsaved paper's form stands, in any tab; null: all is saved. */
export function useUnsavedPaper(): string | null {
  const { paperFormSaved, form } = useAtomValue(flowAtoms.exam);
  const path = form?.['path'];
  return !paperFormSaved && typeof path === 'string' ? path : null;
}
