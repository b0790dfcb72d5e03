import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { computeSubtotal } from '../paper-figures.ts';
import type { PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import type { Paper } from '../paper-queries.ts';

const cell = 'inline-flex min-w-[52px] justify-center rounded-sm px-1.5 py-px text-[13px]';

/** Shows the sections as a table: wanted and drawn questions, points, and source categories. */
export function PaperStructure({ paper, entries }: { paper: Paper; entries: PaperVariant['sections'] }) {
  const { t } = useTranslation('paper');
  return (
    <Panel title={t('structure')}>
      <table className="num w-full border-collapse text-[13.5px]">
        <thead>
          <tr className="border-b text-[12.5px] text-muted-foreground [&>th]:h-8 [&>th]:px-2.5 [&>th]:font-medium">
            <th className="pl-3.5! text-left">{t('sectionTitle')}</th>
            <th className="text-right">{t('have')}</th>
            <th className="text-right">{t('pointsEach')}</th>
            <th className="pr-3.5! text-right">{t('subtotal')}</th>
          </tr>
        </thead>
        <tbody>
          {paper.sections.map((section, at) => {
            const have = entries[at]?.length ?? 0;
            const full = have === section.count;
            return (
              <tr key={at} className="border-b last:border-b-0 [&>td]:px-2.5 [&>td]:py-1.5">
                <td className="pl-3.5!">
                  {section.title}
                  <span className="block text-[12.5px] text-muted-foreground">
                    {section.categories.length === 0 ? t('allCategories') : section.categories.join('、')}
                  </span>
                </td>
                <td className="text-right">
                  <span className={cn(cell, full ? 'bg-delivered-soft text-delivered' : 'bg-kept-soft text-kept-ink')}>
                    {have}/{section.count}
                  </span>
                </td>
                <td className="text-right">{section.pointsEach}</td>
                <td className="pr-3.5! text-right font-medium">{computeSubtotal(section)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
