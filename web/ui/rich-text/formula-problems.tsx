import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { FormulaProblem } from './formulas.ts';

type Faults = readonly { readonly source: string; readonly fault: FormulaProblem }[];

/** Lists, while the user types, the formulas of a text that cannot be typeset. Papers would show their LaTeX source. */
export function FormulaProblems({ html }: { html: string }) {
  const { t } = useTranslation('ui');
  const [problems, setProblems] = useState<Faults>([]);
  const hasFormula = html.includes('$');
  useEffect(() => {
    if (!hasFormula) return undefined;
    let isCurrent = true;
    void import('./latex.ts').then(({ listFormulaProblems }) => {
      if (isCurrent) setProblems(listFormulaProblems(html));
    });
    return () => {
      isCurrent = false;
    };
  }, [html, hasFormula]);
  return (
    <ul role="status" aria-label={t('formulaFaults')} className="flex flex-col gap-0.5 text-[13px] text-seal empty:hidden">
      {(hasFormula ? problems : []).map(({ source, fault }, at) => (
        <li key={`${at} ${source}`}>
          <code className="rounded-sm bg-seal-soft px-1 break-all">${source}$</code>{' '}
          {t(`formulaFault.${fault.kind}`, { of: fault.subject })}
        </li>
      ))}
    </ul>
  );
}
