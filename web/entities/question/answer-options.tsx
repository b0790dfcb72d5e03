import { ZoomIn } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AnswerValue } from '../../../../../sync/engine/ops/ops.ts';
import { cn } from '../../../../lib/cn.ts';
import { getOptionLetterClass, optionRowClass, optionTextClass } from '../../../../entities/question/question-look.ts';
import { isMultipleChoice } from '../../model/choice.ts';
import type { SittingItem, SittingOption } from '../../model/paper-order.ts';
import { RichHtml } from './rich-html.tsx';

// A text decoration does not apply within a formula, so the line is drawn there as a background.
const struckLook =
  'text-muted-foreground line-through decoration-muted-foreground [&_math]:bg-[linear-gradient(to_top,transparent_calc(50%-0.5px),currentColor_calc(50%-0.5px)_calc(50%+0.5px),transparent_calc(50%+0.5px))]';

// A component of its own, because most rows need no text and each translation hook costs time.
function StruckNote() {
  const { t } = useTranslation('examSitting');
  return <span className="sr-only">（{t('player.struck')}）</span>;
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

interface OptionRowProps {
  item: SittingItem;
  option: SittingOption;
  chosen: boolean;
  struck: boolean;
  onChoose: (item: SittingItem, optionId: string) => void;
  onStrike: (item: SittingItem, optionId: string) => void;
}

/** Shows one option as a large row. A native input covers the whole row, so that mouse, touch, keyboard and screen reader all use it. */
const OptionRow = memo(function OptionRow({ item, option, chosen, struck, onChoose, onStrike }: OptionRowProps) {
  const out = struck && !chosen;
  return (
    <label
      data-option={option.id}
      onContextMenu={(event) => {
        event.preventDefault();
        onStrike(item, option.id);
      }}
      className={cn(
        optionRowClass,
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        chosen ? 'border-primary bg-primary-soft shadow-[inset_0_0_0_1px_var(--primary)]' : 'hover:border-input',
        out && struckLook,
      )}
    >
      <input
        type={isMultipleChoice(item.type) ? 'checkbox' : 'radio'}
        name={`item-${item.id}`}
        value={option.id}
        checked={chosen}
        onChange={() => onChoose(item, option.id)}
        className="absolute inset-0 z-[1] m-0 size-full cursor-pointer appearance-none rounded-xl opacity-0"
      />
      <span className={getOptionLetterClass(isMultipleChoice(item.type), chosen)}>{option.letter}</span>
      <RichHtml inline html={option.html} className={optionTextClass} />
      {out && <StruckNote />}
      {option.html.includes('<img') && <ZoomButton letter={option.letter} />}
    </label>
  );
});

interface ChoiceOptionsProps {
  item: SittingItem;
  answer: AnswerValue;
  struck: ReadonlySet<string> | undefined;
  stemId: string;
  onChoose: OptionRowProps['onChoose'];
  onStrike: OptionRowProps['onStrike'];
}

/** Shows the options of a choice question as radio buttons or check boxes. */
export function ChoiceOptions({ item, answer, struck, stemId, onChoose, onStrike }: ChoiceOptionsProps) {
  const { t } = useTranslation('examSitting');
  return (
    <div
      role={isMultipleChoice(item.type) ? 'group' : 'radiogroup'}
      aria-label={t('player.options', { number: item.number })}
      aria-describedby={stemId}
    >
      {item.options.map((option) => (
        <OptionRow
          key={option.id}
          item={item}
          option={option}
          chosen={answer.includes(option.id)}
          struck={struck?.has(option.id) ?? false}
          onChoose={onChoose}
          onStrike={onStrike}
        />
      ))}
    </div>
  );
}
