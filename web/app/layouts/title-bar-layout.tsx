import { useAtomValue } from 'jotai';
import { LogOut } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { generatePath, Link, Outlet, useParams } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { SchoolLogo } from '../../ui/entity/school-logo.tsx';
import { useCurrentRoute } from '../routes/current-route.ts';
import { signOut } from '../session-end.ts';
import { HelpLink } from './help-link.tsx';
import { LayoutFrame, LoadingLine } from './layout-frame.tsx';
import { getMarkedPath, listTitleBarRows } from './sidebar-menu.ts';

const linkLook = 'rounded-md px-3 py-1.5 text-sm transition-colors';

function TitleBar({ layout }: { layout: 'question' | 'enroll' }) {
  const { t } = useTranslation('app');
  const label = useLabelText();
  const user = useAtomValue(sessionUserAtom);
  const row = useCurrentRoute();
  const params = useParams();
  if (user === null) return null;
  const entries = listTitleBarRows(layout, user.roles, row);
  return (
    <header className="bg-sidebar text-sidebar-foreground print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-[22px] py-2 max-sm:gap-x-2 max-sm:px-3">
        <div className="flex min-w-0 items-center gap-2.5 font-semibold">
          <SchoolLogo
            title={user.school_title}
            src={user.school_logo_custom_status === 1 ? user.school_logo_custom : user.school_logo}
            className="size-7 text-[13px]"
          />
          <span className="truncate">{user.school_title}</span>
        </div>
        <nav aria-label={t('shell.mainMenu')} className={cn('flex flex-wrap gap-1', entries.length === 1 && 'max-sm:hidden')}>
          {entries.map((entry) => {
            const { path, title } = entry;
            const isCurrent = path === getMarkedPath(row);
            return (
              <Link
                key={path}
                to={generatePath(path, params)}
                aria-current={isCurrent ? 'page' : undefined}
                className={cn(
                  linkLook,
                  'flex items-center gap-2',
                  isCurrent ? 'bg-sidebar-primary font-semibold text-sidebar-primary-foreground' : 'hover:bg-sidebar-accent',
                )}
              >
                {title === undefined ? t('untitled') : label(title)}
              </Link>
            );
          })}
        </nav>
        <div className="ml-auto flex items-center gap-1 text-[13px]">
          <HelpLink className={cn(linkLook, 'flex items-center gap-1.5 hover:bg-sidebar-accent')} />
          <Link to="/account" className={cn(linkLook, 'hover:bg-sidebar-accent')}>
            {user.login_name}
            {user.school_record !== '' && <span className="num"> ({user.school_record})</span>}
          </Link>
          <button
            type="button"
            data-press="once"
            onClick={() => void signOut()}
            className={cn(linkLook, 'flex items-center gap-1.5 hover:bg-sidebar-accent')}
          >
            <LogOut aria-hidden className="size-4" strokeWidth={1.7} />
            <span className="max-sm:sr-only">{t('shell.signOut')}</span>
          </button>
        </div>
      </div>
    </header>
  );
}

function TitleBarLayout({ layout }: { layout: 'question' | 'enroll' }) {
  const row = useCurrentRoute();
  return (
    <LayoutFrame>
      <div className="flex min-h-dvh flex-col">
        <TitleBar layout={layout} />
        <LoadingLine />
        <main
          id="main"
          tabIndex={-1}
          className={cn(
            'mx-auto w-full grow px-[22px] py-[18px] outline-none max-sm:px-3 print:p-0',
            row?.wide === true ? 'max-w-[90rem]' : 'max-w-6xl',
          )}
        >
          <Outlet />
        </main>
      </div>
    </LayoutFrame>
  );
}

export const QuestionLayout = () => <TitleBarLayout layout="question" />;
export const EnrollLayout = () => <TitleBarLayout layout="enroll" />;
