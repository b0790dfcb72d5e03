import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { flowAtoms } from '../../platform/session/app-flow.ts';

/**
 * Notes for other pages whether the paper form is saved, and the path of the unsaved form (specification, section 3). Returns a function that sets
 * the flag at once, for a form that is left right after saving.
 */
export function usePaperSavedFlag(isSaved: boolean): () => void {
  const { pathname: path } = useLocation();
  const [exam, setExam] = useAtom(flowAtoms.exam);
  const latest = useRef(exam);
  latest.current = exam;
  const raise = () => {
    // Another paper's unsaved form must keep its flag.
    if (latest.current.form?.['path'] === path) setExam({ ...latest.current, paperFormSaved: true, form: null });
  };
  useEffect(() => {
    if (isSaved) raise();
    else setExam({ ...latest.current, paperFormSaved: false, form: { path } });
    // Run only when this form changes between saved and unsaved.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved, path]);
  return raise;
}

/** Returns the path of an unsaved paper form in any tab, or null if all are saved. */
export function useUnsavedPaper(): string | null {
  const { paperFormSaved, form } = useAtomValue(flowAtoms.exam);
  const path = form?.['path'];
  return !paperFormSaved && typeof path === 'string' ? path : null;
}
