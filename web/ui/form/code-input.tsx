import type { ComponentProps } from 'react';
import { cn } from '../../lib/cn.ts';
import { Input } from '../primitives/input.tsx';

interface CodeInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  value: string;
  onChange: (code: string) => void;
}

/** Input for the one-time code of an authenticator, or for a recovery code. */
export function CodeInput({ className, onChange, ...input }: CodeInputProps) {
  return (
    <Input
      {...input}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      className={cn('num', className)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
