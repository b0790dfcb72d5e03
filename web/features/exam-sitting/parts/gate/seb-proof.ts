import type { SebProof } from '../../../../../sync/contract/exams/lockdown.ts';

/** Interface that Safe Exam Browser offers to pages. */
interface SafeExamBrowser {
  readonly security: { readonly configKey: string; readonly browserExamKey: string; updateKeys(done: () => void): void };
}
declare global {
  interface Window {
    SafeExamBrowser?: SafeExamBrowser;
  }
}

const patienceMs = 2_000;

/** Returns the keys by which Safe Exam Browser proves itself; an empty object in other browsers. */
export async function createSebProof(): Promise<{ seb?: SebProof }> {
  const { SafeExamBrowser: browser, location } = window;
  if (browser === undefined) return {};
  // The keys are computed over the current address, so request them again after navigation within the page.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
    browser.security.updateKeys(resolve);
  });
  const { configKey, browserExamKey } = browser.security;
  return configKey === '' ? {} : { seb: { url: location.href.split('#')[0] ?? '', configKey, browserKey: browserExamKey } };
}
