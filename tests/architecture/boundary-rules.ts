import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** Import rules of ARCHITECTURE.md. `boundaries.test.ts` shows that each rule catches a violation. */
const test = String.raw`\.test\.tsx?$`;
const npm = (...names: string[]): string => `(^|/)node_modules/(${names.join('|')})(/|$)`;

/**
 * Domains of the server from the bottom up, each with its folders below `server`. A feature must not read from a higher domain. A feature that needs
 * to know whether a row is in use asks a registry that higher domains fill (`server/reference-registry.ts`). Each folder of `server/features` must be
 * in a tier (`boundaries.test.ts`).
 */
export const domainTiers = [
  ['features/people', 'features/platform'],
  ['features/bank'],
  ['features/papers'],
  ['features/exams', 'answer-log/calls'],
  ['features/marking'],
  ['features/learning'],
  ['features/applications'],
] as const;
const inTiers = (tiers: readonly (readonly string[])[]): string => `^server/(${tiers.flat().join('|')})/`;
const domainsBelow = domainTiers.slice(0, -1).map((tier, at) => ({
  name: `${tier[0].replace('features/', '')}-below`,
  from: { path: inTiers([tier]), pathNot: test },
  to: { path: inTiers(domainTiers.slice(at + 1)) },
}));

export const forbiddenImports: readonly IForbiddenRuleType[] = (
  [
    { name: 'no-cycle', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      from: { orphan: true, pathNot: [String.raw`\.d\.ts$`, String.raw`(^|/)[^/]+\.config\.ts$`] },
      to: {},
    },
    { name: 'no-unresolvable', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    { name: 'no-unlisted-package', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] } },
    { name: 'no-test-in-product', from: { path: '^(sync|server|web)', pathNot: test }, to: { path: [test, '^tests'] } },
    {
      name: 'no-development-package-in-product',
      from: { path: '^(sync|server|web)', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: npm('@types') },
    },

    { name: 'sync-stands-alone', from: { path: '^sync' }, to: { path: '^(web|server)' } },
    { name: 'sync-without-node', from: { path: '^sync', pathNot: test }, to: { dependencyTypes: ['core'] } },
    {
      name: 'sync-only-zod',
      from: { path: '^sync', pathNot: ['^sync/spreadsheet', test] },
      to: { path: 'node_modules', pathNot: npm('zod', '@hpke') },
    },
    {
      name: 'spreadsheet-only-unpacks',
      from: { path: '^sync/spreadsheet', pathNot: test },
      to: { path: 'node_modules', pathNot: npm('fflate', 'saxes') },
    },
    {
      name: 'spreadsheet-apart',
      comment: 'The player must not load the spreadsheet reader.',
      from: { path: '^sync/(?!spreadsheet)', pathNot: test },
      to: { path: '^sync/spreadsheet' },
    },
    { name: 'contract-lowest', from: { path: '^sync/contract' }, to: { path: '^sync/(domain|crypto|engine)' } },
    { name: 'domain-on-contract', from: { path: '^sync/domain' }, to: { path: '^sync/(crypto|engine)' } },
    { name: 'crypto-on-contract', from: { path: '^sync/crypto' }, to: { path: '^sync/(domain|engine)' } },
    {
      name: 'barrel-for-the-server',
      comment: 'The web imports single contract modules, so that a page loads only the contracts of its own calls.',
      from: { path: '^web', pathNot: test },
      to: { path: '^sync/contract/index', dependencyTypesNot: ['type-only'] },
    },

    { name: 'web-without-server', from: { path: '^web' }, to: { path: '^server' } },
    { name: 'web-without-node', from: { path: '^web', pathNot: test }, to: { dependencyTypes: ['core'] } },
    { name: 'server-without-web', from: { path: '^server' }, to: { path: '^web' } },

    { name: 'lib-lowest', from: { path: '^web/lib' }, to: { path: '^web/(ui|platform|entities|features|app)' } },
    { name: 'ui-on-lib', from: { path: '^web/ui' }, to: { path: '^web/(platform|entities|features|app)' } },
    { name: 'platform-below-entities', from: { path: '^web/platform' }, to: { path: '^web/(entities|features|app)' } },
    { name: 'entities-below-features', from: { path: '^web/entities' }, to: { path: '^web/(features|app)' } },
    { name: 'features-below-app', from: { path: '^web/features' }, to: { path: '^web/app' } },
    {
      name: 'features-apart',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'dexie-in-its-place',
      from: { path: '^(sync|web|server)', pathNot: ['^web/platform', String.raw`-cache\.ts$`, test] },
      to: { path: npm('dexie', 'dexie-react-hooks') },
    },

    {
      name: 'features-by-reads',
      from: { path: '^server/(?:features/[^/]+|answer-log)/([^/]+)/', pathNot: test },
      to: {
        path: '^server/(features|answer-log/calls)/',
        pathNot: ['^server/(features/[^/]+|answer-log)/$1/', String.raw`-(reads|writes)\.ts$`],
      },
    },
    {
      name: 'reads-without-writes',
      comment: 'A function that reads must not import one that writes. The rule `reads-only-read` refuses SQL statements that write.',
      from: { path: String.raw`^server/(features|answer-log)/.*-reads\.ts$` },
      to: { path: String.raw`-writes\.ts$|^server/resources/change\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    ...domainsBelow,
    {
      name: 'app-on-top',
      comment: 'Take types from `server/context.ts`. Only the demo term starts an application of its own.',
      from: { path: '^server', pathNot: ['^server/running-server', '^server/demo/term/demo-stage', test] },
      to: { path: '^server/app' },
    },
    {
      name: 'server-floor-below-features',
      from: { path: '^server/(db/|answer-log/(?!calls/))', pathNot: test },
      to: { path: '^server/(features|answer-log/calls)/' },
    },
    {
      name: 'sqlite-in-its-place',
      from: { path: '^(sync|web|server)', pathNot: ['^server/(db/|answer-log/(?!calls/))', test] },
      to: { path: npm('better-sqlite3', '@types/better-sqlite3', 'pg') },
    },
    {
      name: 'sql-in-its-place',
      comment: 'Code outside stores may import the type of a database. The convention `sql-in-its-place` refuses queries there.',
      from: {
        path: '^(sync|web|server)',
        pathNot: ['^server/(db/|answer-log/(?!calls/))', String.raw`-(store|reads|writes)\.ts$`, String.raw`(^|/)migrations/`, test],
      },
      to: { path: npm('kysely'), dependencyTypesNot: ['type-only'] },
    },
  ] satisfies IForbiddenRuleType[]
).map((rule) => ({ severity: 'error', ...rule }));

export const cruiseOptions: ICruiseOptions = {
  // TypeScript 7 has no parser API yet; without a parser dependency-cruiser would read no file.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'browser', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
  },
};
