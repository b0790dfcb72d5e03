import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { CallSpec } from '../../sync/contract/call.ts';
import { type Role, roles } from '../../sync/contract/roles.ts';
import type { RouteRow } from '../../web/app/routes/route-row.ts';
import type { RuleViolation } from './rule-violation.ts';

/** A call that the code of a page contains, but that the page does not make for these roles. */
export interface GuardedCall {
  readonly calls: RegExp;
  readonly roles: readonly Role[];
}

export const guardedCalls: readonly GuardedCall[] = [
  // One code serves both kinds of applications: enrolments and declarations.
  { calls: /^\/(?:enroll|batch)\//, roles: ['school', 'teacher', 'student'] },
  { calls: /^\/(?:declare|declaration)\//, roles: ['enrollUser', 'enrollAdmin'] },
  // Applicants fill in a form and reviewers decide on it, by one list of calls for each kind.
  { calls: /^\/enroll\/(?:decide|getIdNumber)$/, roles: ['enrollUser'] },
  { calls: /^\/enroll\/(?:submit|withdraw)$/, roles: ['enrollAdmin'] },
  { calls: /^\/declare\/(?:decide|getIdNumber|getStudents|submitFor)$/, roles: ['student'] },
  { calls: /^\/declare\/(?:submit|withdraw|save)$/, roles: ['school', 'teacher'] },
  // Only the school assigns classes and opens the registration of students.
  { calls: /^\/(?:class\/assign|school\/[gs]etRegistration)$/, roles: ['teacher'] },
  // Only the platform filters the audit log by school.
  { calls: /^\/school\/get(?:List|ById)$/, roles: ['school'] },
  // Only staff choose whose records they read.
  { calls: /^\/user\/getList$/, roles: ['student', 'examUser'] },
  // One code reads the chosen options of every list; only options of people are read by this call.
  { calls: /^\/user\/getListByIds$/, roles: ['question', 'system', 'enrollAdmin', 'enrollUser', 'student', 'examUser'] },
];

interface SyntaxNode {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Visits the nodes below `value` that exist at run time. */
function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  if (!isNode(value) || /^TS(?:Type|Interface)/.test(value.type)) return;
  see(value);
  for (const [key, child] of Object.entries(value)) if (key !== 'returnType' && !key.startsWith('type')) visit(child, see);
}

/** A name in a file, as `file#name`. The name `*` stands for all exports. */
type SymbolKey = string;

/** A top-level statement: the names that it declares and uses, and the paths and files in it. */
interface Statement {
  readonly names: readonly string[];
  readonly identifiers: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  readonly loads: readonly SymbolKey[];
}

interface ParsedFile {
  /** Local name to the name in the other file. */
  readonly imports: ReadonlyMap<string, SymbolKey>;
  readonly exports: readonly string[];
  readonly statements: readonly Statement[];
}

function readStatement(node: SyntaxNode, resolve: (path: string) => string): Statement {
  const [names, identifiers, paths, loads] = [[] as string[], new Set<string>(), new Set<string>(), [] as SymbolKey[]];
  const declared = Array.isArray(node['declarations']) ? node['declarations'].map((each: SyntaxNode) => each['id']) : node['id'];
  visit(declared, ({ type, name }) => type === 'Identifier' && names.push(String(name)));
  visit(node, ({ type, name, value, source }) => {
    if (type === 'Identifier' || type === 'JSXIdentifier') identifiers.add(String(name));
    if (type === 'Literal' && typeof value === 'string' && value.startsWith('/')) paths.add(value);
    if (type === 'ImportExpression' && isNode(source)) loads.push(`${resolve(String(source['value']))}#*`);
  });
  return { names, identifiers, paths, loads };
}

function parseFile(root: string, file: string): ParsedFile {
  const { program, module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const resolve = (path: string): string => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path);
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .map(({ localName, importName }) => [localName.value, `${resolve(moduleRequest.value)}#${importName.name ?? '*'}`] as const),
  );
  const body: readonly SyntaxNode[] = program.body as never;
  const exported = body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .map(({ declaration }) => declaration)
    .filter(isNode);
  const statements = [...body.filter(({ type }) => !/^(?:Import|Export)/.test(type)), ...exported].map((node) =>
    readStatement(node, resolve),
  );
  return {
    imports: new Map(imports),
    exports: module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? [])),
    statements,
  };
}

/** Finds the paths of calls that the code of a name can reach, through the imports of the files below `web/`. */
function createPathFinder(root: string): (start: SymbolKey) => Set<string> {
  const parsed = new Map<string, ParsedFile>();
  const found = new Map<SymbolKey, { readonly paths: ReadonlySet<string>; readonly uses: readonly SymbolKey[] }>();
  /** Reads the paths that a name contains itself, and the names in other files that it uses. */
  const readSymbol = (key: SymbolKey) => {
    const [file = '', name = ''] = key.split('#');
    if (!/^web\/.*\.tsx?$/.test(file) || !existsSync(join(root, file))) return { paths: new Set<string>(), uses: [] };
    const { imports, exports, statements } = parsed.get(file) ?? parseFile(root, file);
    parsed.set(file, { imports, exports, statements });
    const paths = new Set<string>();
    const uses: SymbolKey[] = [];
    // A set visits the names that are added while it is iterated.
    const names = new Set(name === '*' ? exports : [name]);
    for (const each of names) {
      const imported = imports.get(each);
      if (imported !== undefined) uses.push(imported);
      for (const statement of statements.filter((one) => one.names.includes(each))) {
        for (const text of statement.paths) paths.add(text);
        for (const other of statement.identifiers) names.add(other);
        uses.push(...statement.loads);
      }
    }
    return { paths, uses };
  };
  return (start) => {
    const reached = new Set([start]);
    const paths = new Set<string>();
    for (const key of reached) {
      const symbol = found.get(key) ?? readSymbol(key);
      found.set(key, symbol);
      for (const text of symbol.paths) paths.add(text);
      for (const used of symbol.uses) reached.add(used);
    }
    return paths;
  };
}

/** Returns the calls that a page may make although one of its roles may not, and the guards that no page needs. */
export function checkPageCalls(
  root: string,
  rows: readonly Pick<RouteRow, 'path' | 'access' | 'page'>[],
  specs: readonly (CallSpec & { readonly path: string })[],
  guards: readonly GuardedCall[] = guardedCalls,
): RuleViolation[] {
  const findPaths = createPathFinder(root);
  const needed = new Set<GuardedCall>();
  const faults = rows.flatMap(({ path, access, page }) => {
    const [, file, name] = /import\(['"]([^'"]+)['"]\)\)\.(\w+)/.exec(String(page)) ?? [];
    if (file === undefined) return [{ rule: 'page-calls', path, reason: 'its page is not written as (await import(file)).Name' }];
    const paths = findPaths(`${normalize(join('web/app/routes', file))}#${name}`);
    return specs.flatMap((spec) => {
      if (typeof spec.access === 'string' || !paths.has(spec.path)) return [];
      const { access: callers } = spec;
      return (typeof access === 'string' ? roles : access).flatMap((role) => {
        if (callers.includes(role)) return [];
        const guard = guards.find((each) => each.calls.test(spec.path) && each.roles.includes(role));
        if (guard === undefined) return [{ rule: 'page-calls', path, reason: `${role} may not call ${spec.path}` }];
        needed.add(guard);
        return [];
      });
    });
  });
  const unused = guards.filter((guard) => !needed.has(guard));
  return [
    ...faults,
    ...unused.map(({ calls }) => ({
      rule: 'page-calls',
      path: 'tests/architecture/page-calls.ts',
      reason: `no page needs the guard ${calls}`,
    })),
  ];
}
