import { atom, useAtomValue } from 'jotai';
import { useTranslation } from '../../lib/i18n.ts';
import type { CallOutput } from '../../../sync/contract/call.ts';
import { defaultPlatformTitle, defaultPlatformVersion } from '../../../sync/contract/platform/platform-defaults.ts';
import type { systemCalls } from '../../../sync/contract/platform/system.ts';
import { makeCall } from '../api/call.ts';
import { appStore } from '../session/session-atoms.ts';

type PlatformInfo = CallOutput<(typeof systemCalls)['getPublic']>;

const key = 'wenkao.platform';

/** Reads the platform's data as last received from the server, so that pages show the platform's name without a network. */
function readStoredInfo(): PlatformInfo {
  const unknown = { platformTitle: defaultPlatformTitle, platformVersion: defaultPlatformVersion, signInNotice: '' };
  try {
    return { ...unknown, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<PlatformInfo>) };
  } catch {
    return unknown;
  }
}

export const platformInfoAtom = atom<PlatformInfo>(readStoredInfo());

/** Reads the platform's data from the server. Failures stay silent, because no page waits for this. */
export async function refreshPlatformInfo(): Promise<void> {
  try {
    const info = await makeCall('/system/getPublic', {}, { quiet: true });
    localStorage.setItem(key, JSON.stringify(info));
    appStore.set(platformInfoAtom, info);
  } catch {
    // The call failed: the stored data stay in use.
  }
}

/** Returns the configured platform name, or the default name in the user's language. */
export function usePlatformName(): string {
  const { t } = useTranslation('app');
  const { platformTitle } = useAtomValue(platformInfoAtom);
  return platformTitle === defaultPlatformTitle ? t('platform') : platformTitle;
}
