import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../sync/contract/roles.ts';
import { createExampleAnswer } from '../../tests/fixtures/component/example-answer.ts';
import { startFakeServer, type FakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, pressEnter, renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { PasswordForm, ProfileForm } from '../features/account/pages/account-page.tsx';
import { PlanEditPage } from '../features/exam-plan/plan/plan-edit-page.tsx';
import { PaperEditPage } from '../features/paper/pages/paper-edit-page.tsx';
import { buildTemplateSections, paperTemplates } from '../features/paper/paper-templates.ts';
import { PersonForm } from '../features/people/parts/person-form.tsx';
import { QuestionEditPage } from '../features/question/pages/question-edit-page.tsx';
import { SchoolEditPage } from '../features/school/pages/school-edit-page.tsx';
import { LtiPage } from '../features/lti/pages/lti-page.tsx';
import { DirectoryPage } from '../features/directory/pages/directory-page.tsx';
import { SettingsPanel } from '../features/system/pages/system-page.tsx';
import { HomeworkEditPage } from '../features/assignment/pages/assignment-edit-page.tsx';
import type { CallPath } from '../platform/api/call-path.ts';
import { i18n } from '../lib/i18n.ts';

const hourMs = 3_600_000;
const inTwoDays = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs;

/** A form that changes a stored row. Forms of declared resources are in `web/platform/forms/resource-form.test.tsx`. */
interface Case {
  readonly name: string;
  readonly role: Role;
  readonly texts: Parameters<typeof i18n.load>[0];
  readonly path: CallPath;
  /**
   * `read`: path of the call that reads the row. `row`: values that the test needs in its answer. Both are absent if the form changes no
   * row with a version.
   */
  readonly read?: CallPath;
  readonly row?: object;
  readonly form: (onClose: () => void) => ReactElement;
  /** Address and route of a page that takes the row's id from its address. */
  readonly page?: readonly [at: string, route: string];
  /** A one-line text field of the form: `label` on the screen, and `field`, its name in the call's input. */
  readonly label: RegExp;
  readonly field: string;
  /** Name of the save button. */
  readonly save: string;
  /** Text of the toast that appears after a save. */
  readonly saved: string;
  /** Keys that save from within the field. Absent: Enter. */
  readonly keys?: string;
  /** True if the form itself requires the field. Absent if only the server does. */
  readonly required?: true;
}

const me = { ...createExampleAnswer('/user/getMe'), id: 7, version: 3, name: 'Li Hua' };
const cases: readonly Case[] = [
  {
    name: 'a person',
    role: 'school',
    texts: ['people', 'resource'],
    path: '/user/modify',
    read: '/user/getById',
    row: { name: 'Zhao Lei', login_name: 'zhaolei', id_type: 1, extra_roles: [] },
    form: (onClose) => <PersonForm id={1} type={7} types={[7, 8]} onClose={onClose} />,
    label: /^Name/,
    field: 'name',
    save: 'Save',
    saved: 'Saved',
  },
  {
    name: 'a paper',
    role: 'teacher',
    texts: ['paper', 'codes', 'ui'],
    path: '/paper/modify',
    read: '/paper/getById',
    row: {
      name: 'Mock paper',
      sections: buildTemplateSections(paperTemplates.templateShort, String).map((section) => ({ ...section, questions: [] })),
      rules: { ...createExampleAnswer('/paper/getById').rules, passPoints: 60, minutes: 90 },
    },
    form: () => <PaperEditPage />,
    page: ['/teacher/exam/paper/create/1', '/teacher/exam/paper/create/:paperId'],
    label: /^(Paper n|N)ame/,
    field: 'name',
    save: 'Save changes',
    saved: 'Paper saved',
    required: true,
  },
  {
    name: 'an exam plan',
    role: 'teacher',
    texts: ['examPlan', 'planPart', 'codes'],
    path: '/exam/modify',
    read: '/exam/getById',
    row: { name: 'Welder, level 4', paperId: 5, startMs: inTwoDays, durationMs: hourMs },
    form: () => <PlanEditPage />,
    page: ['/teacher/exam/exam-plan/create/1', '/teacher/exam/exam-plan/create/:planId'],
    label: /^(Exam n|N)ame/,
    field: 'name',
    save: 'Save',
    saved: 'Exam plan saved',
    required: true,
  },
  {
    name: 'a homework',
    role: 'teacher',
    texts: ['assignment', 'resource'],
    required: true,
    path: '/task/modify',
    read: '/task/getById',
    row: {
      kind: 'homework',
      name: 'Inverters',
      startMs: inTwoDays,
      dueMs: inTwoDays + hourMs,
      closeMs: inTwoDays + hourMs,
      isPaper: true,
      paperId: 5,
      tries: 1,
      latePercent: 100,
    },
    form: () => <HomeworkEditPage />,
    page: ['/teacher/homework/create/1', '/teacher/homework/create/:planId'],
    label: /^Name/,
    field: 'name',
    save: 'Save',
    saved: 'Saved',
  },
  {
    name: 'a question',
    role: 'question',
    texts: ['question', 'codes', 'ui'],
    path: '/question/modify',
    read: '/question/getById',
    row: {
      stem: '<p>Which?</p>',
      options: [
        { id: 'A', html: 'One' },
        { id: 'B', html: 'Two' },
      ],
      key: { kind: 'choice', right: ['A'] },
    },
    form: () => <QuestionEditPage />,
    page: ['/question/List/A1/create/1', '/question/List/:id/create/:questionId'],
    label: /^Category/,
    field: 'category',
    save: 'Save',
    saved: 'Saved',
    keys: '{Control>}{Enter}{/Control}',
  },
  {
    name: 'a school',
    role: 'admin',
    texts: ['school'],
    path: '/school/modify',
    read: '/school/getById',
    row: { title: 'First School', website: 'first' },
    form: () => <SchoolEditPage />,
    page: ['/school/assets/add-edit/1', '/school/assets/add-edit/:id'],
    label: /^School/,
    field: 'title',
    save: 'Save changes',
    saved: 'School saved',
    required: true,
  },
  {
    name: 'the settings of the platform',
    role: 'system',
    texts: ['system'],
    path: '/system/modifySettings',
    read: '/system/getSettings',
    row: { platformTitle: 'Wenkao', platformVersion: '1' },
    form: () => <SettingsPanel />,
    label: /^Platform name|^Title|^Name/,
    field: 'platformTitle',
    save: 'Save settings',
    saved: 'Settings saved and in effect',
    required: true,
  },
  {
    name: 'the directory of a school',
    role: 'school',
    texts: ['directory'],
    path: '/directory/set',
    read: '/directory/get',
    row: {
      name: 'Campus',
      address: 'ldap.school.test',
      searchBase: 'dc=test',
      loginAttribute: 'uid',
      numberAttribute: 'uid',
      certificate: '',
      studentFilter: '',
      staffFilter: '',
      nameAttribute: 'cn',
      classAttribute: '',
    },
    form: () => <DirectoryPage />,
    label: /^Name shown/,
    field: 'name',
    save: 'Save settings',
    saved: 'Settings saved',
    required: true,
  },
  {
    name: 'the learning platform of a school',
    role: 'school',
    texts: ['lti'],
    path: '/lti/set',
    read: '/lti/get',
    row: {
      name: 'Moodle',
      issuer: 'https://lms.school.test',
      clientId: 'wenkao',
      deploymentId: '7',
      authorisation: 'https://lms.school.test/auth',
      keySet: 'https://lms.school.test/certs',
    },
    form: () => <LtiPage />,
    label: /^Name shown/,
    field: 'name',
    save: 'Save settings',
    saved: 'Settings saved',
    required: true,
  },
  {
    name: 'the own profile',
    role: 'teacher',
    texts: ['account'],
    path: '/user/modifyMe',
    read: '/user/getMe',
    row: { name: 'Li Hua' },
    form: () => <ProfileForm me={me} />,
    label: /^Name/,
    field: 'name',
    save: 'Save',
    saved: 'Saved',
  },
  {
    name: 'the own password',
    role: 'teacher',
    texts: ['account'],
    path: '/user/changePassword',
    form: () => <PasswordForm />,
    label: /^Current password/,
    field: 'old_password',
    save: 'Change password',
    saved: 'Password changed; other devices are signed out',
  },
];

/** `isStrict`: React's strict mode renders everything twice. One test of each form uses it. */
interface OpenOptions {
  readonly server?: FakeServer;
  readonly version?: number;
  readonly isStrict?: boolean;
}

/** Opens a form on a version of its row and waits for its field. */
async function openForm(
  { role, texts, path, read, row, form, page, label, save, saved }: Case,
  { server = startFakeServer(), version = 3, isStrict = false }: OpenOptions = {},
) {
  const store = (newer: number) => {
    if (read !== undefined) server.answer(read, { ...(createExampleAnswer(read) as object), ...row, id: 1, version: newer });
  };
  server.otherwise.answer((other) => createExampleAnswer(other));
  store(version);
  const changed = { ...(createExampleAnswer(path) as object), id: 1, version: version + 1 };
  await i18n.load(texts);
  let closed = 0;
  const rendered = await renderPage(
    form(() => (closed += 1)),
    { person: createSessionUser(role), isStrict, ...(page && { at: page[0], path: page[1] }) },
  );
  const field = (): HTMLInputElement => screen.getByLabelText(label, { selector: 'input' });
  await screen.findByLabelText(label, { selector: 'input' });
  return {
    ...rendered,
    server,
    /** Makes the fake server return the row with this version. */
    store,
    accept: () => server.answer(path, changed),
    changed,
    field,
    button: () => screen.getByRole('button', { name: save }),
    isSaved: () => waitFor(() => expect(screen.getAllByText(saved).length).toBeGreaterThan(0)),
    versions: () => server.sentTo(path).map(({ input }) => (input as { version: number }).version),
    keys: () => server.sentTo(path).map(({ requestKey }) => requestKey),
    isClosed: () => closed > 0 || screen.queryByText('another page') !== null,
  };
}

describe.each(cases.map((each) => [each.name, each] as const))('the form of %s', (_name, each) => {
  const { path, read, field, keys, required } = each;

  it('saves once when its button is pressed twice', async () => {
    const form = await openForm(each, { isStrict: true });
    const release = form.server.hold(path);
    await form.person.type(form.field(), '!');
    form.pressTwice(form.button());
    await waitFor(() => expect(form.server.sentTo(path)).toHaveLength(1));
    await form.person.dblClick(form.button());
    release(form.changed);
    await form.isSaved();
    expect(form.server.sentTo(path)).toHaveLength(1);
  });

  it.skipIf(required === undefined)('sends nothing while its required field is empty, and marks and focuses that field', async () => {
    const form = await openForm(each);
    await form.person.clear(form.field());
    await form.person.click(form.button());
    await waitFor(() => expect(form.field().getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(document.activeElement).toBe(form.field()));
    expect(form.server.sentTo(path)).toEqual([]);
  });

  it('shows a refusal beside its field, focuses the field and keeps the typed text', async () => {
    const form = await openForm(each);
    form.server.refuse(path, 'invalid', 'Check the form.', { fields: [{ path: field, message: 'This is in use already.' }] });
    await form.person.type(form.field(), '!');
    await form.person.click(form.button());
    expect((await screen.findAllByText('This is in use already.')).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.activeElement).toBe(form.field()));
    expect(form.field().getAttribute('aria-invalid')).toBe('true');
    expect(form.field().value).toMatch(/!$/);
    expect(form.isClosed()).toBe(false);
  });

  it.skipIf(read === undefined)('continues from the newest version with the typed text after another user changed the row', async () => {
    const form = await openForm(each);
    form.server.refuse(path, 'conflict', 'Wang Wei changed it.', { by: ['Wang Wei'], atMs: 0, changed: [] });
    await form.person.type(form.field(), '!');
    await form.person.click(form.button());
    const keepButton = await screen.findByRole('button', { name: 'Load the latest, keep my changes' });
    form.store(9);
    form.accept();
    await form.person.click(keepButton);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load the latest, keep my changes' })).toBeNull());
    expect(form.field().value).toMatch(/!$/);
    await form.person.click(form.button());
    await form.isSaved();
    expect(form.versions()).toEqual([3, 9]);
  });

  it('reports a lost answer as not saved, and saves again with the same idempotency key', async () => {
    const form = await openForm(each);
    form.server.loseAnswer(path);
    await form.person.type(form.field(), '!');
    await form.person.click(form.button());
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0));
    await waitFor(() => expect(form.button().getAttribute('aria-busy')).toBeNull());
    expect(form.isClosed()).toBe(false);
    form.accept();
    await form.person.click(form.button());
    await form.isSaved();
    const [lost, repeated, ...more] = form.keys();
    expect([repeated, more]).toEqual([lost, []]);
  });

  it.skipIf(read === undefined)('restores the typed text when its page is opened again, until the text is saved', async () => {
    const first = await openForm(each);
    await first.person.type(first.field(), '!');
    first.unmount();
    // The restored draft is sent with the version over which it was typed, although the server has a newer one.
    const second = await openForm(each, { server: first.server, version: 9 });
    expect(second.field().value).toMatch(/!$/);
    second.accept();
    await second.person.click(second.button());
    await second.isSaved();
    expect(second.versions()).toEqual([3]);
    second.unmount();
    expect((await openForm(each, { server: first.server })).field().value).not.toMatch(/!$/);
  });

  it('is saved by keyboard from a text field, and Shift+Tab reaches its button', async () => {
    const form = await openForm(each);
    form.accept();
    await form.person.type(form.field(), '!');
    for (let presses = 0; document.activeElement !== form.button() && presses < 40; presses += 1) await form.person.tab({ shift: true });
    expect(document.activeElement).toBe(form.button());
    form.field().focus();
    if (keys === undefined) pressEnter(form.field());
    else await form.person.keyboard(keys);
    await form.isSaved();
    expect(form.server.sentTo(path)).toHaveLength(1);
  });
});

it('a reopened question keeps its typed text and version when the answer to the closed form arrives', async () => {
  const each = cases.find(({ name }) => name === 'a question') as Case;
  const firstForm = await openForm(each);
  const release = firstForm.server.hold(each.path);
  await firstForm.person.type(firstForm.field(), '!');
  await firstForm.person.click(firstForm.button());
  await waitFor(() => expect(firstForm.server.sentTo(each.path)).toHaveLength(1));
  firstForm.unmount();
  const secondForm = await openForm(each, { server: firstForm.server });
  await secondForm.person.type(secondForm.field(), '?');
  release(firstForm.changed);
  await waitFor(() => expect(firstForm.server.unanswered()).toBe(0));
  secondForm.unmount();
  const thirdForm = await openForm(each, { server: firstForm.server, version: 4 });
  expect(thirdForm.field().value).toMatch(/!\?$/);
  thirdForm.accept();
  await thirdForm.person.click(thirdForm.button());
  await thirdForm.isSaved();
  expect(thirdForm.versions()).toEqual([3, 4]);
});
