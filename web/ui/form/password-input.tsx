import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { Input } from '../primitives/input.tsx';

/** Renders a password input with a button to show the text. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, 'type'>) {
  const { t } = useTranslation('ui');
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <Input {...rest} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} className={cn('pr-11', className)} />
      <button
        type="button"
        aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-1.5 my-auto grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-muted"
      >
        {isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </span>
  );
}
