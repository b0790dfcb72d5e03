import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import * as sonner from 'sonner';
import { registerToaster } from './toast.ts';

/** Shows toasts; errors stay three seconds (specification section 9). They are placed where they hide neither a clock nor a form's buttons. */
export function Toaster() {
  const { t } = useTranslation('ui');
  // Effects of children run before this one, so the library listens for toasts by now.
  useEffect(() => registerToaster(sonner), []);
  return (
    <sonner.Toaster
      position="bottom-center"
      containerAriaLabel={t('toasts')}
      duration={3000}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'font-sans flex w-[var(--width)] items-start gap-2.5 rounded-lg border bg-popover px-4 py-3 text-sm text-popover-foreground shadow-pop',
          title: 'font-medium',
          description: 'text-[13px] text-muted-foreground',
          error: '[&_[data-icon]]:text-seal',
          success: '[&_[data-icon]]:text-delivered',
          actionButton: 'ml-auto shrink-0 rounded-sm text-primary underline-offset-4 hover:underline',
        },
      }}
    />
  );
}
