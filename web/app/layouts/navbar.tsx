import { useAtom, useAtomValue } from 'jotai';
import { House, LogOut, Maximize, Minimize, PanelLeftClose, PanelLeftOpen, Rows4, Settings2, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { userTypes } from '../../../sync/contract/roles.ts';
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
import { Breadcrumb } from './breadcrumb.tsx';
import type { SidebarState } from './sidebar-state.ts';
import { useFullscreen } from './use-fullscreen.ts';

/** "Manage" is only for user types 4 and 7 (specification section 2). */
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
        {t('titles.account')}
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
        <AccountMenu narrow={sidebar.narrow} />
      </div>
    </header>
  );
}
