import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Label } from './label.tsx';

/** What the control inside a field must carry, so that its label, hint and error are read with it. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': boolean | undefined;
}

interface FieldProps {
  label: ReactNode;
  children: (control: FieldControl) => ReactNode;
  hint?: ReactNode;
  /** In words, shown beside the field. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
}

/** Label above, control, then the hint or the error in words. */
export function Field({ label, children, hint, error, required = false, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const noted = error !== undefined || hint !== undefined;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </Label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': noted ? noteId : undefined,
        'aria-required': required || undefined,
      })}
      {error !== undefined ? (
        <FieldFault id={noteId}>{error}</FieldFault>
      ) : (
        hint !== undefined && (
          <p id={noteId} className="text-[13px] text-muted-foreground">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export const RequiredMark = () => (
  <span aria-hidden className="ml-0.5 text-seal">
    *
  </span>
);

/** What is wrong with a field, or with several that stand together. */
export function FieldFault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-[13px] text-seal">
      <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {children}
    </p>
  );
}
