import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Lockdown, SebProof } from '../../../sync/contract/lockdown.ts';
import { codeLetters } from '../../../sync/seal/release-code.ts';

type Settings = Readonly<Record<string, string | number | boolean>>;

const quitChars = 8;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Safe Exam Browser's own proof that it runs with a plan's settings: SHA-256 of the page's address and the config key, which both sides compute of the
 * settings. These hold a word that only keys.json makes, so that nobody computes the key who hasn't got the file.
 */
export function safeExamBrowser(master: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao safe exam browser 1', 32));
  const quitWordOf = (planId: number): string => codeLetters(createHmac('sha256', key).update(`${planId}`).digest().subarray(0, quitChars));
  /** Only what is not SEB's default: versions differ in whether their keys count the rest. */
  const settingsOf = (planId: number, origin: string): Settings => ({
    browserViewMode: 1,
    browserWindowWebView: 3,
    hashedQuitPassword: sha256(quitWordOf(planId)),
    sendBrowserExamKey: true,
    startURL: `${origin}/student/home/${planId}`,
  });

  return {
    fileOf(planId: number, origin: string) {
      const settings = settingsOf(planId, new URL(origin).origin);
      return { text: propertyList(settings), quitWord: quitWordOf(planId), configKey: configKeyOf(settings) };
    },
    accepts(planId: number, proof: SebProof | undefined, { browserKeys }: Pick<Lockdown, 'browserKeys'>): boolean {
      if (!proof) return false;
      const url = proof.url.split('#')[0] ?? '';
      const says = (said: string, ofKey: string): boolean =>
        timingSafeEqual(Buffer.from(said.toLowerCase().padEnd(64)), Buffer.from(sha256(`${url}${ofKey.toLowerCase()}`)));
      return (
        says(proof.configKey, configKeyOf(settingsOf(planId, new URL(url).origin))) &&
        (browserKeys.length === 0 || browserKeys.some((one) => says(proof.browserKey, one)))
      );
    },
  };
}

/** As its developers define it: the settings as JSON, keys in order whatever their case, nothing between them. */
export const configKeyOf = (settings: Settings): string =>
  sha256(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(settings)
          .filter(([name]) => name !== 'originatorVersion')
          .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      ),
    ),
  );

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const valueText = (value: string | number | boolean): string =>
  typeof value === 'boolean'
    ? `<${value}/>`
    : typeof value === 'number'
      ? `<integer>${value}</integer>`
      : `<string>${escaped(value)}</string>`;

function propertyList(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `    <key>${name}</key>\n    ${valueText(value)}`);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '  <dict>',
    ...lines,
    '  </dict>',
    '</plist>',
    '',
  ].join('\n');
}
