import type { ComponentProps } from 'react';
import { Dialog } from './dialog.tsx';

interface SheetProps extends Omit<ComponentProps<typeof Dialog>, 'shape'> {
  /** Edge of the window. Use `bottom` for a tablet held in one hand. */
  side?: 'right' | 'bottom';
}

/** Renders a dialog at the edge of the window, for details of a row or a short form. The page stays in view. */
export function Sheet({ side = 'right', ...rest }: SheetProps) {
  return <Dialog shape={side === 'right' ? 'sheet' : 'bottomSheet'} {...rest} />;
}
