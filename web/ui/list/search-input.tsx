import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { Input } from '../primitives/input.tsx';
import { createSearchMemory } from './search-memory.ts';

const pauseMs = 300;

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  className?: string;
}

/** Renders a search field. Searches when typing pauses, and at once on Enter or blur, but not while a Chinese word is being composed. */
export function SearchInput({ value, onChange, placeholder, className }: SearchInputProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  const [memory] = useState(() => createSearchMemory(value));
  const adoptValue = useEffectEvent((newValue: string) => {
    if (memory.isFromOutside(newValue, text.trim())) setText(newValue);
  });
  // Use an effect, because the search memory must be called once for each value, and a render may run twice.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => adoptValue(value), [value]);
  /** Searches on the user's request: Enter, or leaving the field. */
  const requestSearch = (searchText: string) => {
    if (memory.isWanted(searchText, value)) onChange(searchText);
  };
  const searchAfterPause = useEffectEvent(() => {
    if (memory.isNews(text.trim())) onChange(text.trim());
  });
  useEffect(() => {
    if (composing) return undefined;
    const timer = setTimeout(() => searchAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, composing]);
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted-foreground" />
      <Input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || composing) return;
          // Prevent the default: Enter searches, and must not submit the form around the list.
          event.preventDefault();
          requestSearch(text.trim());
        }}
        // Search before the next click takes effect on a filter or link.
        onBlur={() => requestSearch(text.trim())}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            setText('');
            requestSearch('');
          }}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-md text-muted-foreground hover:bg-muted"
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
