import type { ComponentProps } from 'react';
import { Dialog } from './dialog.tsx';

interface SheetProps extends Omit<ComponentProps<typeof Dialog>, 'shape'> {
  /** `bottom` for a tablet held in one hand. */
  side?: 'right' | 'bottom';
}

/** Work beside the page that stays in sight: details of a row, a form of a few fields. */
export function Sheet({ side = 'right', ...rest }: SheetProps) {
  return <Dialog shape={side === 'right' ? 'sheet' : 'bottomSheet'} {...rest} />;
}
