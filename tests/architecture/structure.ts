import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { RepoFile } from './repo.ts';
import type { RuleViolation } from './rule-violation.ts';
import { isNode, type SyntaxNode } from './syntax-node.ts';

/** Most source files that a folder may hold side by side, tests aside. */
const maxFiles = 25;
/** Most lines of code of a function, without the functions declared in it. A factory that only holds small functions is short by this count. */
const maxOwnLines = 60;
/** Most lines of code of a React component in all. */
const maxComponentLines = 150;

/** Matches folders that only grow: a migration is never moved or removed. */
const growingFolder = /^server\/db\/migrations$/;
/** Matches files whose functions only list declarations: calls and routes. */
const isDeclaration = (path: string): boolean => /^sync\/contract\/|^web\/app\/routes\//.test(path);
const isSource = (path: string): boolean => /^(server|sync|web|tests)\/.*\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path);
const isProduct = (path: string): boolean => isSource(path) && !path.startsWith('tests/');

/** Lines of code of a function, and its own lines: without the functions declared in it. */
interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  readonly ownLines: number;
}

interface ModuleOutline {
  readonly path: string;
  /** Names that the file declares and exports. */
  readonly exportedNames: readonly string[];
  /** Paths of the source files that it imports, types included. */
  readonly imports: readonly string[];
  readonly functions: readonly FunctionSize[];
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Returns for each line whether it holds code, and not only white space or a comment. */
function findCodeLines(text: string, comments: readonly { readonly start: number; readonly end: number }[]): boolean[] {
  let code = text;
  for (const { start, end } of comments) code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  return code.split('\n').map((line) => line.trim() !== '');
}

/** Lists the functions below a syntax node with their sizes. Returns the line ranges of the outermost functions, for the function around them. */
function measureFunctions(
  node: unknown,
  name: string,
  lineAt: (offset: number) => number,
  codeLines: readonly boolean[],
  sizes: FunctionSize[],
): (readonly [first: number, last: number])[] {
  if (Array.isArray(node)) return node.flatMap((each) => measureFunctions(each, name, lineAt, codeLines, sizes));
  if (!isNode(node)) return [];
  const ownName = nameOf(node) ?? name;
  const inner = Object.entries(node).flatMap(([key, child]) =>
    key === 'type' ? [] : measureFunctions(child, ownName, lineAt, codeLines, sizes),
  );
  if (!functionTypes.has(node.type)) return inner;
  const [first, last] = [lineAt(Number(node['start'])), lineAt(Number(node['end']))];
  let [lines, ownLines] = [0, 0];
  for (let line = first; line <= last; line += 1)
    if (codeLines[line]) {
      lines += 1;
      // The first and the last line of an inner function hold code of the outer one, too.
      if (!inner.some(([from, to]) => from < line && line < to)) ownLines += 1;
    }
  sizes.push({ name: ownName, line: first + 1, lines, ownLines });
  return [[first, last]];
}

/** Returns the name that a declaration, property or method gives to the function in it. */
function nameOf(node: SyntaxNode): string | undefined {
  const named =
    node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration'
      ? node['id']
      : /Property|Method/.test(node.type)
        ? node['key']
        : null;
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : undefined;
}

function readOutline({ path, text }: RepoFile): ModuleOutline {
  const { program, module, comments } = parseSync(path, text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  const functions: FunctionSize[] = [];
  measureFunctions(program.body, '', lineAt, findCodeLines(text, comments), functions);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  return {
    path,
    exportedNames: module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.moduleRequest === null ? (entry.exportName.name ?? []) : [])),
    ),
    imports: specifiers
      .filter((one) => one.startsWith('.'))
      .map((one) => normalize(join(dirname(path), one.replace(/\?.*$/, ''))).replaceAll('\\', '/')),
    functions,
  };
}

function findRepeatedNames(modules: readonly ModuleOutline[]): RuleViolation[] {
  const places = Map.groupBy(
    modules.flatMap(({ path, exportedNames }) => [...new Set(exportedNames)].map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  return [...places].flatMap(([name, found]) =>
    found.slice(1).map(({ path }) => ({
      rule: 'unique-exports',
      path,
      reason: `exports \`${name}\`, as ${found[0]?.path} does: give one of them another name`,
    })),
  );
}

function findFullFolders(modules: readonly ModuleOutline[]): RuleViolation[] {
  return [...Map.groupBy(modules, ({ path }) => dirname(path))]
    .filter(([folder, files]) => files.length > maxFiles && !growingFolder.test(folder))
    .map(([folder, files]) => ({ rule: 'folder-size', path: folder, reason: `${files.length} files: split the folder at ${maxFiles}` }));
}

function findLongFunctions(modules: readonly ModuleOutline[]): RuleViolation[] {
  return modules
    .filter(({ path }) => !isDeclaration(path))
    .flatMap(({ path, functions }) =>
      functions.flatMap(({ name, line, lines, ownLines }) => {
        const isComponent = path.endsWith('.tsx') && /^[A-Z]/.test(name);
        const [size, most] = isComponent ? [lines, maxComponentLines] : [ownLines, maxOwnLines];
        return size > most
          ? [{ rule: 'function-size', path, reason: `line ${line}: \`${name}\` has ${size} lines of code: split it at ${most}` }]
          : [];
      }),
    );
}

/**
 * Finds folders that import each other in a circle. A folder without subfolders is one place. A file beside subfolders is a place of its own:
 * `server/app.ts` stands above all features, and `server/context.ts` below them.
 */
function findFolderCycles(modules: readonly ModuleOutline[]): RuleViolation[] {
  const folders = [...new Set(modules.map(({ path }) => dirname(path)))];
  const withSubfolders = new Set(folders.filter((folder) => folders.some((other) => other.startsWith(`${folder}/`))));
  const placeOf = (path: string): string => (withSubfolders.has(dirname(path)) ? path : dirname(path));
  const paths = new Set(modules.map(({ path }) => path));
  const needs = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const place = placeOf(path);
    const needed = needs.get(place) ?? new Set();
    for (const to of imports) if (paths.has(to) && placeOf(to) !== place) needed.add(placeOf(to));
    needs.set(place, needed);
  }
  return findCycles(needs).map((cycle) => ({
    rule: 'folder-cycle',
    path: cycle[0] ?? '',
    reason: `imports ${[...cycle.slice(1), cycle[0]].join(' → ')}`,
  }));
}

/** Returns one shortest cycle for each group of places that reach each other. */
function findCycles(needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const covered = new Set<string>();
  for (const start of [...needs.keys()].toSorted()) {
    if (covered.has(start)) continue;
    const cycle = findWay(needs, start);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const place of cycle) covered.add(place);
  }
  return cycles;
}

/** Returns the shortest way from a place back to itself, or undefined if there is none. */
function findWay(needs: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (let place = queue.shift(); place !== undefined; place = queue.shift())
    for (const next of needs.get(place) ?? []) {
      if (next === start) {
        const way = [place];
        for (let step = place; step !== start;) way.unshift((step = before.get(step) ?? start));
        return way;
      }
      if (!before.has(next)) {
        before.set(next, place);
        queue.push(next);
      }
    }
  return undefined;
}

/** Returns the violations of the rules about names, folders and sizes, which need the syntax of all source files. */
export function checkStructure(files: readonly RepoFile[]): RuleViolation[] {
  const modules = files.filter(({ path }) => isSource(path) && !path.endsWith('.d.ts')).map(readOutline);
  const product = modules.filter(({ path }) => isProduct(path));
  return [...findRepeatedNames(modules), ...findFullFolders(product), ...findLongFunctions(product), ...findFolderCycles(product)];
}
