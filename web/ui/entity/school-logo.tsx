import { cn } from '../../lib/cn.ts';

/** Shows the school's logo, or the first character of its title. */
export function SchoolLogo({ title, src, className }: { title: string; src: string; className?: string }) {
  const look = cn(
    'grid shrink-0 place-items-center rounded-full bg-[oklch(0.97_0.01_95)] font-serif font-bold text-[oklch(0.35_0.09_257)]',
    className,
  );
  if (src !== '') return <img src={src} alt="" className={cn(look, 'object-contain')} />;
  return (
    <span aria-hidden className={look}>
      {[...title][0]}
    </span>
  );
}
