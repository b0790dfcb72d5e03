import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/call.ts';
import { toast } from '../../ui/toast.ts';
import { idsOf, withSection, type Place } from './paper-moves.ts';
import type { Paper } from './paper-queries.ts';
import type { PaperDesk } from './use-paper-desk.ts';

/** Puts the nearest equal of a question in its place, with a way back. */
export function useSwap(paper: Paper, desk: PaperDesk) {
  const { t } = useTranslation('paper');
  const swap = useMutation({
    mutationFn: async ({ id }: { id: number; place: Place }) => {
      const avoidIds = [...new Set(desk.variants.flatMap(idsOf))];
      return call('/paper/getNearest', { questionId: id, avoidIds, bank: desk.blueprint?.bank ?? paper.rules.bank, limit: 1 });
    },
    onSuccess: ({ items: [nearest] }, { id, place }) => {
      if (nearest === undefined) {
        toast.plain(t('noEqual'));
        return;
      }
      const before = desk.variants;
      const { differs, ...question } = nearest;
      desk.put(
        {
          variants: withSection(before, place, (list) =>
            list.map((entry) => (entry.id === id ? { id: question.id, locked: false } : entry)),
          ),
        },
        [question],
      );
      const list = differs.map((each) => t(`differ.${each}`)).join('、');
      toast.plain(t('swapped', { differs: differs.length === 0 ? '' : t('swapDiffers', { list }) }), {
        action: { label: t('undo'), onClick: () => desk.put({ variants: before }) },
      });
    },
  });
  return {
    swap: (id: number, place: Place) => swap.mutate({ id, place }),
    isSwapping: (id: number) => swap.isPending && swap.variables.id === id,
  };
}
