import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  value: number;
  onChange: (value: number) => void;
}

/** Renders the browser's own slider. It works by touch, mouse and arrow keys. */
export function Slider({ value, onChange, className, ...rest }: SliderProps) {
  return (
    <input
      {...rest}
      type="range"
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      className={cn('h-11 min-w-0 grow cursor-pointer accent-primary', className)}
    />
  );
}
