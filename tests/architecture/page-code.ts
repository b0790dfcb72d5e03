import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { RouteRow } from '../../web/app/routes/route-row.ts';
import { isNode, type SyntaxNode } from './syntax-node.ts';

/** Visits the nodes below `value` that exist at run time. */
function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  if (!isNode(value) || /^TS(?:Type|Interface)/.test(value.type)) return;
  see(value);
  for (const [key, child] of Object.entries(value)) if (key !== 'returnType' && !key.startsWith('type')) visit(child, see);
}

/** A name in a file, as `file#name`. The name `*` stands for all exports. */
type SymbolKey = string;

/** Calls, catalogues and files that occur directly in a piece of code. */
interface Content {
  /** Paths of server calls. */
  readonly paths: Set<string>;
  /** Names of catalogues of texts, from `useTranslation('name')`, `i18n.of('name')` and from keys like `name:key`. */
  readonly catalogues: Set<string>;
  /** Files that the code loads while it runs, by `import()`. */
  readonly loads: SymbolKey[];
}

/** A top-level statement: the names that it declares and uses, and its content. */
interface Statement extends Content {
  readonly names: readonly string[];
  readonly identifiers: ReadonlySet<string>;
}

interface ParsedFile {
  /** Local name → symbol in the file that it is imported from. */
  readonly imports: ReadonlyMap<string, SymbolKey>;
  readonly exports: readonly string[];
  readonly statements: readonly Statement[];
}

const keyOfCatalogue = /^([a-z]\w*):[\w.]/i;

/** True for the calls `useTranslation(…)` and `i18n.of(…)`, which open a catalogue. */
const readsCatalogue = ({ name, object, property }: SyntaxNode): boolean =>
  name === 'useTranslation' || (isNode(object) && object['name'] === 'i18n' && isNode(property) && property['name'] === 'of');

function readStatement(node: SyntaxNode, resolve: (path: string) => string): Statement {
  const content: Content = { paths: new Set(), catalogues: new Set(), loads: [] };
  const [names, identifiers] = [[] as string[], new Set<string>()];
  const declared = Array.isArray(node['declarations']) ? node['declarations'].map((each: SyntaxNode) => each['id']) : node['id'];
  visit(declared, ({ type, name }) => type === 'Identifier' && names.push(String(name)));
  visit(node, (each) => {
    const { type, name, value, source } = each;
    if (type === 'Identifier' || type === 'JSXIdentifier') identifiers.add(String(name));
    if (type === 'ImportExpression' && isNode(source)) content.loads.push(`${resolve(String(source['value']))}#*`);
    if (type === 'CallExpression' && isNode(each['callee']) && readsCatalogue(each['callee']))
      visit(each['arguments'], (named) => named.type === 'Literal' && content.catalogues.add(String(named['value'])));
    const text = type === 'Literal' ? value : type === 'TemplateElement' ? (value as { readonly raw: string }).raw : undefined;
    if (typeof text !== 'string') return;
    if (text.startsWith('/')) content.paths.add(text);
    const catalogue = keyOfCatalogue.exec(text)?.[1];
    if (catalogue !== undefined) content.catalogues.add(catalogue);
  });
  return { names, identifiers, ...content };
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

/** Calls and catalogues that the code of a page can reach. */
export interface PageCode {
  /** Paths of all calls that the page can make. */
  readonly paths: ReadonlySet<string>;
  /** Catalogues of the code that is loaded with the page. Code that the page loads later waits for its own. */
  readonly catalogues: ReadonlySet<string>;
}

/** Returns the code that the page of a route table row can reach, or null if the row does not name its page as `(await import(file)).Name`. */
export type PageReader = (row: Pick<RouteRow, 'page'>) => PageCode | null;

/** Follows the code that a page can reach, through the imports of the files below `web/`. */
export function createPageReader(root: string): PageReader {
  const parsed = new Map<string, ParsedFile>();
  const known = new Map<SymbolKey, Content & { readonly uses: readonly SymbolKey[] }>();
  /** Reads the calls and catalogues in the definition of a symbol, and the symbols of other files that it uses. */
  const readSymbol = (key: SymbolKey) => {
    const found = { paths: new Set<string>(), catalogues: new Set<string>(), loads: [] as SymbolKey[], uses: [] as SymbolKey[] };
    const [file = '', name = ''] = key.split('#');
    if (!/^web\/.*\.tsx?$/.test(file) || !existsSync(join(root, file))) return found;
    const { imports, exports, statements } = parsed.get(file) ?? parseFile(root, file);
    parsed.set(file, { imports, exports, statements });
    // Names that the loop adds to the set are visited too.
    const names = new Set(name === '*' ? exports : [name]);
    for (const each of names) {
      const imported = imports.get(each);
      if (imported !== undefined) found.uses.push(imported);
      for (const statement of statements.filter((one) => one.names.includes(each))) {
        for (const text of statement.paths) found.paths.add(text);
        for (const catalogue of statement.catalogues) found.catalogues.add(catalogue);
        for (const other of statement.identifiers) names.add(other);
        found.loads.push(...statement.loads);
      }
    }
    return found;
  };
  const getSymbol = (key: SymbolKey) => {
    const symbol = known.get(key) ?? readSymbol(key);
    known.set(key, symbol);
    return symbol;
  };
  return ({ page }) => {
    const [, file, name] = /import\(['"]([^'"]+)['"]\)\)\.(\w+)/.exec(String(page)) ?? [];
    if (file === undefined) return null;
    const [paths, catalogues] = [new Set<string>(), new Set<string>()];
    const withPage = new Set([`${normalize(join('web/app/routes', file))}#${name}`]);
    for (const key of withPage) {
      const symbol = getSymbol(key);
      for (const used of symbol.uses) withPage.add(used);
      for (const catalogue of symbol.catalogues) catalogues.add(catalogue);
    }
    const later = new Set(withPage);
    for (const key of later) {
      const symbol = getSymbol(key);
      for (const used of [...symbol.uses, ...symbol.loads]) later.add(used);
      for (const path of symbol.paths) paths.add(path);
    }
    return { paths, catalogues };
  };
}
