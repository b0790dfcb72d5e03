import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { PaperContent } from '../../../../../sync/contract/exams/sitting.ts';
import type { PaperQuestion } from '../../../../../sync/contract/papers/paper.ts';
import { arrangePaper, type SittingItem } from '../../model/paper-order.ts';
import { createPreviewSession } from '../../model/preview-session.ts';
import { SittingController } from '../../model/sitting-controller.ts';
import { AnswerCard } from '../player/answer-card.tsx';
import { PlayerFooter } from '../player/player-footer.tsx';
import { PlayerQuestionView } from '../answers/question-view.tsx';
import { SectionView } from '../answers/section-view.tsx';
import { getStoredTextSize, textSizes } from '../player/text-size.tsx';
import { usePlayerCommands } from '../player/use-player-commands.ts';
import { usePlayerKeys } from '../player/use-player-keys.ts';
import { useSittingMoves } from '../gate/use-sitting-moves.ts';
import { QuestionKey } from '../../../../entities/question/question-key.tsx';
import { listRightLetters, toScreenKey } from '../../model/preview-keys.ts';

interface PreviewDeskProps {
  content: PaperContent;
  /** Seed of the order of questions and options, like an attempt's id. */
  examinee: string;
  /** Answer keys by item id; null hides them, as for an examinee. */
  keys: ReadonlyMap<string, PaperQuestion> | null;
}

/** Shows the player without an exam: with the paper's layout and shuffling, answer card and keyboard. */
export function PreviewPlayer({ content, examinee, keys }: PreviewDeskProps) {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const [desk] = useState(() => new SittingController(createPreviewSession()));
  useEffect(() => () => desk.close(), [desk]);
  const [right, wrong] = [sitting('judgement.right'), sitting('judgement.wrong')];
  const paper = useMemo(() => arrangePaper(content, examinee, [right, wrong]), [content, examinee, right, wrong]);
  const { number, struck, go, move, setNumber, actions } = useSittingMoves(paper, desk, examinee);
  const [size, setSize] = useState(getStoredTextSize);
  const part = useRef<HTMLDivElement>(null);
  const item = paper.items[number - 1];
  usePlayerKeys(usePlayerCommands(item, move, desk, actions), part);
  const goFocused = useCallback(
    (to: number) => {
      go(to);
      requestAnimationFrame(() => part.current?.querySelector<HTMLElement>('[data-question-head]')?.focus({ preventScroll: true }));
    },
    [go],
  );
  if (item === undefined) return null;
  const question = keys?.get(item.id);
  return (
    <div
      ref={part}
      className="flex min-h-[400px] grow basis-0 overflow-hidden rounded-xl border bg-card"
      style={{ '--question-size': `${textSizes[size]}px` } as CSSProperties}
    >
      <div className="flex min-w-0 grow flex-col px-6 max-sm:px-3.5">
        <section
          key={paper.layout === 'one' ? item.id : 'all'}
          data-scroller
          aria-label={t('previewExaminee')}
          className="scroll-slim -mx-6 min-h-0 grow overflow-y-auto px-6 pt-5 pb-4 max-sm:-mx-3.5 max-sm:px-3.5"
        >
          {paper.layout !== 'one' ? (
            <SectionView paper={paper} number={number} desk={desk} struck={struck} actions={actions} onReach={setNumber} />
          ) : (
            <PlayerQuestionView item={item} total={paper.items.length} desk={desk} struck={struck[item.id]} actions={actions} />
          )}
        </section>
        {question !== undefined && <PreviewKey item={item} question={question} />}
        <PlayerFooter item={item} total={paper.items.length} desk={desk} onMove={move} size={size} onSize={setSize} />
      </div>
      <div className="scroll-slim hidden w-[250px] shrink-0 overflow-y-auto border-l px-4 py-4 lg:block">
        <AnswerCard paper={paper} desk={desk} current={number} onGo={goFocused} />
      </div>
    </div>
  );
}

/** Shows the key of the current question, with the option letters of this screen. */
function PreviewKey({ item, question }: { item: SittingItem; question: PaperQuestion }) {
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
      <QuestionKey question={{ ...question, key: toScreenKey(item, question) }} />
    </aside>
  );
}
