import { sectionType } from '../../sync/contract/codes.ts';
import type { QuestionBody } from '../../sync/contract/question.ts';
import { cn } from '../lib/cn.ts';
import { optionLetterLook, optionRowLook, optionTextLook, pictureLook, stemLook } from './question-look.ts';
import { RichText } from './rich-text.tsx';

// In place of each blank, the player shows an input field.
const blankPlaces =
  'leading-[2.3] [&_[data-blank]]:h-[1.9em]! [&_[data-blank]]:min-w-[5.5em]! [&_[data-blank]]:rounded-md [&_[data-blank]]:border! [&_[data-blank]]:border-input! [&_[data-blank]]:bg-card [&_[data-blank]]:align-middle!';

const letters = 'ABCDEFGH';

/** Shows a question read-only, as the player does. */
export function ExamineeView({ question }: { question: Pick<QuestionBody, 'type' | 'stem' | 'options'> }) {
  return (
    <div>
      <RichText html={question.stem} className={cn(stemLook, pictureLook, question.type === sectionType.fillIn && blankPlaces)} />
      {question.options.map((option, at) => (
        <div key={option.id} className={optionRowLook}>
          <span className={optionLetterLook(question.type === sectionType.multiple, false)}>{letters[at]}</span>
          <RichText inline html={option.html} className={optionTextLook} />
        </div>
      ))}
    </div>
  );
}
