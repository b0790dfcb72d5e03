import type { Plugin } from 'vite';

/** The calls of each page are named for the tests, which compare them with its roles; a browser asks for none of them by that list. */
export const leanRoutes = (): Plugin => ({
  name: 'lean-routes',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/web\/app\/routes\/[a-z-]+-routes\.ts$/.test(id) ? { code: code.replaceAll(/\bcalls: (?:\[[^\]]*\]|\w+),/g, ''), map: null } : null,
});
