import * as Base from 'radix-ui/radio-group';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

export function RadioGroup({ className, ...rest }: ComponentProps<typeof Base.Root>) {
  return <Base.Root className={cn('flex flex-wrap gap-x-6 gap-y-2', className)} {...rest} />;
}

interface RadioProps {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export function Radio({ value, label, hint, disabled = false }: RadioProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <Base.Item
        id={id}
        value={value}
        disabled={disabled}
        className="mt-[2px] grid size-[18px] shrink-0 place-items-center rounded-full border border-input bg-card disabled:opacity-50 data-[state=checked]:border-primary"
      >
        <Base.Indicator className="size-2.5 rounded-full bg-primary" />
      </Base.Item>
      <label htmlFor={id} className="text-sm">
        {label}
        {hint !== undefined && <span className="block text-[13px] text-muted-foreground">{hint}</span>}
      </label>
    </div>
  );
}
