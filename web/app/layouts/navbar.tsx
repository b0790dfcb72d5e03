import { useAtom, useAtomValue } from 'jotai';
import { House, LogOut, Maximize, Minimize, PanelLeftClose, PanelLeftOpen, Rows4, Settings2, UserRound } from 'lucide-react';
import { useState, useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { useNavigate, generatePath, Link, useParams } from 'react-router-dom';
import { userTypes, type Role } from '../../../sync/contract/roles.ts';
import { languages, type LanguageCode } from '../../lib/language.ts';
import {
  chooseContrast,
  chooseTheme,
  contrasts,
  getStoredContrast,
  getStoredTheme,
  colourThemes,
  type Contrast,
  type Theme,
} from '../../lib/theme.ts';
import { flowAtoms } from '../../platform/session/app-flow.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/primitives/dropdown-menu.tsx';
import { Tooltip } from '../../ui/primitives/tooltip.tsx';
import { signOut } from '../session-end.ts';
import type { SidebarState } from './sidebar-state.ts';
import { useCurrentRoute } from '../routes/current-route.ts';
import { canEnterRoute } from '../routes/route-access.ts';
import { routeRows } from '../routes.ts';
import { HelpLink } from './help-link.tsx';
import { menuGroups } from '../routes/menu-groups.ts';
import type { GroupKey, RouteRow } from '../routes/route-row.ts';
import { listMenuPages, buildSidebarMenu, type MenuNode } from './sidebar-menu.ts';
import { toast } from '../../ui/feedback/toast.ts';

function useFullscreen(): { on: boolean; toggle: () => void } {
  const { t } = useTranslation('app');
  const [on, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const change = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', change);
    return () => document.removeEventListener('fullscreenchange', change);
  }, []);
  const toggle = async () => {
    try {
      if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
      else await document.exitFullscreen();
    } catch {
      toast.error(t('shell.fullscreenFailed'));
    }
  };
  return { on, toggle: () => void toggle() };
}

/** Returns the pages above this one that these roles may enter, topmost first. */
function listParentRows(row: RouteRow, roles: readonly Role[]): RouteRow[] {
  const above: RouteRow[] = [];
  let path = row.under;
  while (path !== undefined && above.length < 5) {
    const at = path;
    const parent = routeRows.find((other) => other.path === at && canEnterRoute(other.access, roles));
    if (parent === undefined) break;
    above.unshift(parent);
    path = parent.under;
  }
  return above;
}

const findGroupChildren = (nodes: readonly MenuNode[], key: GroupKey): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.kind !== 'group' ? [] : node.key === key ? node.children : findGroupChildren(node.children, key)));

/** Returns the menu groups above a page, outermost first. `to`: first page of a clickable group. */
function getMenuGroupPath(group: GroupKey | undefined, roles: readonly Role[]): { key: GroupKey; to: string | undefined }[] {
  const steps: { key: GroupKey; to: string | undefined }[] = [];
  const menu = buildSidebarMenu(roles);
  for (let key = group; key !== undefined; key = menuGroups[key].under) {
    const to = menuGroups[key].clickable ? listMenuPages(findGroupChildren(menu, key))[0]?.path : undefined;
    steps.unshift({ key, to });
  }
  return steps;
}

/** Address of the menu entry "Manage", which only the user types 4 and 7 have (specification section 2). */
const managePaths: Partial<Record<number, string>> = { 4: '/marker/exam/index', 7: '/student/user/index' };

const themeTexts = { system: 'shell.themeSystem', light: 'shell.themeLight', dark: 'shell.themeDark' } as const;
const contrastTexts = { system: 'shell.contrastSystem', normal: 'shell.contrastNormal', high: 'shell.contrastHigh' } as const;

function AccountMenu({ narrow }: { narrow: boolean }) {
  const { t, i18n } = useTranslation('app');
  const user = useAtomValue(sessionUserAtom);
  const navigate = useNavigate();
  const [theme, setTheme] = useState(getStoredTheme);
  const [contrast, setContrast] = useState(getStoredContrast);
  if (user === null) return null;
  const manage = managePaths[user.user_type];
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          aria-label={t('shell.account', { name: user.name })}
          className="flex items-center gap-2.5 rounded-lg py-1 pr-2 pl-1 hover:bg-muted"
        >
          {user.avatar === '' ? (
            <span
              aria-hidden
              data-initial={[...user.name][0]}
              className="grid size-7 place-items-center rounded-full bg-primary-soft text-[13px] font-semibold text-accent-foreground before:content-[attr(data-initial)]"
            />
          ) : (
            <img src={user.avatar} alt="" className="size-7 rounded-full object-cover" />
          )}
          {!narrow && <span className="text-[13px]">{user.name}</span>}
        </button>
      }
    >
      <MenuItem onSelect={() => void navigate(userTypes[user.user_type].landing)}>
        <House aria-hidden />
        {t('shell.home')}
      </MenuItem>
      {manage !== undefined && (
        <MenuItem onSelect={() => void navigate(manage)}>
          <Settings2 aria-hidden />
          {t('shell.manage')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate('/account')}>
        <UserRound aria-hidden />
        {t('shell.accountSettings')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice
        label={t('shell.language')}
        value={i18n.language}
        onChange={(code) => void i18n.changeLanguage(code as LanguageCode)}
        choices={languages.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <MenuChoice
        label={t('shell.theme')}
        value={theme}
        onChange={(next) => {
          chooseTheme(next as Theme);
          setTheme(next as Theme);
        }}
        choices={colourThemes.map((value) => ({ value, label: t(themeTexts[value]) }))}
      />
      <MenuChoice
        label={t('shell.contrast')}
        value={contrast}
        onChange={(next) => {
          chooseContrast(next as Contrast);
          setContrast(next as Contrast);
        }}
        choices={contrasts.map((value) => ({ value, label: t(contrastTexts[value]) }))}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        {t('shell.signOut')}
      </MenuItem>
    </DropdownMenu>
  );
}

export function Navbar({ sidebar }: { sidebar: SidebarState }) {
  const { t } = useTranslation('app');
  const fullscreen = useFullscreen();
  const [app, setApp] = useAtom(flowAtoms.app);
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-3 border-b bg-card px-[22px] print:hidden">
      <Tooltip text={t(sidebar.open ? 'shell.closeSidebar' : 'shell.openSidebar')}>
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={t(sidebar.open ? 'shell.closeSidebar' : 'shell.openSidebar')}
          aria-expanded={sidebar.open}
          className="-ml-2"
          onClick={sidebar.toggle}
        >
          {sidebar.open ? <PanelLeftClose /> : <PanelLeftOpen />}
        </Button>
      </Tooltip>
      <Breadcrumb />
      <div className="ml-auto flex items-center gap-2">
        <Tooltip text={t(app.mini ? 'shell.normalSize' : 'shell.miniSize')}>
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={t('shell.miniSize')}
            aria-pressed={app.mini}
            className="aria-pressed:bg-primary-soft aria-pressed:text-accent-foreground"
            onClick={() => setApp({ ...app, mini: !app.mini })}
          >
            <Rows4 />
          </Button>
        </Tooltip>
        <Tooltip text={t(fullscreen.on ? 'shell.leaveFullscreen' : 'shell.enterFullscreen')}>
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={t(fullscreen.on ? 'shell.leaveFullscreen' : 'shell.enterFullscreen')}
            onClick={fullscreen.toggle}
          >
            {fullscreen.on ? <Minimize /> : <Maximize />}
          </Button>
        </Tooltip>
        <HelpLink className="flex h-7 items-center gap-1.5 rounded-md px-2 text-[13px] hover:bg-muted" />
        <AccountMenu narrow={sidebar.narrow} />
      </div>
    </header>
  );
}

const stepLook = 'rounded-sm hover:text-foreground hover:underline underline-offset-4';

function Breadcrumb() {
  const { t } = useTranslation('app');
  const label = useLabelText();
  const row = useCurrentRoute();
  const params = useParams();
  const user = useAtomValue(sessionUserAtom);
  if (row === undefined || user === null) return <span />;
  const getTitle = ({ title }: Pick<RouteRow, 'title'>) => (title === undefined ? t('untitled') : label(title));
  const above = listParentRows(row, user.roles);
  const isRoot = row.path === '/home/index';
  const all: { key: string; text: string; to?: string | undefined }[] = isRoot
    ? []
    : [
        { key: 'home', text: t('shell.home'), to: userTypes[user.user_type].landing },
        ...getMenuGroupPath(above[0]?.group ?? row.group, user.roles).map(({ key, to }) => ({ key, text: t(`groups.${key}`), to })),
        ...above.map((parent) => ({ key: parent.path, text: getTitle(parent), to: generatePath(parent.path, params) })),
      ];
  // Leaves out a step with the same text as the step after it, such as a group that is named like its first page.
  const steps = all.filter(({ text }, at) => text !== (all[at + 1]?.text ?? getTitle(row)));
  return (
    <nav aria-label={t('shell.breadcrumb')} className="min-w-0 truncate text-[13px] text-muted-foreground">
      {steps.map((step) => (
        <span key={step.key} className="max-sm:hidden">
          {step.to === undefined ? (
            <span>{step.text}</span>
          ) : (
            <Link to={step.to} className={stepLook}>
              {step.text}
            </Link>
          )}
          <span aria-hidden> / </span>
        </span>
      ))}
      <span aria-current="page" className="font-medium text-foreground">
        {getTitle(row)}
      </span>
    </nav>
  );
}
