import { useTranslation } from '../../../lib/i18n.ts';
import { difficulty, variantNames } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import type { Paper } from '../paper-queries.ts';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';

const head = 'h-9 px-3 text-left text-[12.5px] font-medium text-muted-foreground';

/** Compares the variants by section and difficulty; parallel variants are equal in every row. */
export function VariantTable({ paper, desk }: { paper: Paper; desk: PaperAssemblyEditor }) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const rows = paper.sections.flatMap((section, at) =>
    Object.values(difficulty).map((level) => ({
      key: `${at}.${level}`,
      first: level === difficulty.easy,
      title: section.title,
      level: code(`difficulty.${level}`),
      counts: desk.variants.map(
        (variant) => (variant.sections[at] ?? []).filter((entry) => desk.bodies.get(entry.id)?.difficulty === level).length,
      ),
    })),
  );
  return (
    <table className="num w-full border-collapse text-[13.5px]">
      <caption className="sr-only">{t('compareHead')}</caption>
      <thead>
        <tr className="border-b">
          <th className={head}>{t('section')}</th>
          <th className={head}>{t('estimated')}</th>
          {desk.variants.map((_variant, at) => (
            <th key={at} className={cn(head, 'text-right')}>
              {t('variantName', { name: variantNames[at] ?? 'A' })}
            </th>
          ))}
          <th className={cn(head, 'text-right')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const same = new Set(row.counts).size === 1;
          return (
            <tr key={row.key} className="border-b last:border-b-0 [&>td]:px-3 [&>td]:py-1.5">
              <td>{row.first ? row.title : ''}</td>
              <td>{row.level}</td>
              {row.counts.map((count, at) => (
                <td key={at} className="text-right">
                  {count}
                </td>
              ))}
              <td className="text-right">
                <Chip tone={same ? 'delivered' : 'kept'} mark={same ? 'dot' : 'ring'}>
                  {t(same ? 'compareSame' : 'compareDifferent')}
                </Chip>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
