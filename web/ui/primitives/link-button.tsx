import type { VariantProps } from 'class-variance-authority';
import { Link, type LinkProps } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { buttonVariants } from './button.tsx';

/** Links to a page in the look of a button. A component that is also used in `player.html` puts a `PageLink` into a `Button` instead. */
export const LinkButton = ({ className, variant, size, ...link }: LinkProps & VariantProps<typeof buttonVariants>) => (
  <Link className={cn(buttonVariants({ variant, size }), className)} {...link} />
);
