import { type ClipboardEvent, useRef, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { Popover } from '../../../ui/primitives/popover.tsx';

export type CellEnd = 'enter' | 'tab' | 'backTab' | 'escape' | 'blur';

interface CellEditorProps {
  label: string;
  text: string;
  isRight: (text: string) => boolean;
  /** Describes the valid input, shown as a hint. */
  wanted: string;
  /**
   * Reports the final text. An invalid text cannot be confirmed; leaving the cell restores the old text and passes the invalid one as `dropped`.
   */
  onEnd: (text: string, how: CellEnd, dropped: string | null) => void;
  /** Offers pasted text to the caller first; returns true if the caller used it. */
  onPasteText: (text: string) => boolean;
  className?: string;
}

/** Edits one cell. Enter does not end editing while an input method is composing a word. */
export function CellEditor({ label, text, isRight, wanted, onEnd, onPasteText, className }: CellEditorProps) {
  const [value, setValue] = useState(text);
  const ended = useRef(false);
  const right = isRight(value);
  const end = (how: CellEnd) => {
    if (ended.current || (!right && how !== 'escape' && how !== 'blur')) return;
    ended.current = true;
    onEnd(right && how !== 'escape' ? value : text, how, right || how === 'escape' ? null : value);
  };
  const field = (
    <input
      aria-label={label}
      aria-invalid={right ? undefined : true}
      autoFocus
      value={value}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => end('blur')}
      onPaste={(event: ClipboardEvent) => {
        event.stopPropagation();
        if (!onPasteText(event.clipboardData.getData('text/plain'))) return;
        ended.current = true;
        event.preventDefault();
      }}
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
  return (
    <Popover
      open={!right}
      label={label}
      anchor={field}
      align="end"
      className="px-2.5 py-1.5 text-[13px] text-seal"
      onOpenAutoFocus={(event) => event.preventDefault()}
    >
      <p role="alert">{wanted}</p>
    </Popover>
  );
}
