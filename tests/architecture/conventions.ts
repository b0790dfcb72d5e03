import type { RuleViolation } from './rule-violation.ts';
import type { RepoFile } from './repo.ts';

/** A rule of this project that no linter offers. It reads one file and returns its violations. */
interface Convention {
  readonly rule: string;
  readonly on: (path: string) => boolean;
  readonly faults: (file: RepoFile) => string[];
}

const isSource = (path: string): boolean => /\.tsx?$/.test(path);
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const isProduct = (path: string): boolean => /^(sync|server|web)\//.test(path) && isSource(path) && !isTest(path);
/** Matches files that hold only rows of data, such as declarations and texts. One long table reads better than four short files. */
const isTable = (path: string): boolean =>
  /^sync\/contract\/|-(messages|texts|table)\.ts$|\/texts\/|^web\/app\/routes\/|^server\/demo\//.test(path);
const dialectFunctions =
  'instr|ifnull|iif|group_concat|json_(?:each|group_array|object|extract|agg|build_object)|jsonb\\w*|strpos|string_(?:agg|to_array)|unnest';
/** Matches SQL that only SQLite or only PostgreSQL understands, or that differs between both. */
const dialectWords = new RegExp(
  [
    String.raw`\b(?:${dialectFunctions}|chr|char)\(|fn(?:<[^>]*>)?\('(?:${dialectFunctions})'`,
    String.raw`\b(?:NOCASE|GLOB|MATCH|ILIKE|PRAGMA|AUTOINCREMENT|FOR UPDATE)\b|\bOR (?:IGNORE|REPLACE|ABORT)\b|\bLIMIT -1\b`,
    String.raw`\b(?:sqlite_(?:sequence|schema|master|version)|pragma_\w+|pg_(?!dump)\w+|information_schema)\b|SQLITE_(?:CONSTRAINT|BUSY)|'[0-9]{2}[0-9P]{3}'`,
    // Matches three constructs in SQL templates: a unary plus, IS with a value, and a cast.
    String.raw`sql(?:<[^>]*>)?\`(?:[^\`]*(?:\bIS (?:NOT )?\$\{|::\w)|(?:[^\`]*[(,=<>])?\s*\+(?:\w|\$\{))`,
  ].join('|'),
  'g',
);
/**
 * Matches a sleep in a browser test. The helpers of the browser tests (`tests/e2e/rig`) may sleep, because they delay the server's replies on
 * purpose.
 */
const sleepInPage = /waitForTimeout\(|setTimeout\(\s*(?:resolve|done|r|ok)\b|timers\/promises/g;
const sleepInTest = /waitForTimeout\(|(?<!\.)\bsetTimeout\(|timers\/promises|systemTimers\.sleep\(/g;
/** Files that may sleep. They talk to servers in other processes: their faults last a real time, and a device's sync agent backs off in real time. */
const maySleep = new Set(['tests/contract/fixtures/kill-storm.ts', 'tests/device/engine-device.ts']);
/**
 * Files of the engine that may catch every error of parsing or decrypting, because their input may come from another device, an older build or a
 * damaged file.
 */
const readsForeignText = new Set([
  'sync/engine/client/undelivered-answers.ts',
  'sync/engine/ops/attachment.ts',
  'sync/engine/transfer/answer-file.ts',
]);
/** Files that may catch a `Refusal` (the error of a refused call), to turn it into a response, a job's error or a return value. */
const handlesRefusals = new Set(['server/http/handler.ts', 'server/http/contract-mount.ts', 'server/jobs/job-runner.ts']);
const maxLines = 500;
/** Matches texts that are the same in every language: names of languages, the product's name, and Chinese numerals. */
const ownNames = /^(中文|稳考?|考|[一二三四五六七八九十]+)$/;

/** Files that need Chinese punctuation in both languages, or that choose it by language. */
const mayPunctuateInChinese = new Set([
  'web/lib/punctuation.ts',
  // The next two files build titles of sections with Chinese numerals: "一、单选题".
  'web/features/exam-sitting/model/card-state.ts',
  'web/features/paper/paper-templates.ts',
  // The next two files replace Chinese punctuation that people type or that documents contain.
  'web/features/detail/outline-checks.ts',
  'web/features/question/question-form-values.ts',
]);
const chinesePunctuation = /[（）：；，。、！？「」《》【】]/gu;
/** Matches a regular expression literal at a place where an expression may begin. */
const regularExpression = /(?<=[(,=:?&|!{[]\s*)\/(?![/*])(?:\[(?:\\.|[^\]\\\n])*\]|\\.|[^/\\\n[])+\/[a-z]*/g;

const matches = (text: string, pattern: RegExp, reason: (match: RegExpMatchArray) => string): string[] =>
  [...text.matchAll(pattern)].map((match) => `line ${text.slice(0, match.index).split('\n').length}: ${reason(match)}`);

export const conventions: readonly Convention[] = [
  {
    rule: 'file-size',
    on: (path) => isSource(path) && !isTable(path),
    faults: ({ text }) => {
      const lines = text.trimEnd().split('\n').length;
      return lines > maxLines ? [`${lines} lines: split at ${maxLines}`] : [];
    },
  },
  {
    rule: 'file-name',
    on: (path) => /^(sync|server|web|tests)\//.test(path) && !path.startsWith('tests/fixtures/'),
    faults: ({ path }) => [
      ...(/(^|[/-])(utils?|helpers?|common|misc)([./-]|$)/.test(path) ? ['the name does not say what the file does'] : []),
      ...(isSource(path) && !/^[a-z0-9./-]+$/.test(path) ? ['not in kebab-case'] : []),
    ],
  },
  {
    rule: 'engine-faults-reported',
    on: (path) => path.startsWith('sync/engine/') && isSource(path) && !isTest(path) && !readsForeignText.has(path),
    faults: ({ text }) => matches(text, /catch\(\(\) =>|\bcatch \{/g, () => 'drops an error: pass it to `createFaultReporter`'),
  },
  {
    rule: 'import-extension',
    on: isSource,
    faults: ({ text }) =>
      matches(text, /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g, (m) => m[1] ?? '').filter(
        (found) => !/\.((tsx?|mjs|json|css|svg|png)(\?[a-z]+)?|(html|js)\?raw)$/.test(found),
      ),
  },
  {
    rule: 'no-sleep-in-tests',
    on: (path) => (isTest(path) || /^tests\/(?:contract|device|fixtures|mutants|simulation)\//.test(path)) && !maySleep.has(path),
    faults: ({ path, text }) => matches(text, path.startsWith('tests/e2e/') ? sleepInPage : sleepInTest, () => 'sleeps: wait for a state'),
  },
  {
    rule: 'no-wall-time-in-tests',
    on: (path) => isTest(path) && !path.startsWith('tests/e2e/'),
    faults: ({ text }) =>
      matches(
        text,
        /performance\.now\(\)\s*-|-\s*performance\.now\(\)|hrtime/g,
        () => 'measures wall time: count operations or use virtual time',
      ),
  },
  {
    rule: 'free-ports-in-tests',
    on: (path) => path.startsWith('tests/') || isTest(path),
    faults: ({ text }) =>
      matches(text, /\.listen\(\s*[1-9]\d*|\bPORT: '[1-9]\d*/g, (m) => `${m[0]}: the port may be taken; use port 0 or findFreePort`),
  },
  {
    rule: 'spec-can-be-slowed',
    on: (path) => path.startsWith('tests/e2e/') && path.endsWith('.spec.ts'),
    faults: ({ text }) =>
      matches(text, /import[^;]*\btest\b[^;]* from '@playwright\/test'/g, () => 'import `test` from tests/e2e/rig/test.ts'),
  },
  {
    rule: 'hooks-in-their-file',
    on: (path) => path.startsWith('tests/') && isSource(path) && !isTest(path) && !path.endsWith('-setup.ts'),
    faults: ({ text }) =>
      matches(
        text,
        /^(?:before|after)(?:Each|All)\(/gm,
        (m) => `${m[0]}) runs only for the first test file of a worker that loads this module: use onTestFinished in the function`,
      ),
  },
  {
    rule: 'no-skipped-test',
    on: isTest,
    faults: ({ text }) => matches(text, /\b(?:it|test|describe)\.(?:skip|only|todo|fixme)\b/g, (m) => m[0]),
  },
  {
    rule: 'no-test-branch',
    on: isProduct,
    faults: ({ text }) =>
      matches(
        text,
        /NODE_ENV\s*[!=]==?\s*['"]test|import\.meta\.vitest|process\.env\.VITEST/g,
        () => 'product code must not depend on running under a test',
      ),
  },
  {
    rule: 'refusals-are-thrown',
    on: (path) => path.startsWith('server/') && isProduct(path) && !handlesRefusals.has(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /instanceof Refusal\b|\bRefusal \||\| Refusal\b/g,
        (m) => `${m[0]}: refusals are thrown errors; let them propagate, or catch the refusal of one part with \`catchRefusal\``,
      ),
  },
  {
    rule: 'one-unit-of-work',
    on: (path) => path.startsWith('server/features/') && isProduct(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\.transaction\(\)|\bstartTransaction\(/g,
        (m) => `${m[0]}: use \`runUnitOfWork\`, which opens the transaction, and pass \`tx\` to stores`,
      ),
  },
  {
    rule: 'one-stale-version',
    on: (path) => path.startsWith('server/features/') && isProduct(path),
    faults: ({ text }) =>
      matches(text, /kind: 'stale'/g, (m) => `${m[0]}: use \`requireVersion\`, which compares the versions and throws the refusal`),
  },
  {
    rule: 'sql-in-its-place',
    on: (path) => isProduct(path) && !/^server\/(?:db\/|answer-log\/(?!calls\/))|-(store|reads|writes)\.ts$|\/migrations\//.test(path),
    faults: ({ text }) =>
      matches(
        text,
        /['"`]\s*(?:SELECT\s[^'"`]*\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|PRAGMA\s)|\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto)\(|\bsql`/gi,
        () => 'SQL belongs in a *-store.ts, *-reads.ts or *-writes.ts file',
      ),
  },
  {
    rule: 'reads-only-read',
    on: (path) => path.startsWith('server/') && path.endsWith('-reads.ts'),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+"?\w+"?\s+SET|DELETE\s+FROM)\s/g,
        (m) => `${m[0].trim()}: a *-reads.ts file must not write; move the statement to a *-writes.ts file`,
      ),
  },
  {
    rule: 'dialect-in-its-place',
    on: (path) => isProduct(path) && path.startsWith('server/') && !/^server\/(?:db\/|answer-log\/(?!calls\/))/.test(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        dialectWords,
        (m) => `${m[0].trim()}: SQLite and PostgreSQL differ here; use a function of server/db/dialect-functions.ts`,
      ),
  },
  {
    rule: 'text-through-catalogues',
    on: (path) => isProduct(path) && path.startsWith('web/') && !isTable(path),
    faults: ({ text }) => {
      const found = [...withoutComments(text).matchAll(/\p{Script=Han}+/gu)]
        .map((match) => match[0])
        .filter((word) => !ownNames.test(word));
      return found.length === 0 ? [] : [`${found.slice(0, 3).join(', ')} … belong in a catalogue`];
    },
  },
  {
    rule: 'punctuation-of-the-language',
    on: (path) => isProduct(path) && path.startsWith('web/') && !isTable(path) && !mayPunctuateInChinese.has(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text).replace(regularExpression, (found) => ' '.repeat(found.length)),
        chinesePunctuation,
        (m) => `${m[0]}: English pages would show Chinese punctuation; join texts with web/lib/punctuation.ts`,
      ),
  },
  {
    rule: 'figures-one-way',
    on: (path) => isProduct(path) && path.startsWith('web/') && !/^web\/lib\/format-|^web\/ui\/date\/calendar\.tsx$/.test(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\.toFixed\(|\.toPrecision\(|\.toLocale(?:Date|Time)?String\(|Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)/g,
        (m) => `${m[0]}: format numbers and times with web/lib/format-*.ts`,
      ),
  },
  {
    rule: 'times-in-the-zone',
    on: (path) => isProduct(path) && path !== 'sync/contract/zone-time.ts',
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)\(|getTimezoneOffset|\.toLocale(?:Date|Time)String\(|new Date\([^()]*,|'Asia\/Shanghai'|8 \* 3_600_000/g,
        (m) =>
          `${m[0]} uses the time zone of this machine; use sync/contract/zone-time.ts or web/lib/format-time.ts, which use the school's`,
      ),
  },
  {
    rule: 'calls-one-way',
    on: (path) =>
      isProduct(path) && path.startsWith('web/') && !/^web\/platform\/(?:api\/call-query|offline-pages\/stored-call)\.ts$/.test(path),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\bqueryKey\b|\buse(?:Suspense)?(?:Infinite)?Quer(?:y|ies)\b|\b(?:infiniteQ|q)ueryOptions\b|\.(?:get|set)Quer(?:y|ies)Data\b/g,
        (m) => `${m[0]}: read with useCall (web/platform/api/call-query.ts), which derives the key from path and input`,
      ),
  },
  {
    rule: 'whole-lists-one-way',
    on: (path) => isProduct(path) && path.startsWith('web/'),
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\bpageSize: (?:[1-9]\d\d+|[6-9]\d)\b/g,
        (m) => `${m[0]} silently drops later rows; use OptionPicker, which searches on the server, or useWholeList, which reads all pages`,
      ),
  },
  {
    rule: 'actions-one-way',
    on: (path) => isProduct(path) && path.startsWith('web/') && path !== 'web/ui/use-action.ts',
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\buseMutation\b/g,
        (m) => `${m[0]}: use useAction (web/ui/use-action.ts), which stays busy until the server replies`,
      ),
  },
  {
    rule: 'dialogs-one-way',
    // Skip `export-button.tsx`: its dialog asks nothing but shows the progress of an export.
    on: (path) =>
      isProduct(path) &&
      path.startsWith('web/') &&
      !/^web\/(?:platform\/dialogs\/|ui\/(?:primitives\/alert-dialog|list\/export-button)\.tsx$)/.test(path),
    faults: ({ text }) => [
      ...matches(
        withoutComments(text),
        /'[^']*\/alert-dialog(?:\.tsx)?'/g,
        () => 'use ConfirmDialog (web/platform/dialogs/confirm-dialog.tsx), which shows progress and the reason of a failed action',
      ),
      ...matches(
        /\buse(?:Dialog)?Action\b/.test(text) ? withoutComments(text) : '',
        /'[^']*\/(?:dialog|sheet)(?:\.tsx)?'/g,
        () => 'use ActionDialog (web/platform/dialogs/action-dialog.tsx) for a dialog that runs an action',
      ),
    ],
  },
  {
    rule: 'loading-one-way',
    on: (path) => isProduct(path) && path.startsWith('web/') && path !== 'web/ui/feedback/loading-state.tsx',
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /error !== null\)\s*(?:return)?[\s({]*<QueryFailure/g,
        () =>
          'a failed refetch would replace the content that a person works on; show LoadingState (web/ui/feedback) only while `data` is undefined',
      ),
  },
  {
    rule: 'catalogues-one-way',
    // Skip the texts of the player. It loads only one language to stay within its size limit.
    on: (path) => isProduct(path) && path.startsWith('web/') && path !== 'web/features/exam-sitting/exam-sitting-texts.ts',
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\bsatisfies Catalogue</g,
        () => 'use createCatalogue (web/lib/create-catalogue.ts), which holds both languages of a text side by side',
      ),
  },
  {
    rule: 'forms-one-way',
    on: (path) => isProduct(path) && path.startsWith('web/') && path !== 'web/platform/forms/use-saved-form.ts',
    faults: ({ text }) =>
      matches(
        withoutComments(text),
        /\buseForm[(<]/g,
        () => 'use useSavedForm (web/platform/forms/use-saved-form.ts), which keeps typed input and saves it once',
      ),
  },
  {
    rule: 'no-host-names',
    on: (path) => path !== 'package-lock.json' && !path.startsWith('tests/fixtures/'),
    faults: ({ text }) => [
      ...matches(
        text,
        /(?<![\w.:*-])\/(?:(?:home|Users)\/[\w.-]+\/|(?:work|root)\/)[\w.-]+/g,
        (m) => `${m[0]}: a path that exists on one machine only`,
      ),
      ...matches(text, /\bregistry\.[a-z]+\.[a-z]+/g, (m) => `${m[0]}: names a registry`),
    ],
  },
  {
    rule: 'one-date-column',
    on: (path) => path.startsWith('web/') && isProduct(path) && path !== 'web/ui/list/columns.tsx',
    faults: ({ text }) =>
      matches(
        text,
        /\b(?:cell|value): \([^)]*\) =>(?:(?!=>)[^;])*?(?:\bnew Date\(|\bformat(?:Date|DateTime|Clock|Time)\()/g,
        () => 'use `dateColumn` (web/ui/list/columns.tsx) for a date',
      ),
  },
];

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));

/** Returns the violations of the house rules in these files. */
export function checkConventions(files: readonly RepoFile[]): RuleViolation[] {
  return files.flatMap((file) =>
    conventions
      .filter((convention) => convention.on(file.path))
      .flatMap((convention) => convention.faults(file).map((reason) => ({ rule: convention.rule, path: file.path, reason }))),
  );
}
