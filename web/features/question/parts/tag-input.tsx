import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Input } from '../../../ui/primitives/input.tsx';

interface TagInputProps extends Partial<FieldControl> {
  value: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags that the bank already uses. */
  suggestions: readonly string[];
}

/** Edits tags: Enter or a comma ends a tag, Backspace removes the last one. */
export function TagInput({ value, onChange, suggestions, ...control }: TagInputProps) {
  const { t } = useTranslation('question');
  const listId = useId();
  const [text, setText] = useState('');
  const put = (typed: string) => {
    const fresh = typed
      .split(/[,，、]/)
      .map((tag) => tag.trim().slice(0, 30))
      .filter((tag) => tag !== '' && !value.includes(tag));
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)]);
    setText('');
  };
  return (
    <div className="flex flex-col gap-1.5">
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tag}>
              <Chip>
                {tag}
                <button
                  type="button"
                  aria-label={t('tagRemove', { tag })}
                  className="-mr-1 rounded-full hover:text-foreground"
                  onClick={() => onChange(value.filter((each) => each !== tag))}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <Input
        {...control}
        list={listId}
        value={text}
        placeholder={t('tagHint')}
        onChange={(event) => (/[,，、]$/.test(event.target.value) ? put(event.target.value) : setText(event.target.value))}
        onKeyDown={(event) => {
          // Enter during composition of a Chinese word belongs to the input method.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            put(text);
          } else if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1));
        }}
        onBlur={() => put(text)}
      />
      <datalist id={listId}>
        {suggestions.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </div>
  );
}
