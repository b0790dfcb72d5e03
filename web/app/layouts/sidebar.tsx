import { useAtomValue } from 'jotai';
import { LogOut } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { cn } from '../../lib/cn.ts';
import { platformInfoAtom } from '../../platform/pwa/platform-info.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { SchoolLogo } from '../../ui/entity/school-logo.tsx';
import { useCurrentRoute } from '../current-route.ts';
import { signOut } from '../session-end.ts';
import { menuItemClass, SidebarNodes } from './sidebar-nodes.tsx';
import { getMarkedPath, listMenuPages, buildSidebarMenu } from './sidebar-menu.ts';

interface SidebarProps {
  className?: string;
  onStep?: (() => void) | undefined;
}

/** A menu with at most this many pages is fully expanded. */
const shortMenu = 10;

export function Sidebar({ className, onStep }: SidebarProps) {
  const { t } = useTranslation('app');
  const user = useAtomValue(sessionUserAtom);
  const { platformVersion } = useAtomValue(platformInfoAtom);
  const marked = getMarkedPath(useCurrentRoute());
  if (user === null) return null;
  const menu = buildSidebarMenu(user.roles);
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
        <SidebarNodes nodes={menu} marked={marked} allOpen={listMenuPages(menu).length <= shortMenu} onStep={onStep} />
      </div>
      <button
        type="button"
        data-press="once"
        onClick={() => void signOut()}
        className={cn(menuItemClass, 'w-auto text-sidebar-foreground/75 hover:bg-sidebar-accent')}
      >
        <LogOut aria-hidden className="size-4" strokeWidth={1.7} />
        {t('shell.signOut')}
      </button>
      <p className="num px-6 pt-1 pb-3 text-[11px] text-sidebar-foreground/75">{platformVersion}</p>
    </nav>
  );
}
