import { useTranslation } from '../../lib/i18n.ts';
import { call } from '../../platform/call.ts';
import { useAction } from '../../platform/use-action.ts';
import { toast } from '../../ui/toast.ts';
import { idsOf, withSection, type Place } from './paper-moves.ts';
import type { Paper } from './paper-queries.ts';
import { askedOf } from './use-blueprint.ts';
import type { PaperDesk } from './use-paper-desk.ts';

/** Replaces a question with its nearest equal, and offers undo. */
export function useSwap(paper: Paper, desk: PaperDesk) {
  const { t } = useTranslation('paper');
  const swap = useAction({
    mutationFn: async ({ id }: { id: number; place: Place }) => {
      const avoidIds = [...new Set(desk.variants.flatMap(idsOf))];
      const { blueprint } = desk;
      return call('/paper/getNearest', {
        questionId: id,
        avoidIds,
        bank: blueprint?.bank ?? paper.rules.bank,
        limit: 1,
        kind: paper.kind,
        ...(blueprint && { quotas: askedOf(blueprint) }),
      });
    },
    onSuccess: ({ items: [nearest] }, { id, place }) => {
      if (nearest === undefined) {
        toast.plain(t('noEqual'));
        return;
      }
      const { differs, ...question } = nearest;
      const put = (from: number, to: number) =>
        desk.put(
          ({ variants }) => ({
            variants: withSection(variants, place, (list) => list.map((entry) => (entry.id === from ? { id: to, locked: false } : entry))),
          }),
          [question],
        );
      put(id, question.id);
      const list = differs.map((each) => t(`differ.${each}`)).join('、');
      toast.plain(t('swapped', { differs: differs.length === 0 ? '' : t('swapDiffers', { list }) }), {
        action: { label: t('undo'), onClick: () => put(question.id, id) },
      });
    },
  });
  return {
    swap: (id: number, place: Place) => swap.mutate({ id, place }),
    isSwapping: (id: number) => swap.isPending && swap.variables.id === id,
  };
}
