import { atom, useAtomValue } from 'jotai';
import { useTranslation } from '../lib/i18n.ts';
import type { CallOutput } from '../../sync/contract/call.ts';
import { defaultPlatformTitle, defaultPlatformVersion } from '../../sync/contract/platform-defaults.ts';
import type { systemCalls } from '../../sync/contract/system.ts';
import { call } from './call.ts';
import { appStore } from './session-atoms.ts';

type PlatformInfo = CallOutput<(typeof systemCalls)['getPublic']>;

const key = 'wenkao.platform';

/** As this PC last heard: without a network the pages still carry the platform's name. */
function remembered(): PlatformInfo {
  const unknown = { platformTitle: defaultPlatformTitle, platformVersion: defaultPlatformVersion, signInNotice: '' };
  try {
    return { ...unknown, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<PlatformInfo>) };
  } catch {
    return unknown;
  }
}

export const platformInfoAtom = atom<PlatformInfo>(remembered());

/** Asks the server what the platform is called now. Quiet: nothing on a page waits for it. */
export async function refreshPlatformInfo(): Promise<void> {
  try {
    const info = await call('/system/getPublic', {}, { quiet: true });
    localStorage.setItem(key, JSON.stringify(info));
    appStore.set(platformInfoAtom, info);
  } catch {
    // What is remembered goes on being shown.
  }
}

/** The platform's name: the one that was set, else its own in the user's language. */
export function usePlatformName(): string {
  const { t } = useTranslation('app');
  const { platformTitle } = useAtomValue(platformInfoAtom);
  return platformTitle === defaultPlatformTitle ? t('platform') : platformTitle;
}
