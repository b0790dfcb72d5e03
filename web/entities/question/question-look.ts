import { cn } from '../../lib/cn.ts';

/** Styles of a question, for the player and for previews of papers and questions. Sizes depend on the CSS variable `--question-size`. */

/** Question text: 18 px by default; the player offers three sizes. */
export const stemClass = 'mb-5 max-w-[46em] text-[length:calc(var(--question-size)*1.05)] leading-[1.75]';

/** Style of an option's row, which is large enough to touch. */
export const optionRowClass =
  'relative mb-2.5 flex min-h-[56px] max-w-[800px] items-start gap-4 rounded-xl border bg-card px-[18px] py-[13px] leading-[1.6]';

export const optionTextClass = 'min-w-0 grow text-[length:var(--question-size)]';

/** Returns the look of an option's letter: round for single choice, square for multiple choice. */
export const getOptionLetterClass = (isMultiple: boolean, isChosen: boolean): string =>
  cn(
    'grid size-[30px] flex-none place-items-center border-[1.5px] text-[15px] font-semibold',
    isMultiple ? 'rounded-[7px]' : 'rounded-full',
    isChosen ? 'border-primary bg-primary text-primary-foreground' : 'border-input text-muted-foreground',
  );

export const blankFieldClass =
  'mx-1 h-[1.9em] max-w-full rounded-md border border-input bg-card px-2 text-center align-baseline text-[1em] leading-none';

/** Limits tall pictures, so that the options stay in view. A picture with an explicit width keeps it. */
export const pictureClass =
  '[&_img]:max-h-[46vh]! [&_img:not([width$="%"])]:w-auto! [&_img]:object-contain [&_img]:object-left [&_img]:rounded-md dark:[&_img]:bg-white';
