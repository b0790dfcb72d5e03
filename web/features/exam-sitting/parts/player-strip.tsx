import type { ComponentProps } from 'react';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Renders a notice between the question and the footer, over the full width of the column. */
export const PlayerStrip = (props: Omit<ComponentProps<typeof Strip>, 'className'>) => (
  <Strip {...props} className="items-center rounded-none px-5 py-[7px] text-sm lg:px-10 [&>i]:mt-0" />
);
