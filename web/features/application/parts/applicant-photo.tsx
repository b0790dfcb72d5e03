import { UserRound } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';

/** Shows the photo of an applicant, or an icon if there is none. */
export function ApplicantPhoto({ url, className }: { url: string; className: string }) {
  if (url === '')
    return (
      <span className={cn('grid shrink-0 place-items-center rounded border bg-muted text-muted-foreground', className)}>
        <UserRound aria-hidden className="size-4" />
      </span>
    );
  return <img src={url} alt="" className={cn('shrink-0 rounded border object-cover', className)} />;
}
