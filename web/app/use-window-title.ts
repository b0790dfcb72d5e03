import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { BilingualLabel } from '../../sync/contract/resource.ts';
import { useTranslation } from '../lib/i18n.ts';
import { refreshPlatformInfo, usePlatformName } from '../platform/pwa/platform-info.ts';
import { shownSchoolAtom } from '../platform/session/school-memory.ts';
import { sessionUserAtom } from '../platform/session/session-atoms.ts';
import { useLabelText } from '../ui/form/use-label-text.ts';
import { formatWindowTitle } from './window-title.ts';

/** Sets the window's title from the page and the school, or from the platform's name if there is no school. */
export function useWindowTitle(page: BilingualLabel | undefined): void {
  const { t } = useTranslation('app');
  const label = useLabelText();
  const user = useAtomValue(sessionUserAtom);
  const platform = usePlatformName();
  useEffect(() => void refreshPlatformInfo(), []);
  const shownSchool = useAtomValue(shownSchoolAtom);
  const title = formatWindowTitle(page && label(page), shownSchool === '' ? user?.school_title : shownSchool, {
    untitled: t('untitled'),
    platform,
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
