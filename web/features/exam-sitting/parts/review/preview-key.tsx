import { useTranslation } from '../../../../lib/i18n.ts';
import type { PaperQuestion } from '../../../../../sync/contract/papers/paper.ts';
import { QuestionKey } from '../../../../ui/entity/question-view.tsx';
import type { SittingItem } from '../../model/paper-order.ts';
import { listRightLetters } from '../../model/preview-keys.ts';

/** Shows the key of the current question, with the option letters of this screen. */
export function PreviewKey({ item, question }: { item: SittingItem; question: PaperQuestion }) {
  const { t } = useTranslation('examAround');
  const letters = listRightLetters(item, question);
  return (
    <aside
      aria-label={t('previewKeyOf', { number: item.number })}
      className="scroll-slim mb-3 max-h-44 shrink-0 overflow-y-auto rounded-xl bg-delivered-soft px-4 py-3 text-sm"
    >
      <p className="font-medium text-delivered">
        {t('previewKeyOf', { number: item.number })}
        {letters.length > 0 && <b className="ml-2 text-base">{letters.join(' ')}</b>}
      </p>
      <QuestionKey question={question} />
    </aside>
  );
}
