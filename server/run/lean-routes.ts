import type { Plugin } from 'vite';

/** Removes the `calls` of each route from the build. Only tests use them, to compare a page's calls with its roles. */
export const createLeanRoutesPlugin = (): Plugin => ({
  name: 'lean-routes',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/web\/app\/routes\/[a-z-]+-routes\.ts$/.test(id) ? { code: code.replaceAll(/\bcalls: (?:\[[^\]]*\]|\w+),/g, ''), map: null } : null,
});
