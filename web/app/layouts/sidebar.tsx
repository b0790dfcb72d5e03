import { useAtomValue } from 'jotai';
import { Award, CalendarClock, House, LogOut, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';
import { SchoolLogo } from '../../ui/school-logo.tsx';
import { useCurrentRow } from '../current-row.ts';
import type { GroupKey, RouteRow } from '../routes.ts';
import { signOut } from '../session-end.ts';
import { markedPath, sidebarMenu } from './sidebar-menu.ts';

const groupIcons: Record<GroupKey, LucideIcon> = { home: House, exam: CalendarClock, myExam: Award };

const itemLook = 'mx-2 my-px flex h-[38px] items-center gap-2.5 rounded-md px-4 text-sm transition-colors';

function Item({ row, on, nested, onStep }: { row: RouteRow; on: boolean; nested: boolean; onStep: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  return (
    <Link
      to={row.path}
      {...(onStep === undefined ? {} : { onClick: onStep })}
      aria-current={on ? 'page' : undefined}
      className={cn(
        itemLook,
        nested && 'pl-[38px] text-[13.5px] text-sidebar-foreground/85',
        on ? 'bg-sidebar-primary font-semibold text-sidebar-primary-foreground' : 'hover:bg-sidebar-accent',
      )}
    >
      {!nested && <House aria-hidden className="size-4 shrink-0" strokeWidth={1.7} />}
      {t(`titles.${row.title}`)}
    </Link>
  );
}

interface SidebarProps {
  className?: string;
  onStep?: (() => void) | undefined;
}

export function Sidebar({ className, onStep }: SidebarProps) {
  const { t } = useTranslation('app');
  const user = useAtomValue(sessionUserAtom);
  const marked = markedPath(useCurrentRow());
  if (user === null) return null;
  return (
    <nav
      aria-label={t('shell.mainMenu')}
      className={cn('flex w-[210px] shrink-0 flex-col bg-sidebar text-sidebar-foreground print:hidden', className)}
    >
      <div className="flex h-[52px] shrink-0 items-center gap-2.5 px-4 font-semibold">
        <SchoolLogo
          title={user.school_title}
          src={user.school_logo_custom_status === 1 ? user.school_logo_custom : user.school_logo}
          className="size-7 text-[13px]"
        />
        <span className="truncate">{user.school_title}</span>
      </div>
      <div className="scroll-slim min-h-0 grow overflow-y-auto pb-2">
        {sidebarMenu(user.roles).map((entry) => {
          if (entry.kind === 'page') {
            return <Item key={entry.row.path} row={entry.row} on={marked === entry.row.path} nested={false} onStep={onStep} />;
          }
          const Icon = groupIcons[entry.group];
          return (
            <section key={entry.group} aria-label={t(`groups.${entry.group}`)}>
              <p className={itemLook}>
                <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.7} />
                {t(`groups.${entry.group}`)}
              </p>
              {entry.rows.map((row) => (
                <Item key={row.path} row={row} on={marked === row.path} nested onStep={onStep} />
              ))}
            </section>
          );
        })}
      </div>
      <button
        type="button"
        onClick={() => void signOut()}
        className={cn(itemLook, 'mb-3 text-sidebar-foreground/75 hover:bg-sidebar-accent')}
      >
        <LogOut aria-hidden className="size-4" strokeWidth={1.7} />
        {t('shell.signOut')}
      </button>
    </nav>
  );
}
