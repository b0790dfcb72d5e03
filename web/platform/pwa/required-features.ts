/**
 * Features of the browser that an exam needs, under the names that browser makers use, with a test for each. If a feature is missing that every page
 * needs, `public/boot.js` says so and this code never runs. Service worker, files on the disk and persistent storage have checks of their own,
 * because a browser may offer them but refuse to use them.
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
