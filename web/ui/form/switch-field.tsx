import { useId } from 'react';
import { cn } from '../../lib/cn.ts';
import { Switch } from '../primitives/switch.tsx';

interface SwitchFieldProps {
  label: string;
  /** Says in small print what the switch does. */
  hint: string;
  value: boolean;
  onChange: (value: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** Shows a switch at the right of its label and hint. */
export function SwitchField({ label, hint, value, onChange, disabled = false, className }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <p id={id} className="text-sm font-medium">
        {label}
        <span className="mt-0.5 block text-[13px] font-normal text-muted-foreground">{hint}</span>
      </p>
      <Switch aria-labelledby={id} checked={value} disabled={disabled} onCheckedChange={onChange} className="mt-0.5" />
    </div>
  );
}
