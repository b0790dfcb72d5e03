import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { DraftChip } from '../../ui/form/draft-note.tsx';
import { Button } from '../../ui/primitives/button.tsx';
import { FormBody, type FormSaving } from './form-body.tsx';

interface SettingsBodyProps<V> {
  saving: FormSaving<V> & { readonly busy: boolean };
  /** Text of the button. */
  save: string;
  disabled?: boolean;
  className?: string;
  /** Stands beside the button. */
  beside?: ReactNode;
  /** Panels with the fields. */
  children: ReactNode;
}

/** Renders the form of a page of settings: its panels, and one button below them. */
export const SettingsBody = <V,>({ saving, save, disabled = false, className, beside, children }: SettingsBodyProps<V>) => (
  <FormBody saving={saving}>
    <fieldset disabled={disabled} className={cn('flex min-w-0 flex-col gap-3.5', className)}>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={saving.busy}>
          {save}
        </Button>
        <DraftChip draft={saving.draft} />
        {beside}
      </div>
    </fieldset>
  </FormBody>
);
