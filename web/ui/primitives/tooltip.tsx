import * as Base from 'radix-ui/tooltip';
import type { ReactNode } from 'react';
import { useOpenState } from './use-open-state.ts';

/** Explains an icon. Information must never be given in a tooltip only. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const [open, change] = useOpenState();
  return (
    <Base.Provider delayDuration={400}>
      <Base.Root open={open} onOpenChange={change}>
        <Base.Trigger asChild>{children}</Base.Trigger>
        <Base.Portal>
          <Base.Content
            sideOffset={6}
            className="z-50 max-w-xs rounded-md bg-foreground px-2.5 py-1.5 text-[13px] text-background shadow-pop"
          >
            {text}
          </Base.Content>
        </Base.Portal>
      </Base.Root>
    </Base.Provider>
  );
}
