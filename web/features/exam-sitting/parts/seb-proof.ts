import type { SebProof } from '../../../../sync/contract/lockdown.ts';

/** Safe Exam Browser's interface for pages. */
interface SafeExamBrowser {
  readonly security: { readonly configKey: string; readonly browserExamKey: string; updateKeys(done: () => void): void };
}
declare global {
  interface Window {
    SafeExamBrowser?: SafeExamBrowser;
  }
}

const patienceMs = 2_000;

/** What this browser proves of itself, where it is Safe Exam Browser. */
export async function sebProofHere(): Promise<{ seb?: SebProof }> {
  const { SafeExamBrowser: browser, location } = window;
  if (browser === undefined) return {};
  // The keys are over the address as it is now; a page that moved without loading has to ask anew.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
    browser.security.updateKeys(resolve);
  });
  const { configKey, browserExamKey } = browser.security;
  return configKey === '' ? {} : { seb: { url: location.href.split('#')[0] ?? '', configKey, browserKey: browserExamKey } };
}
