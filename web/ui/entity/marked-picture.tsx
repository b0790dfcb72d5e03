import type { ReactNode } from 'react';
import type { PictureMark } from '../../../sync/contract/marking/picture-mark.ts';

type Place = Pick<PictureMark, 'x' | 'y'>;

const badge = 'num grid size-6 flex-none place-items-center rounded-full bg-primary text-[13px] font-semibold text-primary-foreground';
/** Classes of the numbered badge of a mark on a photo. Its centre is on the marked place; the white ring keeps it visible on any photo. */
export const pictureMarkClass = `${badge} absolute -translate-x-1/2 -translate-y-1/2 ring-2 ring-white`;
/** Returns the CSS position of a mark; `x` and `y` are fractions of the picture's width and height. */
export const getMarkPosition = ({ x, y }: Place) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

/** Shows a photo as large as fits, with an overlay. */
export function PictureFrame({ src, alt, children }: { src: string; alt: string; children: ReactNode }) {
  return (
    <div className="relative w-fit max-w-full overflow-hidden rounded-lg border bg-muted">
      <img src={src} alt={alt} className="block max-h-[420px] max-w-full" />
      {children}
    </div>
  );
}

export function MarkNumber({ number }: { number: number }) {
  return <span className={badge}>{number}</span>;
}

interface MarkedPictureProps {
  /** Address of the picture; '' if it is missing, so that only the remarks are shown. */
  src: string;
  alt: string;
  marks: readonly PictureMark[];
  label: string;
}

/** Shows a photo with a teacher's numbered remarks. */
export function MarkedPicture({ src, alt, marks, label }: MarkedPictureProps) {
  return (
    <figure className="mt-3 space-y-2">
      {src !== '' && (
        <PictureFrame src={src} alt={alt}>
          {marks.map((mark, at) => (
            <span key={at} aria-hidden className={pictureMarkClass} style={getMarkPosition(mark)}>
              {at + 1}
            </span>
          ))}
        </PictureFrame>
      )}
      <figcaption className="text-[13px] text-muted-foreground">{alt === '' ? label : `${label} · ${alt}`}</figcaption>
      <ol className="space-y-1.5 text-[15px]">
        {marks.map((mark, at) => (
          <li key={at} className="flex gap-2.5 rounded-lg border border-primary/25 bg-primary-soft px-3 py-1.5">
            <MarkNumber number={at + 1} />
            <span className="min-w-0 break-words whitespace-pre-line">{mark.text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
