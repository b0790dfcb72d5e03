import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../lib/cn.ts';
import { Input } from './input.tsx';

const pauseMs = 300;

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  className?: string;
}

/** Searches when typing pauses, or at once with Enter and when the field is left; not in the middle of a Chinese word being composed. */
export function SearchInput({ value, onChange, placeholder, className }: SearchInputProps) {
  const { t } = useTranslation('ui');
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  // Told once each: said again when the pause is over, it would call back whoever went on to another page meanwhile.
  const newest = useRef(value);
  // What was told comes back as the value a moment later, and must not go over what was typed meanwhile.
  const told = useRef<string[]>([]);
  const heard = useEffectEvent((now: string) => {
    const at = told.current.indexOf(now);
    told.current = told.current.slice(at + 1);
    if (at >= 0) return;
    told.current = [];
    const typing = text.trim() !== newest.current;
    newest.current = now;
    if (!typing) setText(now);
  });
  useEffect(() => heard(value), [value]);
  const tell = (now: string) => {
    if (now === newest.current) return;
    newest.current = now;
    told.current.push(now);
    onChange(now);
  };
  const pauseIsOver = useEffectEvent(() => tell(text.trim()));
  useEffect(() => {
    if (composing) return undefined;
    const timer = setTimeout(() => pauseIsOver(), pauseMs);
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
          if (event.key === 'Enter' && !composing) tell(text.trim());
        }}
        // Before what is pressed next is done: a filter, a link.
        onBlur={() => tell(text.trim())}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            setText('');
            tell('');
          }}
          className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-md text-muted-foreground hover:bg-muted"
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
