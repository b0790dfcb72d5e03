import { sectionType } from '../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../sync/contract/bank/question.ts';
import { cn } from '../../lib/cn.ts';
import { getOptionLetterClass, optionRowClass, optionTextClass, pictureClass, stemClass } from './question-look.ts';
import { RichText } from '../rich-text/rich-text.tsx';

// In place of each blank, the player shows an input field.
const blankPlaces =
  'leading-[2.3] [&_[data-blank]]:h-[1.9em]! [&_[data-blank]]:min-w-[5.5em]! [&_[data-blank]]:rounded-md [&_[data-blank]]:border! [&_[data-blank]]:border-input! [&_[data-blank]]:bg-card [&_[data-blank]]:align-middle!';

const letters = 'ABCDEFGH';

/** Shows a question read-only, as the player does. */
export function ExamineeView({ question }: { question: Pick<QuestionBody, 'type' | 'stem' | 'options'> }) {
  return (
    <div>
      <RichText html={question.stem} className={cn(stemClass, pictureClass, question.type === sectionType.fillIn && blankPlaces)} />
      {question.options.map((option, at) => (
        <div key={option.id} className={optionRowClass}>
          <span className={getOptionLetterClass(question.type === sectionType.multiple, false)}>{letters[at]}</span>
          <RichText inline html={option.html} className={optionTextClass} />
        </div>
      ))}
    </div>
  );
}
