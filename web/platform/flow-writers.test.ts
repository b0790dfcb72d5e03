import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { flowTable } from './session/flow-state.ts';

/**
 * Path of the file in `web/` that writes a field of the flow state, or ': ' and the reason why no file does. The flow state holds values that several
 * pages share, such as the chosen exam.
 */
type Writer = `${string}.ts` | `${string}.tsx` | `: ${string}`;
const is = (why: string): Writer => `: ${why}`;

const homework = is('the homework pages');
const course = is('the course pages');
const ownDraft = is('what is typed has a draft of its own, with the version it began with (web/ui/form/use-draft.ts)');
const askedFromServer = is('asked of the server by the page that shows it');

/** For each field of each flow state (`flowTable`), the file that writes it. */
const writers: { readonly [K in keyof typeof flowTable]: Readonly<Record<string, Writer>> } = {
  exam: {
    id: askedFromServer,
    status: askedFromServer,
    form: 'features/paper/paper-saved-flag.ts',
    paperFormSaved: 'features/paper/paper-saved-flag.ts',
    sections: ownDraft,
    examForm: ownDraft,
    sectionForm: ownDraft,
    questionForm: ownDraft,
    examCategory: is("the list's address carries the category"),
    examUser: is('the marking pages'),
    plan: is('the pages of places, rooms, invigilators and markers'),
  },
  answers: { '': is('sealed in IndexedDB and shown from there (decision 004)') },
  paper: { id: 'features/paper/pages/paper-assembly-page.tsx', status: 'features/paper/pages/paper-assembly-page.tsx' },
  declaration: { id: is('the declaration pages'), status: is('the declaration pages'), form: is('the declaration pages') },
  homework: { id: homework, status: homework, isPaper: homework },
  course: { id: course, status: course },
  info: { id: is('the pages of articles'), status: is('the pages of articles') },
  school: {
    status: askedFromServer,
    infoId: askedFromServer,
    configUpdatedMs: 'features/school/pages/school-edit-page.tsx',
  },
  learn: { categoryId: is('the learning pages') },
  app: { sidebar: 'app/layouts/sidebar-state.ts', mini: 'app/layouts/navbar.tsx' },
  device: { '': 'app/layouts/sidebar-state.ts' },
  scrollbarClass: { '': 'app/layouts/admin-layout.tsx' },
};

const fieldsOf = (key: keyof typeof flowTable): string[] => {
  const { initial } = flowTable[key];
  return key === 'answers' || typeof initial !== 'object' ? [''] : Object.keys(initial);
};
const rows = Object.entries(writers).flatMap(([key, fields]) =>
  Object.entries(fields).map(([field, writer]) => ({ key: key as keyof typeof flowTable, field, writer })),
);
const web = new URL('..', import.meta.url);
const sourceOf = (file: string): string => readFileSync(new URL(file, web), 'utf8');
const pages = globSync('{app,features}/**/*.{ts,tsx}', { cwd: web }).map((file) => [file, sourceOf(file)] as const);

test('every field of every flow state has a listed writer, or a reason for having none', () => {
  for (const key of Object.keys(flowTable) as (keyof typeof flowTable)[])
    expect([key, Object.keys(writers[key]).toSorted()]).toEqual([key, fieldsOf(key).toSorted()]);
});

test.each(rows.filter(({ writer }) => !writer.startsWith(': ')))(
  '$key.$field is written by $writer, and read',
  ({ key, field, writer }) => {
    expect(existsSync(new URL(writer, web))).toBe(true);
    const source = sourceOf(writer);
    expect(source).toMatch(new RegExp(`(?:useAtom|useSetAtom|set)\\(flowAtoms\\.${key}\\b`));
    expect(source).toContain(field);
    const readers = pages.filter(([, text]) => new RegExp(`(?:useAtom|useAtomValue|get)\\(flowAtoms\\.${key}\\b`).test(text));
    expect(readers.length).toBeGreaterThan(0);
  },
);

test('a flow state listed without a writer is used by no page', () => {
  const silent = (Object.keys(writers) as (keyof typeof flowTable)[]).filter((key) =>
    Object.values(writers[key]).every((writer) => writer.startsWith(': ')),
  );
  expect(silent.filter((key) => pages.some(([, text]) => text.includes(`flowAtoms.${key}`)))).toEqual([]);
});
