import { lazy, memo, Suspense, use, useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { isFillIn, isPerformedItem, hasFreeTextAnswer } from '../../model/choice.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { stemClass } from '../../../../ui/entity/question-look.ts';
import { BlankStem } from './blank-stem.tsx';
import { ChoiceOptions } from './choice-options.tsx';
import { LongAnswer } from './long-answer.tsx';
import { RichHtml } from './rich-html.tsx';
import { TeacherCommentsContext } from './teacher-comments.ts';
import { useItemAnswer, useItemFlag } from '../player/use-sitting-value.ts';

// Precached like all chunks, but loaded only if a question asks for files or has a teacher's note.
const FilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }));
const SaidOfAnswer = lazy(async () => ({ default: (await import('./teacher-comment.tsx')).TeacherComment }));

/** Callbacks of a question. They are stable, so that only a changed question renders again. */
export interface QuestionActions {
  choose: (item: SittingItem, optionId: string) => void;
  write: (item: SittingItem, value: AnswerValue) => void;
  strike: (item: SittingItem, optionId: string) => void;
  leaveField: () => void;
}

interface QuestionViewProps {
  item: SittingItem;
  total: number;
  desk: SittingController;
  struck: ReadonlySet<string> | undefined;
  actions: QuestionActions;
}

const typeKeys = [
  'single',
  'multiple',
  'judgement',
  'fillIn',
  'questionAnswer',
  'practical',
  'thesisDefence',
  'comprehensiveReview',
] as const;
const typeKey = (type: number): (typeof typeKeys)[number] | 'other' => typeKeys[type - 1] ?? 'other';

/** Shows one question with its answer fields. */
export const PlayerQuestionView = memo(function QuestionView({ item, total, desk, struck, actions }: QuestionViewProps) {
  const { t } = useTranslation('examSitting');
  const answer = useItemAnswer(desk, item.id);
  const flagged = useItemFlag(desk, item.id);
  const words = use(TeacherCommentsContext).get(item.id);
  const stemId = useId();
  const type = t(`type.${typeKey(item.type)}`);
  return (
    <article data-item={item.id} aria-labelledby={`${stemId}-head`}>
      <header className="mb-3.5 flex min-h-[34px] flex-wrap items-center gap-3">
        <h2
          id={`${stemId}-head`}
          tabIndex={-1}
          data-question-head
          className="num text-[22px] font-[650] outline-none"
          aria-label={t('player.questionOf', { number: item.number, total, type, points: item.points })}
        >
          {item.number} <span className="text-[15px] font-normal text-muted-foreground">/ {total}</span>
        </h2>
        <Chip>{t('player.typeAndPoints', { type, points: item.points })}</Chip>
        {flagged && (
          <Chip tone="seal" mark="square">
            {t('player.flagged')}
          </Chip>
        )}
      </header>
      {words && (
        <Suspense>
          <SaidOfAnswer words={words} />
        </Suspense>
      )}
      {isFillIn(item.type) ? (
        <BlankStem item={item} answer={answer} stemId={stemId} onWrite={actions.write} onLeave={actions.leaveField} />
      ) : (
        <>
          <RichHtml id={stemId} zoomLabel={t('player.zoom')} html={item.stemHtml} className={stemClass} />
          {hasFreeTextAnswer(item) ? (
            <LongAnswer item={item} answer={answer} stemId={stemId} onWrite={actions.write} onLeave={actions.leaveField} />
          ) : isPerformedItem(item) ? (
            <p className="mt-5 rounded-xl border border-dashed border-border-strong px-4 py-3 text-muted-foreground">
              {t('player.performed')}
            </p>
          ) : (
            <ChoiceOptions
              item={item}
              answer={answer}
              struck={struck}
              stemId={stemId}
              onChoose={actions.choose}
              onStrike={actions.strike}
            />
          )}
        </>
      )}
      {item.files > 0 && (
        <Suspense>
          <FilesField item={item} desk={desk} said={words?.pictures} />
        </Suspense>
      )}
    </article>
  );
});
