import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildLaunchPage, buildManifest } from './scorm-package.ts';
import launchScript from './launch.js?raw';

const course = { id: 12, title: '低压 <电器> & "安全"\u0001', website: 'demo', publicAddress: 'https://exam.school.test:8443' };
const cp = 'http://www.imsglobal.org/xsd/imscp_v1p1';
const imsss = 'http://www.imsglobal.org/xsd/imsss';
const one = (parent: Document | Element, name: string, namespace = cp): Element => {
  const [found, ...others] = parent.getElementsByTagNameNS(namespace, name);
  if (found === undefined || others.length > 0) throw new Error(`not one ${name}`);
  return found;
};

describe('files of a SCORM package', () => {
  it('include a manifest with one SCO, which sets its own completion', () => {
    const manifest = new DOMParser().parseFromString(buildManifest(course), 'application/xml');
    expect(one(manifest, 'item').querySelector('title')?.textContent).toBe('低压 <电器> & "安全"');
    const resource = one(manifest, 'resource');
    expect([...resource.children].map((file) => file.getAttribute('href'))).toEqual([resource.getAttribute('href'), 'launch.js']);
    expect([...one(manifest, 'deliveryControls', imsss).attributes].map(({ name, value }) => [name, value])).toEqual([
      ['completionSetByContent', 'true'],
      ['objectiveSetByContent', 'true'],
    ]);
  });

  it('include a page that opens the course at the public address and escapes the title', () => {
    const page = new DOMParser().parseFromString(buildLaunchPage(course), 'text/html');
    expect([page.title, page.querySelector('h1')?.textContent]).toEqual(['低压 <电器> & "安全"', '低压 <电器> & "安全"']);
    expect(page.body.dataset['courseWindow']).toBe('https://exam.school.test:8443/course-window/12?school=demo');
  });
});

/** A learning platform that records what the launched page does. `fails`: names of functions that report a failure. */
function createPlatform({ fails = [], stored = {} }: { fails?: string[]; stored?: Record<string, string> } = {}) {
  const calls: string[] = [];
  const answer = (name: string): string => {
    calls.push(name);
    return String(!fails.includes(name));
  };
  return {
    calls,
    stored,
    fails,
    api: {
      Initialize: () => answer('Initialize'),
      Terminate: () => answer('Terminate'),
      Commit: () => answer('Commit'),
      GetLastError: () => '391',
      GetValue: (name: string) => stored[name] ?? '',
      SetValue: (name: string, value: string) => {
        stored[name] = value;
        return 'true';
      },
    },
  };
}

describe('launch page of a SCORM package', () => {
  const origin = 'https://exam.school.test:8443';
  const window_ = window as Window & { API_1484_11?: unknown };
  let stopping = new AbortController();
  let posted: [unknown, string][] = [];
  let courseWindow = { closed: false, postMessage: (message: unknown, target: string) => void posted.push([message, target]) };
  const text = (id: string): string => document.getElementById(id)?.textContent ?? '';
  const report = (data: object, { from = origin, source = courseWindow }: { from?: string; source?: unknown } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin: from, source: source as Window }));
  const progress = (measure: number, more: object = {}) => ({ kind: 'wenkao.progress', measure, completed: false, score: null, ...more });

  /** Runs the script of the package's launch page like a learning platform, but with the platform as the parent window and without a frame. */
  function start(platform?: ReturnType<typeof createPlatform>): void {
    const page = new DOMParser().parseFromString(buildLaunchPage(course), 'text/html');
    document.body.innerHTML = page.body.innerHTML;
    document.body.dataset['courseWindow'] = page.body.dataset['courseWindow'] ?? '';
    vi.spyOn(window, 'parent', 'get').mockReturnValue({ API_1484_11: platform?.api, parent: null } as unknown as Window);
    const listen = window.addEventListener.bind(window);
    vi.spyOn(window, 'addEventListener').mockImplementation((name: string, listener: EventListenerOrEventListenerObject) =>
      listen(name, listener, { signal: stopping.signal }),
    );
    // oxlint-disable-next-line no-implied-eval
    new Function(launchScript)();
  }
  const open = (): void => document.getElementById('open')?.click();

  beforeEach(() => {
    vi.useFakeTimers();
    posted = [];
    stopping = new AbortController();
    courseWindow = { closed: false, postMessage: (message, target) => void posted.push([message, target]) };
    vi.spyOn(window, 'open').mockImplementation(() => courseWindow as unknown as Window);
  });
  afterEach(() => {
    stopping.abort();
    vi.restoreAllMocks();
    vi.useRealTimers();
    delete window_.API_1484_11;
    document.body.innerHTML = '';
  });

  it('shows a failure if there is no learning platform, or if the platform fails to initialise', () => {
    start();
    expect(text('failure')).toContain('was not found');
    expect(document.getElementById('open')?.hidden).toBe(true);
    start(createPlatform({ fails: ['Initialize'] }));
    expect(text('failure')).toContain('error 391');
  });

  it('sends its greeting only to the address of the course, and stores the reported progress', () => {
    const platform = createPlatform();
    start(platform);
    open();
    vi.advanceTimersByTime(65_000);
    expect(new Set(posted.map(([message, target]) => JSON.stringify([message, target])))).toEqual(
      new Set([JSON.stringify([{ kind: 'wenkao.hello' }, origin])]),
    );
    expect(text('state')).toContain('Sign in there');
    report(progress(0.5));
    expect(platform.stored).toMatchObject({
      'cmi.progress_measure': '0.5',
      'cmi.completion_status': 'incomplete',
      'cmi.session_time': 'PT0H1M5S',
      'cmi.exit': 'suspend',
    });
    expect(platform.stored).not.toHaveProperty(['cmi.score.scaled']);
    expect(platform.calls.filter((name) => name === 'Commit')).toHaveLength(1);
    report(progress(0.5));
    expect(platform.calls.filter((name) => name === 'Commit')).toHaveLength(1);
    report(progress(1, { completed: true, score: 0.75 }));
    expect(platform.stored).toMatchObject({ 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.75', 'cmi.exit': 'normal' });
    expect(text('state')).toContain('has recorded it');
  });

  it('ignores reports from another origin or window, and malformed reports', () => {
    const platform = createPlatform();
    start(platform);
    report(progress(1, { completed: true }));
    open();
    report(progress(1, { completed: true }), { from: 'https://evil.test' });
    report(progress(1, { completed: true }), { source: window });
    report({ kind: 'wenkao.progress', measure: Number.NaN, completed: true });
    report({ kind: 'wenkao.progress', measure: 1, completed: 'yes' });
    expect(platform.calls).toEqual(['Initialize']);
  });

  it('never lowers the progress, and ends the attempt once', () => {
    const platform = createPlatform({ stored: { 'cmi.progress_measure': '0.8', 'cmi.completion_status': 'completed' } });
    start(platform);
    open();
    report(progress(0.2));
    expect(platform.stored).toMatchObject({ 'cmi.progress_measure': '0.8', 'cmi.completion_status': 'completed' });
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(new Event('pagehide'));
    expect(platform.calls.filter((name) => name === 'Terminate')).toHaveLength(1);
  });

  it('tries again while the learning platform fails to save, also after the course window was closed', () => {
    const platform = createPlatform({ fails: ['Commit'] });
    start(platform);
    open();
    report(progress(0.5));
    expect(text('failure')).toContain('did not save');
    courseWindow.closed = true;
    platform.fails.length = 0;
    vi.advanceTimersByTime(6_000);
    expect([text('failure'), text('state')]).toEqual(['', 'The window of the course was closed. Completed: 50%.']);
    expect(document.getElementById('open')?.hidden).toBe(false);
  });

  it('reports a blocked window, and a learner who declined', () => {
    const platform = createPlatform();
    start(platform);
    vi.spyOn(window, 'open').mockReturnValueOnce(null);
    open();
    expect(text('failure')).toContain('blocked');
    open();
    report({ kind: 'wenkao.declined' });
    expect(text('state')).toContain('did not agree');
    window.dispatchEvent(new Event('pagehide'));
    expect(Object.keys(platform.stored)).toEqual(['cmi.session_time', 'cmi.exit']);
  });
});
