import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode, type ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { Label as Base } from 'radix-ui/label';

function Label({ className, ...rest }: ComponentProps<typeof Base>) {
  return <Base className={cn('block text-sm font-medium', className)} {...rest} />;
}

/** Attributes for the control inside a field, so that screen readers read its label, hint and error. */
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
  /** Error message, shown below the control. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
}

/** Shows a label, the control, and the hint or the error message. */
export function Field({ label, children, hint, error, required = false, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </Label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-required': required || undefined,
      })}
      {error !== undefined ? (
        <FieldErrorText id={noteId}>{error}</FieldErrorText>
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

/** Shows the error of a field or of a group of fields. */
export function FieldErrorText({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-[13px] text-seal">
      <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
      {children}
    </p>
  );
}
