import { describe, expect, it } from 'vitest';
import { paperStatus, sectionType } from '../../../sync/contract/codes.ts';
import { paperCalls } from '../../../sync/contract/paper.ts';
import { twoSchools } from '../../../tests/fixtures/server/school-data.ts';
import { Refusal } from '../../http/handler.ts';
import { questionHandlers } from '../question/question-handlers.ts';
import { paperHandlers } from './paper-handlers.ts';
import { paperReads } from './paper-reads.ts';

const value = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(answer.message.en);
  return answer;
};

const section = (count: number, extra: object = {}) => ({
  title: '一、单选题',
  type: sectionType.single,
  count,
  pointsEach: 2,
  categories: [],
  partial: false,
  ...extra,
});
const draft = (...sections: ReturnType<typeof section>[]) => ({
  name: '理论卷',
  sections,
  rules: { layout: 'one' as const, shuffleQuestions: true, shuffleOptions: true, passPoints: 6 },
});

async function setUp() {
  const data = await twoSchools();
  const clock = { nowMs: () => 1_800_000_000_000 };
  const chance = { bytes: (count: number) => Buffer.alloc(count, 1), uuid: () => '00000000-0000-4000-8000-000000000000' };
  const questions = questionHandlers({ db: data.db, clock });
  const text = Array.from({ length: 10 }, (_, index) =>
    JSON.stringify({ question: `题目${index}`, options: ['(A)甲', '(B)乙'], label: index < 8 ? 'A' : ['A', 'B'] }),
  ).join('\n');
  await questions.import(
    { format: 'jsonl', fileName: 'q.jsonl', text, category: '电工', mode: 'all', skipDuplicates: false },
    data.teacher,
  );
  return { ...data, handlers: paperHandlers({ db: data.db, clock, chance, stopping: new AbortController().signal }) };
}

describe('a paper', () => {
  it('is created, assembled, changed and drawn again', async () => {
    const { handlers, teacher } = await setUp();
    const made = value(
      await handlers.add(draft(section(5), section(2, { title: '二、多选题', type: sectionType.multiple, pointsEach: 0.5 })), teacher),
    );
    expect(made).toEqual({ id: 1, version: 1 });
    const get = async () => value(await handlers.getById({ id: 1 }, teacher));
    expect(await get()).toMatchObject({
      status: paperStatus.created,
      questionCount: 7,
      totalPoints: 11,
      sections: [{ questions: [] }, { questions: [] }],
    });

    expect(await handlers.draw({ id: 1, version: 1, seed: 5 }, teacher)).toEqual({ id: 1, version: 2, seed: 5 });
    const drawn = await get();
    expect(paperCalls.getById.output.parse(drawn)).toEqual(drawn);
    expect(drawn.status).toBe(paperStatus.assembled);
    expect(drawn.sections.map((one) => one.questions.length)).toEqual([5, 2]);
    expect(drawn.sections[0]?.questions[0]).toMatchObject({ key: { kind: 'choice' }, version: 1 });

    // Another name keeps what was drawn; another count drops it.
    value(
      await handlers.modify(
        { ...draft(section(5), section(2, { title: '多选', type: sectionType.multiple })), id: 1, version: 2 },
        teacher,
      ),
    );
    expect((await get()).sections[0]?.questions).toEqual(drawn.sections[0]?.questions);
    value(await handlers.modify({ ...draft(section(4)), id: 1, version: 3 }, teacher));
    expect(await get()).toMatchObject({ status: paperStatus.created, version: 4, sections: [{ questions: [] }] });
    expect(await handlers.draw({ id: 1, version: 4 }, teacher)).toMatchObject({ seed: 0x01010101 });
  });

  it('names every section that the bank cannot fill', async () => {
    const { handlers, teacher } = await setUp();
    value(await handlers.add(draft(section(9), section(2, { title: '二、判断题', type: sectionType.judgement })), teacher));
    const refused = await handlers.draw({ id: 1, version: 1 }, teacher);
    expect(refused).toMatchObject({
      error: 'refused',
      message: { 'zh-CN': '题库中的题目不够：一、单选题需 9 题，可用 8 题；二、判断题需 2 题，可用 0 题' },
      fields: [{ path: 'sections.0.count' }, { path: 'sections.1.count' }],
      data: {
        shortages: [
          { section: 0, want: 9, have: 8 },
          { section: 1, want: 2, have: 0 },
        ],
      },
    });
    expect(value(await handlers.getById({ id: 1 }, teacher)).status).toBe(paperStatus.created);
  });

  it('refuses a stale version and says who changed it', async () => {
    const { handlers, teacher, addUser, school, as } = await setUp();
    const colleague = as(await addUser(school, 'li', 6, '李老师'), school, 6, ['teacher']);
    value(await handlers.add(draft(section(5)), teacher));
    value(await handlers.modify({ ...draft(section(4)), id: 1, version: 1 }, colleague));
    for (const answer of [
      await handlers.modify({ ...draft(section(3)), id: 1, version: 1 }, teacher),
      await handlers.draw({ id: 1, version: 1 }, teacher),
    ])
      expect(answer).toMatchObject({
        error: 'conflict',
        message: { 'zh-CN': '试卷已被李老师于 2027/1/15 16:00 修改（大题），请刷新后再试' },
        data: { by: ['李老师'], atMs: 1_800_000_000_000, changed: ['sections'] },
      });
    expect(value(await handlers.getById({ id: 1 }, teacher)).questionCount).toBe(4);
  });

  it('refuses a pass mark above the total', async () => {
    const { handlers, teacher } = await setUp();
    expect(await handlers.add(draft(section(2)), teacher)).toMatchObject({ error: 'invalid', fields: [{ path: 'rules.passPoints' }] });
  });

  it('does not exist for another school', async () => {
    const { handlers, teacher, otherTeacher } = await setUp();
    value(await handlers.add(draft(section(5)), teacher));
    for (const answer of [
      await handlers.getById({ id: 1 }, otherTeacher),
      await handlers.modify({ ...draft(section(5)), id: 1, version: 1 }, otherTeacher),
      await handlers.draw({ id: 1, version: 1 }, otherTeacher),
    ])
      expect(answer).toMatchObject({ error: 'notFound' });
    expect(value(await handlers.getList({ page: 1, pageSize: 20 }, otherTeacher))).toEqual({ items: [], total: 0 });
    expect(value(await handlers.getList({ page: 1, pageSize: 20, filter: { keyword: '理论' } }, teacher)).total).toBe(1);
    expect(await handlers.getList({ page: 1, pageSize: 20, sort: 'secret' }, teacher)).toMatchObject({ error: 'invalid' });
  });

  it('never changes once an exam was frozen from it', async () => {
    const { db, handlers, teacher, school } = await setUp();
    value(await handlers.add(draft(section(5)), teacher));
    const reads = paperReads(db);
    const row = async () => {
      const paper = await reads.byId(school, 1);
      if (!paper) throw new Error('missing');
      return paper.row;
    };
    expect(await reads.organise(await row())).toBe(false);
    value(await handlers.draw({ id: 1, version: 1 }, teacher));
    expect(await reads.organise(await row())).toBe(true);
    expect(await row()).toMatchObject({ status: paperStatus.organised, version: 3 });
    expect(await reads.organise(await row())).toBe(true);
    expect((await row()).version).toBe(3);
    for (const answer of [
      await handlers.modify({ ...draft(section(4)), id: 1, version: 3 }, teacher),
      await handlers.draw({ id: 1, version: 3 }, teacher),
    ])
      expect(answer).toMatchObject({ error: 'refused' });
  });
});
