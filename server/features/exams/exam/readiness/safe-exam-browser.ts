import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { LockdownRules, SebProof } from '../../../../../sync/contract/exams/lockdown.ts';
import { encodeCodeLetters } from '../../../../../sync/crypto/typed-code.ts';
import { escapeMarkup } from '../../../../../sync/domain/markup.ts';

type Settings = Readonly<Record<string, string | number | boolean>>;

const quitChars = 8;
const computeSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Checks that Safe Exam Browser (SEB) runs with a plan's settings.
 * SEB sends the SHA-256 of the page's address and its config key, which both sides compute from the settings. The settings contain a word derived
 * from keys.json, so only a holder of the settings file can compute the key.
 */
export function createSebChecker(master: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao safe exam browser 1', 32));
  const deriveQuitWord = (planId: number): string =>
    encodeCodeLetters(createHmac('sha256', key).update(`${planId}`).digest().subarray(0, quitChars));
  /** Names only settings that differ from SEB's defaults: versions disagree on whether defaults count for the config key. */
  const buildSettings = (planId: number, origin: string): Settings => ({
    browserViewMode: 1,
    browserWindowWebView: 3,
    hashedQuitPassword: computeSha256(deriveQuitWord(planId)),
    sendBrowserExamKey: true,
    startURL: `${origin}/student/home/${planId}`,
  });

  return {
    fileOf(planId: number, origin: string) {
      const settings = buildSettings(planId, new URL(origin).origin);
      return { text: writePropertyList(settings), quitWord: deriveQuitWord(planId), configKey: computeSebConfigKey(settings) };
    },
    accepts(planId: number, proof: SebProof | undefined, { browserKeys }: Pick<LockdownRules, 'browserKeys'>): boolean {
      if (!proof) return false;
      const url = proof.url.split('#')[0] ?? '';
      const isProofOf = (proofHash: string, ofKey: string): boolean =>
        timingSafeEqual(Buffer.from(proofHash.toLowerCase().padEnd(64)), Buffer.from(computeSha256(`${url}${ofKey.toLowerCase()}`)));
      return (
        isProofOf(proof.configKey, computeSebConfigKey(buildSettings(planId, new URL(url).origin))) &&
        (browserKeys.length === 0 || browserKeys.some((one) => isProofOf(proof.browserKey, one)))
      );
    },
  };
}

/** Computes the config key as SEB's developers define it: SHA-256 of the settings as JSON without spaces, keys sorted regardless of case. */
export const computeSebConfigKey = (settings: Settings): string =>
  computeSha256(
    JSON.stringify(
      Object.fromEntries(
        Object.entries(settings)
          .filter(([name]) => name !== 'originatorVersion')
          .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      ),
    ),
  );
const formatValue = (value: string | number | boolean): string =>
  typeof value === 'boolean'
    ? `<${value}/>`
    : typeof value === 'number'
      ? `<integer>${value}</integer>`
      : `<string>${escapeMarkup(value)}</string>`;

function writePropertyList(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `    <key>${name}</key>\n    ${formatValue(value)}`);
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
