import { useTranslation } from '../../lib/i18n.ts';
import { joinWords } from '../../lib/punctuation.ts';
import { makeCall } from '../../platform/api/call.ts';
import { useAction } from '../../ui/use-action.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { listVariantIds, changeSection, type SectionPlace } from './paper-moves.ts';
import type { Paper } from './paper-queries.ts';
import { normaliseBlueprint } from './use-blueprint.ts';
import type { PaperAssemblyEditor } from './use-paper-assembly-editor.ts';

/** Replaces a question with the most similar one of the bank, and offers to undo that. */
export function useQuestionSwap(paper: Paper, editor: PaperAssemblyEditor) {
  const { t } = useTranslation(['paper', 'ui']);
  const swap = useAction({
    mutationFn: async ({ id }: { id: number; place: SectionPlace }) => {
      const avoidIds = [...new Set(editor.variants.flatMap(listVariantIds))];
      const { blueprint } = editor;
      return makeCall('/paper/getNearest', {
        questionId: id,
        avoidIds,
        bank: blueprint?.bank ?? paper.rules.bank,
        limit: 1,
        kind: paper.kind,
        ...(blueprint && { quotas: normaliseBlueprint(blueprint) }),
      });
    },
    onSuccess: ({ items: [nearest] }, { id, place }) => {
      if (nearest === undefined) {
        toast.plain(t('noEqual'));
        return;
      }
      const { differs, ...question } = nearest;
      const put = (from: number, to: number) =>
        editor.put(
          ({ variants }) => ({
            variants: changeSection(variants, place, (list) =>
              list.map((entry) => (entry.id === from ? { id: to, locked: false } : entry)),
            ),
          }),
          [question],
        );
      put(id, question.id);
      const list = joinWords(differs.map((each) => t(`differ.${each}`)));
      toast.plain(t('swapped', { differs: differs.length === 0 ? '' : t('swapDiffers', { list }) }), {
        action: { label: t('ui:editorUndo'), onClick: () => put(question.id, id) },
      });
    },
  });
  return {
    swap: (id: number, place: SectionPlace) => swap.mutate({ id, place }),
    isSwapping: (id: number) => swap.isPending && swap.variables.id === id,
  };
}
