import { type DragEvent, type ReactNode, useState } from 'react';
import { cn } from '../lib/cn.ts';

interface SheetDropProps {
  disabled: boolean;
  onTake: (file: File) => void;
  children: ReactNode;
}

/** Where a file may be dropped; what is inside chooses one by hand. */
export function SheetDrop({ disabled, onTake, children }: SheetDropProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      onDragOver={(event: DragEvent) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined && !disabled) onTake(file);
      }}
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border border-dashed border-input p-3.5 transition-colors',
        over && 'border-primary bg-primary-soft',
      )}
    >
      {children}
    </div>
  );
}
