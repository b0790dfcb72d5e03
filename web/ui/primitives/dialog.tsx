import { X } from 'lucide-react';
import * as Base from 'radix-ui/dialog';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { useFocusReturn } from './focus-return.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Text below the title, read aloud with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** `dialog`: centred. `sheet`: from the right, full height. `bottomSheet`: from below, full width. */
  shape?: 'dialog' | 'sheet' | 'bottomSheet';
  className?: string;
  /** For content that is shown once: neither Escape nor a click beside the dialog closes it, only its buttons. */
  onlyButtonsClose?: boolean;
}

const keepOpen = (event: Event): void => event.preventDefault();

const shapes = {
  dialog: 'top-1/2 left-1/2 max-h-[calc(100dvh-3rem)] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-xl border',
  sheet: 'inset-y-0 right-0 w-[min(42rem,calc(100vw-2rem))] border-l',
  bottomSheet: 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-xl border-t',
};

const firstField =
  'input:not([disabled],[type=hidden],[type=file]),textarea:not([disabled]),[role=combobox]:not([disabled]),[contenteditable=true]';

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  shape = 'dialog',
  className,
  onlyButtonsClose = false,
}: DialogProps) {
  const { t } = useTranslation('ui');
  const body = useRef<HTMLDivElement>(null);
  const bringBack = useFocusReturn(open);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Overlay className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_262/.42)]" />
        <Base.Content
          className={cn('fixed z-40 flex flex-col bg-card text-card-foreground shadow-pop outline-none', shapes[shape], className)}
          onOpenAutoFocus={(event) => {
            // Focus the first field of a form instead of the close button.
            const field = body.current?.querySelector<HTMLElement>(firstField);
            if (field === null || field === undefined) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={bringBack}
          {...(onlyButtonsClose ? { onEscapeKeyDown: keepOpen, onInteractOutside: keepOpen } : {})}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="flex items-start gap-3 border-b px-5 py-3.5">
            <div className="min-w-0 grow">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-0.5 text-[13px] text-muted-foreground">{description}</Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={t('close')}
              className="-mr-1.5 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground"
            >
              <X className="size-4" />
            </Base.Close>
          </div>
          <div ref={body} className="scroll-slim min-h-0 grow overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer !== undefined && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
