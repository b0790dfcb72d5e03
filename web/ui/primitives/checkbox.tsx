import { Check, Minus } from 'lucide-react';
import * as Base from 'radix-ui/checkbox';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

export function Checkbox({ className, ...rest }: ComponentProps<typeof Base.Root>) {
  return (
    <Base.Root
      className={cn(
        'grid size-[18px] shrink-0 place-items-center rounded-sm border border-input bg-card transition-colors disabled:opacity-50 aria-invalid:border-seal data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary data-[state=indeterminate]:text-primary-foreground',
        className,
      )}
      {...rest}
    >
      <Base.Indicator className="group grid place-items-center">
        {rest.checked === 'indeterminate' ? <Minus className="size-3.5" strokeWidth={3} /> : <Check className="size-3.5" strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  );
}
