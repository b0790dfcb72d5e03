import { useRef, useState } from 'react';
import { cn } from '../../../lib/cn.ts';

export type CellEnd = 'enter' | 'tab' | 'backTab' | 'escape' | 'blur';

interface CellEditorProps {
  label: string;
  text: string;
  isRight: (text: string) => boolean;
  /** The text that stands; a wrong one never ends by itself. */
  onEnd: (text: string, how: CellEnd) => void;
  className?: string;
}

/** One cell being typed into. A Chinese word in the middle of being composed takes its own Enter. */
export function CellEditor({ label, text, isRight, onEnd, className }: CellEditorProps) {
  const [value, setValue] = useState(text);
  const ended = useRef(false);
  const right = isRight(value);
  const end = (how: CellEnd) => {
    if (ended.current || (!right && how !== 'escape' && how !== 'blur')) return;
    ended.current = true;
    onEnd(right && how !== 'escape' ? value : text, how);
  };
  return (
    <input
      aria-label={label}
      aria-invalid={right ? undefined : true}
      autoFocus
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => end('blur')}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        const how = { Enter: 'enter', Escape: 'escape', Tab: event.shiftKey ? 'backTab' : 'tab' }[event.key] as CellEnd | undefined;
        if (how === undefined) return;
        event.preventDefault();
        end(how);
      }}
      className={cn(
        'h-7 w-full min-w-0 rounded-md border border-primary bg-card px-1.5 text-[13.5px] outline-none aria-invalid:border-seal aria-invalid:bg-seal-soft',
        className,
      )}
    />
  );
}
