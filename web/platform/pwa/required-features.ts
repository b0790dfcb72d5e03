/**
 * Features of the browser that an exam needs, by the names that browser makers use, with a test for each. A browser that lacks what every page needs
 * never comes here: `public/boot.js` names it. Service worker, files on the disk and persistent storage have checks of their own, because they may
 * be there and refuse to work.
 */
const requiredFeatures: Readonly<Record<string, () => boolean>> = {
  IndexedDB: () => 'indexedDB' in globalThis,
  'Web Crypto': () => 'crypto' in globalThis && 'subtle' in crypto,
  'Web Locks': () => 'locks' in navigator,
  BroadcastChannel: () => 'BroadcastChannel' in globalThis,
  'Compression Streams': () => 'CompressionStream' in globalThis,
};

/** Lists the names of all features that an exam needs. */
export const requiredFeatureNames: readonly string[] = Object.keys(requiredFeatures);

/** Lists the features that an exam needs and this browser lacks, or that a setting has switched off. */
export const listMissingFeatures = (): readonly string[] => requiredFeatureNames.filter((name) => requiredFeatures[name]?.() === false);
