import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../../../server/running-server.ts';
import { sanitiseStoredHtml } from '../../../server/rich-text/sanitise-html.ts';
import { readSettings } from '../../../server/settings.ts';
import { jobState } from '../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../sync/contract/bank/question-body.ts';
import { exportFormats, type ExportFormatId } from '../../../sync/contract/bank/question-file.ts';
import { chooseByTestRun } from '../../fixtures/choose-by-test-run.ts';
import { sampleQuestion } from '../../fixtures/questions/sample-question.ts';

/**
 * Moves a question bank from one server to another that has never seen it: two data folders, two upload folders, different profession
 * ids, everything over HTTP. The second server must return the same bytes for the pictures in its questions.
 */
type Envelope<T> = { code: number; msg: string; data: T };
interface Place {
  readonly server: RunningServer;
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
  readonly token: string;
}
interface Listed {
  readonly items: readonly { readonly id: number }[];
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folders: string[] = [];
const running: RunningServer[] = [];

async function open(demo: boolean): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-moves-'));
  folders.push(folder);
  const settings = readSettings({ PORT: '0', WENKAO_DATA: join(folder, 'data'), ...(demo ? {} : { WENKAO_DEMO: '0' }) });
  const server = await startServer({ settings, logger: quiet, webDir: join(folder, 'web'), version: '0.0.0' });
  running.push(server);
  const call = async <T>(path: string, body: unknown, token = ''): Promise<T> => {
    const response = await fetch(`${server.url}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'x-token': token } });
    const { code, msg, data } = (await response.json()) as Envelope<T>;
    if (code !== 0) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  const [account] = server.report.accounts.filter(({ loginName }) => loginName === 'admin');
  const school = await call<{ id: number }>('/school/getByWebsite', { website: account?.website ?? 'demo' });
  const pwd = account?.password ?? 'Wenkao-2026';
  const signedIn = await call<{ token: string }>('/user/login', { login_name: 'admin', login_pwd: pwd, school_id: school.id });
  if (!demo) await call('/user/changePassword', { old_password: pwd, new_password: 'Wenkao-2027' }, signedIn.token);
  return { server, token: signedIn.token, post: (path, body) => call(path, body, signedIn.token) };
}

// Three pictures, one for each format that browsers show and people paste.
const pictures = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==',
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
].map((text) => Buffer.from(text, 'base64'));

async function uploaded({ server, token }: Place, bytes: Buffer, schoolId: number): Promise<string> {
  const form = new FormData();
  form.append('schoolId', String(schoolId));
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const response = await fetch(`${server.url}/api/upload`, { method: 'POST', body: form, headers: { 'x-token': token } });
  const { code, msg, data } = (await response.json()) as Envelope<{ url: string }>;
  if (code !== 0) throw new Error(msg);
  return data.url;
}

async function bankOf(place: Place, bank: 'school' | 'certified'): Promise<QuestionBody[]> {
  const found: QuestionBody[] = [];
  for (let page = 1; ; page++) {
    const { items } = await place.post<Listed>('/question/getList', { page, pageSize: 100, sort: 'id', filter: { bank } });
    for (const { id } of items) found.push(await place.post<QuestionBody>('/question/getById', { id }));
    if (items.length < 100) return found;
  }
}

const fields = [
  'type',
  'stem',
  'material',
  'options',
  'key',
  'analysis',
  'difficulty',
  'uniformity',
  'category',
  'tags',
  'source',
  'scoreHint',
  'level',
  'pointCode',
] as const;
const htmlFields = new Set(['stem', 'material', 'analysis', 'reference', 'html']);

/**
 * Replaces the letters of ordering and matching options in the answer key by the options' texts. A bank may draw new letters for them
 * (`option-letters.ts`).
 */
function withoutLetters(question: QuestionBody): Pick<QuestionBody, 'options'> & { key: object } {
  const { key, options } = question;
  if (key.kind !== 'order' && key.kind !== 'match') return { key, options };
  const html = (id: string) => options.find((option) => option.id === id)?.html ?? id;
  const named = options.map((option) => (/[A-H]/.test(option.id) ? { ...option, id: '' } : option));
  return { key: { ...key, right: key.right.map((id) => ({ html: html(id) })) }, options: named };
}

/**
 * Sorts options without a letter by their texts, after the options that have one. Call it after the names of pictures were replaced, because these
 * names differ between servers.
 */
function sortOptions(text: string): string {
  const content = JSON.parse(text) as { options: { id: string; html: string }[] };
  const isOpen = ({ id }: { id: string }) => id === '';
  const byText = (one: { html: string }, other: { html: string }) => (one.html < other.html ? -1 : 1);
  const options = [...content.options.filter((one) => !isOpen(one)), ...content.options.filter(isOpen).toSorted(byText)];
  return JSON.stringify({ ...content, options });
}

/** Reads a question independently of the server: its profession by name, its pictures by their bytes. */
async function contentOf(
  place: Place,
  question: QuestionBody & { readonly profName?: string; readonly tradeName?: string },
): Promise<string> {
  const text = JSON.stringify({
    ...Object.fromEntries(fields.map((name) => [name, question[name]])),
    ...withoutLetters(question),
    prof: question.profName,
    trade: question.tradeName,
  });
  const bytes = new Map<string, string>();
  for (const url of new Set(text.match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g))) {
    const response = await fetch(place.server.url + url);
    bytes.set(url, response.ok ? `/uploads/${Buffer.from(await response.arrayBuffer()).toString('hex')}` : `gone ${response.status}`);
  }
  const signs = (name: string, value: unknown): unknown =>
    typeof value === 'string' && htmlFields.has(name) ? sanitiseStoredHtml(value).trim() : value;
  const withBytes = JSON.stringify(JSON.parse(text, signs)).replace(
    /\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g,
    (url) => bytes.get(url) ?? url,
  );
  return sortOptions(withBytes);
}

let from: Place;
let before: string[];

beforeAll(async () => {
  from = await open(true);
  const { id: schoolId } = await from.post<{ id: number }>('/school/getByWebsite', { website: 'demo' });
  const urls = await Promise.all(pictures.map((bytes) => uploaded(from, bytes, schoolId)));
  const { items: professions } = await from.post<{ items: { id: number; name: string }[] }>('/prof/getList', { page: 1, pageSize: 50 });
  const seller = professions.find(({ name }) => name === '电子商务师')?.id ?? 0;
  const { trades } = await from.post<{ trades: { id: number; name: string }[] }>('/prof/getById', { id: seller });
  const filed = { profId: seller, tradeId: trades.find(({ name }) => name === '跨境电子商务师')?.id ?? 0, level: 3, pointCode: '' };
  const samples = fc.sample(sampleQuestion, { numRuns: 80, seed: 1717 });
  let at = 0;
  for (const sample of samples) {
    // Give each reference to a picture in the question a different picture.
    const own = JSON.parse(
      JSON.stringify(sample).replace(/\/uploads\/(?:ab){16}\.png/g, () => urls[at++ % urls.length] ?? ''),
    ) as QuestionBody;
    const classification = at % 3 === 0 ? filed : { profId: null, tradeId: null, level: null, pointCode: '' };
    await from.post('/question/add', { ...own, ...classification, bank: 'certified' });
  }
  before = await contents(from);
}, 300_000);
const contents = async (place: Place): Promise<string[]> => {
  const told: string[] = [];
  for (const question of await bankOf(place, 'certified')) told.push(await contentOf(place, question));
  return told;
};

afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Job {
  readonly state: number;
  readonly error: string;
  readonly result: { readonly imported: number; readonly skipped: number } | null;
}
async function take(place: Place, file: { fileName: string; content: string }): Promise<Job> {
  const { jobId } = await place.post<{ jobId: number }>('/question/import', {
    ...file,
    bank: 'certified',
    mode: 'all',
    skipDuplicates: false,
  });
  const read = () => place.post<Job>('/job/getById', { id: jobId });
  await expect.poll(async () => (await read()).state > jobState.running, { timeout: 120_000 }).toBe(true);
  return read();
}
const exported = (place: Place, format: ExportFormatId) =>
  place.post<{ fileName: string; content: string; count: number }>('/question/export', {
    format,
    sort: 'id',
    filter: { bank: 'certified' },
  });

it('the source bank covers the demo questions, every question type and pictures', () => {
  expect(before.length).toBeGreaterThan(250);
  expect(before.filter((text) => text.includes('"prof":"电工"')).length).toBeGreaterThan(150);
  expect(before.filter((text) => text.includes('/uploads/')).length).toBeGreaterThan(20);
  expect(before.filter((text) => text.includes('"trade":"跨境电子商务师"')).length).toBeGreaterThan(5);
  expect(before.filter((text) => text.includes('gone'))).toEqual([]);
});

// Every format is written and read without a server in formats/round-trip.test.ts.
const formats = chooseByTestRun<readonly ExportFormatId[]>({ landing: exportFormats.slice(0, 1), full: exportFormats });

it.each(formats)(
  '%s: a bank exported to an empty server, and from there to another, arrives unchanged',
  { timeout: 300_000 },
  async (format) => {
    const file = await exported(from, format);
    expect(file.count).toBe(before.length);
    let now = file;
    for (const _ of ['the second', 'the third']) {
      const place = await open(false);
      // On the second server, the first profession id belongs to another profession.
      await place.post('/prof/add', { code: '6-29-02-11', name: '瓦工', levels: [4, 5], trades: [], standard: '', remark: '' });
      await place.post('/prof/add', { code: '6-31-01-03', name: '电工', levels: [1, 2, 3, 4, 5], trades: [], standard: '', remark: '' });
      const trades = [{ name: '跨境电子商务师' }, { name: '网商' }];
      await place.post('/prof/add', { code: '4-01-06-01', name: '电子商务师', levels: [1, 2, 3, 4, 5], trades, standard: '', remark: '' });
      const job = await take(place, now);
      expect(job).toMatchObject({ error: '', result: { imported: before.length, skipped: 0 } });
      expect(await contents(place)).toEqual(before);
      now = await exported(place, format);
    }
  },
);
