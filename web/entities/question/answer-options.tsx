import { type ComponentType, memo, type ReactNode } from 'react';
import { sectionType } from '../../../sync/contract/codes.ts';
import { cn } from '../../lib/cn.ts';
import type { AnswerValue } from '../../../sync/engine/ops/ops.ts';
import type { AnswerableQuestion, AnswerOption, QuestionText } from './answerable-question.ts';
import { getOptionLetterClass, optionRowClass, optionTextClass } from './question-look.ts';

// Style of an option that the examinee crossed out. Text decoration has no effect inside a formula, so a background draws the line there.
const struckLook =
  'text-muted-foreground line-through decoration-muted-foreground [&_math]:bg-[linear-gradient(to_top,transparent_calc(50%-0.5px),currentColor_calc(50%-0.5px)_calc(50%+0.5px),transparent_calc(50%+0.5px))]';

interface SharedProps<Q> {
  question: Q;
  Text: QuestionText;
  /** Renders additional content in an option's row. */
  Extra?: ComponentType<{ option: AnswerOption; isStruck: boolean }>;
  onChoose: (question: Q, optionId: string) => void;
  /** Called when the row is clicked with the right mouse button, to cross the option out. */
  onStrike?: (question: Q, optionId: string) => void;
}

interface OptionRowProps<Q> extends SharedProps<Q> {
  option: AnswerOption;
  chosen: boolean;
  isStruck: boolean;
}

/** Shows one option as a large row. A native input covers the whole row, so that mouse, touch, keyboard and screen reader all use it. */
const OptionRow = memo(function OptionRow<Q extends AnswerableQuestion>({
  question,
  option,
  chosen,
  isStruck,
  Text,
  Extra,
  onChoose,
  onStrike,
}: OptionRowProps<Q>) {
  const isMultiple = question.type === sectionType.multiple;
  const out = isStruck && !chosen;
  return (
    <label
      data-option={option.id}
      onContextMenu={
        onStrike &&
        ((event) => {
          event.preventDefault();
          onStrike(question, option.id);
        })
      }
      className={cn(
        optionRowClass,
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        chosen ? 'border-primary bg-primary-soft shadow-[inset_0_0_0_1px_var(--primary)]' : 'hover:border-input',
        out && struckLook,
      )}
    >
      <input
        type={isMultiple ? 'checkbox' : 'radio'}
        name={`item-${question.id}`}
        value={option.id}
        checked={chosen}
        onChange={() => onChoose(question, option.id)}
        className="absolute inset-0 z-[1] m-0 size-full cursor-pointer appearance-none rounded-xl opacity-0"
      />
      <span className={getOptionLetterClass(isMultiple, chosen)}>{option.letter}</span>
      <Text inline html={option.html} className={optionTextClass} />
      {Extra && <Extra option={option} isStruck={out} />}
    </label>
  );
}) as <Q extends AnswerableQuestion>(props: OptionRowProps<Q>) => ReactNode;

interface AnswerOptionsProps<Q> extends SharedProps<Q> {
  answer: AnswerValue;
  struckOptions?: ReadonlySet<string> | undefined;
  label: string;
  /** Id of the stem's element. */
  stemId: string;
}

/** Shows the options of a choice question as radio buttons or check boxes. */
export function AnswerOptions<Q extends AnswerableQuestion>({ answer, struckOptions, label, stemId, ...row }: AnswerOptionsProps<Q>) {
  return (
    <div role={row.question.type === sectionType.multiple ? 'group' : 'radiogroup'} aria-label={label} aria-describedby={stemId}>
      {row.question.options.map((option) => (
        <OptionRow
          key={option.id}
          {...row}
          option={option}
          chosen={answer.includes(option.id)}
          isStruck={struckOptions?.has(option.id) ?? false}
        />
      ))}
    </div>
  );
}
