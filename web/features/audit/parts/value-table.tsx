import { useTranslation } from '../../../lib/i18n.ts';
import type { DiffRow } from '../entry-diff.ts';
import { formatFieldPath, formatAuditValue } from '../entry-words.ts';
import { useAuditTexts } from '../use-audit-words.ts';

interface ValueTableProps {
  entity: string;
  rows: readonly DiffRow[];
  /** Sides to show: before and after, or the only one that exists. */
  sides: readonly ('before' | 'after')[];
}

/** Lists fields with their values in words. */
export function ValueTable({ entity, rows, sides }: ValueTableProps) {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const both = sides.length > 1;
  const texts = { minutes: (count: number) => t('minutes', { count }), hidden: t('hidden') };
  return (
    <table className="w-full table-fixed border-y text-[13px]">
      <thead className="text-left text-muted-foreground">
        <tr className="border-b">
          <th scope="col" className="w-40 py-1.5 pr-3 font-normal">
            {t('field')}
          </th>
          {sides.map((side) => (
            <th key={side} scope="col" className="py-1.5 pr-3 font-normal last:pr-0">
              {both ? t(side) : t('value')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y">
        {rows.map((row) => (
          <tr key={row.path.join('/')} className="align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium break-words">
              {formatFieldPath(words, entity, row.path, (n) => t('place', { n }))}
            </th>
            {sides.map((side) => {
              const text = formatAuditValue(words, entity, row.path, row[side], texts);
              return (
                <td key={side} className="num py-1.5 pr-3 break-words whitespace-pre-wrap last:pr-0">
                  {text === '' ? (
                    <span className="text-muted-foreground">{t('none')}</span>
                  ) : both ? (
                    <Marked side={side}>{text}</Marked>
                  ) : (
                    text
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Strikes through old values and highlights new ones, so that colour is not the only cue. */
function Marked({ side, children }: { side: 'before' | 'after'; children: string }) {
  return side === 'before' ? (
    <del className="text-muted-foreground">{children}</del>
  ) : (
    <ins className="rounded bg-primary-soft px-1 text-accent-foreground no-underline">{children}</ins>
  );
}
