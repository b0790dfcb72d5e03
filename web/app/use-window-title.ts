import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { refreshPlatformInfo, usePlatformName } from '../platform/pwa/platform-info.ts';
import { shownSchoolAtom } from '../platform/session/school-memory.ts';
import { sessionUserAtom } from '../platform/session/session-atoms.ts';
import type { TitleKey } from './routes/route-row.ts';
import { formatWindowTitle } from './window-title.ts';

/** Names the window after the page and the school, or the platform. */
export function useWindowTitle(page: TitleKey | undefined): void {
  const { t } = useTranslation('app');
  const user = useAtomValue(sessionUserAtom);
  const platform = usePlatformName();
  useEffect(() => void refreshPlatformInfo(), []);
  const shownSchool = useAtomValue(shownSchoolAtom);
  const title = formatWindowTitle(page && t(`titles.${page}`), shownSchool === '' ? user?.school_title : shownSchool, {
    untitled: t('untitled'),
    platform,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
