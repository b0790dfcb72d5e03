/** Counts of a browser run, and the tests that passed only on their second try. */
export interface BrowserTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly flaky: readonly FlakyTest[];
}
export interface FlakyTest {
  readonly title: string;
  /** First line of the error with which the first try of the test failed. */
  readonly error: string;
}

interface ReportedTest {
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly results: readonly { readonly error?: { readonly message?: string } }[];
}
interface ReportedSuite {
  readonly title: string;
  readonly specs?: readonly { readonly title: string; readonly tests: readonly ReportedTest[] }[];
  readonly suites?: readonly ReportedSuite[];
}
/** The fields of Playwright's JSON report that `tallyBrowserReport` reads. */
export interface BrowserReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number };
  readonly suites: readonly ReportedSuite[];
}

const colours = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g');

function flakyTests(suite: ReportedSuite, path: readonly string[] = []): FlakyTest[] {
  const here = [...path, suite.title];
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => ({
        title: [...here, title].join(' › '),
        error: (results[0]?.error?.message ?? 'no error reported').replaceAll(colours, '').split('\n')[0] ?? '',
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => flakyTests(inner, here))];
}

/** Adds up a browser run. A flaky test counts as passed and is listed with its first error. */
export function tallyBrowserReport({ stats, suites }: BrowserReport): BrowserTally {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: suites.flatMap((suite) => flakyTests(suite)),
  };
}
