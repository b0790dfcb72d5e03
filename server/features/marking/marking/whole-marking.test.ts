import { beforeEach, describe, expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { examMinuteMs } from '../../../../tests/fixtures/server/exam-data.ts';
import { createMarkedSchool, examOverMs } from '../../../../tests/fixtures/server/marked-school.ts';

const createPoints = (...points: number[]) => ({ points, veto: [], comment: '' });

/** Two written questions, both answered by two people. */
async function twoQuestions(options: Parameters<typeof createMarkedSchool>[0] = {}) {
  const school = await createMarkedSchool(options);
  // The performed question becomes a written one.
  await school.db.updateTable('exam_item').set({ type: sectionType.questionAnswer }).where('item_id', '=', '3').execute();
  for (const [n, attempt] of school.attempts.slice(0, 2).entries())
    school.double.answer(attempt, { 1: ['T'], 2: [`第二题之${n}`], 3: [`第三题之${n}`] }, 5);
  const takePaper = async (n: number, more: { code?: number; except?: number[] } = {}) =>
    (await school.marking.takeWhole({ planId: 1, ...more }, school.marker(n))).paper;
  return { ...school, whole: takePaper };
}
let at: Awaited<ReturnType<typeof twoQuestions>>;
beforeEach(async () => {
  at = await twoQuestions();
});

describe('marking all answers of one examinee together', () => {
  it('gives all answers of an examinee to one marker, in the order of the paper and without a name', async () => {
    const first = await at.whole(1);
    expect(first?.scripts.map(({ script }) => script.answer)).toEqual([
      expect.stringMatching(/^第二题之/),
      expect.stringMatching(/^第三题之/),
    ]);
    const ownNumber = first?.scripts[0]?.script.answer.at(-1);
    expect(first?.scripts[1]?.script.answer).toBe(`第三题之${ownNumber}`);
    expect(first?.scripts.every(({ script }) => script.code === first.code && script.person === null)).toBe(true);
    expect((await at.whole(2))?.code).not.toBe(first?.code);
    expect(await at.whole(3)).toBeNull();
    // On a repeated request, the marker gets the examinee they have begun. Other markers do not get that examinee, even by the script's number.
    expect(await at.whole(1)).toEqual(first);
    await expect(at.marking.takeWhole({ planId: 1, code: first?.code ?? 0 }, at.marker(3))).rejects.toMatchObject({ error: 'refused' });
    // While a marker holds a script as a whole, no other marker gets one of its answers by question.
    expect((await at.marking.take({ planId: 1, questionId: first?.scripts[0]?.questionId ?? 0 }, at.marker(3))).script).toBeNull();
  });

  it('resumes where the marker stopped, shows the marks given, and reassigns answers after 20 minutes', async () => {
    const first = await at.whole(1);
    const [one] = first?.scripts ?? [];
    const place = { planId: 1, questionId: one?.questionId ?? 0, code: first?.code ?? 0 };
    await at.marking.mark({ ...place, basis: one?.script.basis ?? '', given: createPoints(0.5, 1) }, at.marker(1));
    const samePaper = await at.whole(1);
    expect(samePaper?.scripts.map(({ script }) => script.given?.points ?? null)).toEqual([[0.5, 1], null]);
    // While the marks of the first script are being sent, the marker is offered the next examinee.
    const ahead = await at.whole(1, { except: [first?.code ?? 0] });
    expect(ahead?.code).not.toBe(first?.code);
    at.setNow(examOverMs + 21 * examMinuteMs);
    const other = await at.whole(2, { except: [ahead?.code ?? 0] });
    expect(other?.code).toBe(first?.code);
    // A marked answer stays with its marker, so the next marker gets only the unmarked one.
    expect(other?.scripts.map(({ questionId }) => questionId)).toEqual([first?.scripts[1]?.questionId]);
  });

  it('keeps to the quota, also for a script requested by number', async () => {
    at = await twoQuestions({ quota: 1 });
    const first = await at.whole(1);
    for (const { questionId, script } of first?.scripts ?? [])
      await at.marking.mark({ planId: 1, questionId, code: script.code, basis: script.basis, given: createPoints(0, 1) }, at.marker(1));
    expect(await at.whole(1)).toBeNull();
    const questionId = first?.scripts[0]?.questionId ?? 0;
    const code = (await at.whole(0))?.code ?? 0;
    await at.marking.giveBack({ planId: 1, questionId, code }, at.marker(0));
    await expect(at.marking.take({ planId: 1, questionId, code }, at.marker(1))).rejects.toMatchObject({
      error: 'refused',
      text: { 'zh-CN': '您的定额已完成' },
    });
    await expect(at.marking.takeWhole({ planId: 1, code }, at.marker(1))).rejects.toMatchObject({ error: 'refused' });
    // A marker may look again at a script that they have finished.
    expect((await at.whole(1, { code: first?.code ?? 0 }))?.scripts).toHaveLength(2);
  });

  it('gives no examinee to two markers when twenty calls arrive at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => at.whole(n % 4)));
    const byMarker = Map.groupBy([...all.entries()], ([n]) => n % 4);
    const had = [...byMarker.values()].map((own) => new Set(own.flatMap(([, paper]) => paper?.code ?? [])));
    expect(had.map((codes) => codes.size).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1]);
  });
});
