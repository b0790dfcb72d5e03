import { useAtom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { flowAtoms } from '../../platform/session/app-flow.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { CompactModeContext } from '../../ui/list/table-memory.ts';
import { useCurrentRoute } from '../routes/current-route.ts';
import { LayoutFrame, LoadingLine } from './layout-frame.tsx';
import { Navbar } from './navbar.tsx';
import { useSidebar } from './sidebar-state.ts';
import { LogOut } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { platformInfoAtom } from '../../platform/pwa/platform-info.ts';
import { SchoolLogo } from '../../ui/entity/school-logo.tsx';
import { signOut } from '../session-end.ts';
import { menuItemClass, SidebarNodes } from './sidebar-nodes.tsx';
import { getMarkedPath, listMenuPages, buildSidebarMenu } from './sidebar-menu.ts';

/**
 * Renders the layout with sidebar and navbar (specification section 2). Below 992 px the sidebar overlays the page and closes after each
 * navigation.
 */
export function AdminLayout() {
  const sidebar = useSidebar();
  const row = useCurrentRoute();
  const { mini } = useAtomValue(flowAtoms.app);
  // Sets `data-mini` on the document element, because dialogs are rendered outside the page and must have the same look.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-mini', mini);
    return () => document.documentElement.removeAttribute('data-mini');
  }, [mini]);
  const [scrollbar, setScrollbar] = useAtom(flowAtoms.scrollbarClass);
  // Resume the download of offline courses, whichever page the application starts with.
  const user = useAtomValue(sessionUserAtom);
  const learner = user !== null && user.roles.some((role) => role === 'student' || role === 'examUser') ? user.id : null;
  useEffect(() => {
    if (learner !== null)
      void import('../../features/learn/course-downloads.ts').then(({ resumeDownloads }) => resumeDownloads(learner), console.warn);
  }, [learner]);
  // Teacher pages are long lists with a slim scrollbar (specification section 2).
  const scrollbarClass = /^\/teacher(\/|$)/i.test(useLocation().pathname) ? 'scroll-slim' : '';
  useEffect(() => setScrollbar(scrollbarClass), [scrollbarClass, setScrollbar]);
  return (
    <LayoutFrame>
      <div className="flex h-dvh overflow-hidden print:h-auto print:overflow-visible">
        {sidebar.overlay && sidebar.open && (
          <div aria-hidden onClick={sidebar.close} className="fixed inset-0 z-20 bg-[oklch(0.2_0.02_262/.42)]" />
        )}
        {sidebar.open && (
          <Sidebar className={cn(sidebar.overlay && 'fixed inset-y-0 left-0 z-30')} onStep={sidebar.overlay ? sidebar.close : undefined} />
        )}
        <div className="flex min-w-0 grow flex-col">
          <Navbar sidebar={sidebar} />
          <LoadingLine />
          <main
            id="main"
            tabIndex={-1}
            className={cn(
              'relative min-h-0 grow overflow-y-auto px-[22px] py-[18px] outline-none print:overflow-visible print:p-0',
              scrollbar,
            )}
          >
            <CompactModeContext value={mini}>
              {/* All pages of learners have one width, so that nothing jumps when they change pages. Only rows with `wide` are excepted. */}
              {learner !== null && row?.wide !== true ? (
                <div className="mx-auto max-w-[1080px] print:max-w-none">
                  <Outlet />
                </div>
              ) : (
                <Outlet />
              )}
            </CompactModeContext>
          </main>
        </div>
      </div>
    </LayoutFrame>
  );
}

interface SidebarProps {
  className?: string;
  onStep?: (() => void) | undefined;
}

/** A menu with at most this many pages is fully expanded. */
const shortMenu = 10;

function Sidebar({ className, onStep }: SidebarProps) {
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
