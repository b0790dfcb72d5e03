import { lazy, memo, Suspense, use, useId, useEffect, useRef } from 'react';
import { getQuestionTypeName } from '../../../../../sync/contract/codes.ts';
import { i18n, useTranslation } from '../../../../lib/i18n.ts';
import { addBrackets } from '../../../../lib/punctuation.ts';
import { lazyOptional } from '../../../../lib/optional-part.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { isFillIn, isPerformedItem, isPlacedType, hasFreeTextAnswer } from '../../model/choice.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { stemClass } from '../../../../entities/question/question-look.ts';
import { AnswerBlanks } from '../../../../entities/question/answer-blanks.tsx';
import { AnswerOptions } from '../../../../entities/question/answer-options.tsx';
import { AnswerPlaces } from '../../../../entities/question/answer-places.tsx';
import { RichHtml } from './rich-html.tsx';
import { TeacherCommentsContext } from './teacher-comments.ts';
import { useItemAnswer, useItemFlag } from '../use-sitting-value.ts';
import { splitLongAnswer, maxLongAnswerChars, joinLongAnswer } from '../../../../../sync/engine/ops/long-answer.ts';
import { useComposedText } from '../../../../ui/form/use-composed-text.ts';
import { ZoomIn } from 'lucide-react';
import type { AnswerOption } from '../../../../entities/question/answerable-question.ts';

interface LongAnswerProps {
  item: SittingItem;
  answer: AnswerValue;
  stemId: string;
  onWrite: (item: SittingItem, value: AnswerValue) => void;
  onLeave: () => void;
}

/** Shows a free-text answer. The field grows with its text, so that only the page scrolls. */
function LongAnswer({ item, answer, stemId, onWrite, onLeave }: LongAnswerProps) {
  const { t } = useTranslation('examSitting');
  const field = useRef<HTMLTextAreaElement>(null);
  const { value: text, ...typing } = useComposedText<HTMLTextAreaElement>(joinLongAnswer(answer), (written) =>
    onWrite(item, splitLongAnswer(written)),
  );
  useEffect(() => {
    const at = field.current;
    if (!at) return;
    at.style.height = 'auto';
    at.style.height = `${at.scrollHeight + 2}px`;
  }, [text]);
  return (
    <div className="mt-5">
      <textarea
        ref={field}
        // Fewer rows if photos are allowed, so that the photo buttons below stay visible.
        rows={item.files > 0 ? 4 : 8}
        aria-label={t('player.longAnswer', { number: item.number })}
        aria-describedby={stemId}
        placeholder={t('player.longPlaceholder')}
        value={text}
        maxLength={maxLongAnswerChars}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...typing}
        onBlur={onLeave}
        className="block w-full resize-none overflow-hidden rounded-xl border border-input bg-card px-4 py-3 text-[length:var(--question-size)] leading-[1.8] placeholder:text-muted-foreground/70 focus:border-primary focus:outline-2 focus:outline-offset-1 focus:outline-ring"
      />
      <p className="mt-1.5 flex justify-between gap-4 text-[13px] text-muted-foreground">
        <span>{t('player.longHint')}</span>
        <span className="num shrink-0">{t('player.longCount', { count: [...text.replace(/\s/g, '')].length })}</span>
      </p>
    </div>
  );
}

// Precached like all chunks, but loaded only if a question asks for files or has a teacher's note.
const FilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }));
const LazyTeacherComment = lazy(async () => ({ default: (await import('./teacher-comment.tsx')).TeacherComment }));

const StemMedia = lazyOptional(async () => {
  const [part] = await Promise.all([import('./stem-media.tsx'), i18n.load(['examAround'])]);
  return part.StemMedia;
});

/** Callbacks of a question. They are stable, so that only a changed question renders again. */
export interface QuestionActions {
  choose: (item: SittingItem, optionId: string) => void;
  /** Takes the answer to an ordering or matching question, and saves it at once. */
  place: (item: SittingItem, value: AnswerValue) => void;
  /** Takes typed text, which is saved after a pause in typing or when the field is left. */
  write: (item: SittingItem, value: AnswerValue) => void;
  strike: (item: SittingItem, optionId: string) => void;
  leaveField: () => void;
}

interface QuestionViewProps {
  item: SittingItem;
  total: number;
  controller: SittingController;
  struckOptions: ReadonlySet<string> | undefined;
  actions: QuestionActions;
}

/** Shows one question with its answer fields. */
export const PlayerQuestionView = memo(function QuestionView({ item, total, controller, struckOptions, actions }: QuestionViewProps) {
  const { t } = useTranslation('examSitting');
  const answer = useItemAnswer(controller, item.id);
  const flagged = useItemFlag(controller, item.id);
  const words = use(TeacherCommentsContext).get(item.id);
  const stemId = useId();
  const type = t(`type.${getQuestionTypeName(item.type) ?? 'other'}`);
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
          <LazyTeacherComment words={words} />
        </Suspense>
      )}
      {isFillIn(item.type) ? (
        <AnswerBlanks
          question={item}
          answer={answer}
          label={t('player.question', { number: item.number })}
          stemId={stemId}
          zoomLabel={t('player.zoom')}
          Text={RichHtml}
          onWrite={actions.write}
          onLeave={actions.leaveField}
        />
      ) : (
        <>
          <RichHtml id={stemId} zoomLabel={t('player.zoom')} html={item.stemHtml} className={stemClass} />
          {hasFreeTextAnswer(item) ? (
            <LongAnswer item={item} answer={answer} stemId={stemId} onWrite={actions.write} onLeave={actions.leaveField} />
          ) : isPerformedItem(item) ? (
            <p className="mt-5 rounded-xl border border-dashed border-border-strong px-4 py-3 text-muted-foreground">
              {t('player.performed')}
            </p>
          ) : isPlacedType(item.type) ? (
            <AnswerPlaces
              question={item}
              answer={answer}
              label={t('player.options', { number: item.number })}
              stemId={stemId}
              Text={RichHtml}
              onPlace={actions.place}
            />
          ) : (
            <AnswerOptions
              question={item}
              answer={answer}
              struckOptions={struckOptions}
              label={t('player.options', { number: item.number })}
              stemId={stemId}
              Text={RichHtml}
              Extra={OptionExtra}
              onChoose={actions.choose}
              onStrike={actions.strike}
            />
          )}
        </>
      )}
      {item.stemHtml.includes('data-media') && (
        <Suspense>
          <StemMedia item={item} controller={controller} stemId={stemId} />
        </Suspense>
      )}
      {item.files > 0 && (
        <Suspense>
          <FilesField item={item} controller={controller} pictureMarks={words?.pictures} />
        </Suspense>
      )}
    </article>
  );
});

/**
 * Shows notes on an option: that it is struck out, and a button to enlarge its picture. Each note has its own translation hook, because most options
 * have no note.
 */
function OptionExtra({ option, isStruck }: { option: AnswerOption; isStruck: boolean }) {
  return (
    <>
      {isStruck && <StruckNote />}
      {option.html.includes('<img') && <ZoomButton letter={option.letter} />}
    </>
  );
}

function StruckNote() {
  const { t } = useTranslation('examSitting');
  return <span className="sr-only">{addBrackets(t('player.struck'))}</span>;
}

function ZoomButton({ letter }: { letter: string }) {
  const { t } = useTranslation('examSitting');
  return (
    <button
      type="button"
      data-zoom-next
      aria-label={`${t('player.zoom')} ${letter}`}
      className="relative z-[2] grid size-9 flex-none place-items-center self-center rounded-md border border-input bg-card text-muted-foreground hover:bg-muted"
    >
      <ZoomIn aria-hidden className="size-4" />
    </button>
  );
}
