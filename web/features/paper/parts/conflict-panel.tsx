import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { variantNames } from '../../../../sync/contract/codes.ts';
import type { paperCalls } from '../../../../sync/contract/papers/paper.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type Paper } from '../paper-queries.ts';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';
import { useQuestionSwap } from '../use-swap.ts';

type Conflict = CallOutput<(typeof paperCalls)['getConflicts']>['items'][number];

/** Lists questions that must not be in one paper, each with a way to resolve the conflict. */
export function ConflictPanel({ paper, desk, fixed }: { paper: Paper; desk: PaperAssemblyEditor; fixed: boolean }) {
  const { t } = useTranslation('paper');
  const { swap, isSwapping } = useQuestionSwap(paper, desk);
  const conflicts = useCall(
    '/paper/getConflicts',
    { id: paper.id },
    {
      quiet: true,
      version: paper.version,
      enabled: desk.variants.some((variant) => variant.sections.some((entries) => entries.length > 0)),
    },
  );
  const items = conflicts.data?.items ?? [];
  if (items.length === 0) return null;
  const numberOf = (variant: number, id: number): number =>
    (desk.variants[variant]?.sections.flat().findIndex((one) => one.id === id) ?? -1) + 1;
  const several = desk.variants.length > 1;
  const words = (conflict: Conflict): string => {
    const at = variantNames.indexOf(conflict.variant);
    const numbers = conflict.ids.map((id) => numberOf(at, id)).toSorted((a, b) => a - b);
    const [first = 0, second = 0] = numbers;
    const where = several ? `${t('variantName', { name: conflict.variant })} ` : '';
    return `${where}${t(`conflict.${conflict.kind}`, { first, second, n: numbers.length, max: paper.rules.maxShared })}`;
  };
  return (
    <section aria-label={t('conflictTitle')}>
      <Panel
        title={t('conflictTitle')}
        aside={
          <Chip tone="kept" mark="ring">
            {t('places', { count: items.length })}
          </Chip>
        }
      >
        <ul className="num max-h-52 overflow-y-auto text-[13px]">
          {items.map((conflict) => {
            const variant = variantNames.indexOf(conflict.variant);
            const last = conflict.ids.toSorted((a, b) => numberOf(variant, a) - numberOf(variant, b)).at(-1) ?? 0;
            const section = desk.variants[variant]?.sections.findIndex((entries) => entries.some((entry) => entry.id === last)) ?? -1;
            return (
              <li
                key={`${conflict.variant} ${conflict.kind} ${conflict.ids.join()}`}
                className="flex items-center justify-between gap-2 border-b px-3.5 py-1.5 last:border-b-0"
              >
                {words(conflict)}
                {!fixed && conflict.kind !== 'shared' && section >= 0 && (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="text-primary"
                    repeats={false}
                    busy={isSwapping(last)}
                    onClick={() => swap(last, { variant, section })}
                  >
                    {t('swapNumber', { n: numberOf(variant, last) })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </Panel>
    </section>
  );
}
