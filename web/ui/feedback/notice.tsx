import { CircleAlert, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';

interface NoticeProps {
  title: ReactNode;
  children?: ReactNode;
  /** Button for the next step. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

function Notice({ title, children, action, icon, className }: NoticeProps) {
  return (
    <div className={cn('flex flex-col items-center justify-center gap-2 px-6 py-14 text-center', className)}>
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-muted text-muted-foreground [&_svg]:size-6">{icon}</span>
      <p className="text-[15px] font-medium">{title}</p>
      {children !== undefined && <div className="max-w-md text-[13px] text-muted-foreground">{children}</div>}
      {action !== undefined && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}

/** Explains an empty list and says what to do next. */
export function EmptyState({ icon = <Inbox strokeWidth={1.6} />, ...rest }: NoticeProps) {
  return <Notice icon={icon} {...rest} />;
}

/** Explains an error: says what happened and which data are safe, and offers the next step. */
export function ErrorState({ icon = <CircleAlert strokeWidth={1.6} className="text-seal" />, ...rest }: NoticeProps) {
  return (
    <div role="alert">
      <Notice icon={icon} {...rest} />
    </div>
  );
}
