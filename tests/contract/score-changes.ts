import type { UserType } from '../../sync/contract/roles.ts';
import type { Ref, TestServer } from './server-fixture.ts';

interface Stage {
  readonly call: <T = Ref>(as: UserType | null, path: string, input: object) => Promise<T>;
  readonly raw: TestServer['raw'];
  readonly tokens: Map<UserType, string>;
}
interface Sat {
  readonly planId: number;
  readonly questionId: number;
  readonly professionId: number;
  readonly sitterId: number;
}

/** What is changed once an exam is marked: keys, scores, reviews, certificates. */
export async function changeScores({ call, raw, tokens }: Stage, { planId, questionId, professionId, sitterId }: Sat): Promise<void> {
  await call(6, '/score/recount', { planId });
  const correction = { planId, questionId, correction: { kind: 'full' } };
  const { changed } = await call<{ changed: unknown[] }>(6, '/score/previewCorrection', correction);
  await call(6, '/score/correct', { ...correction, reason: '题目有误', changed: changed.length });
  await call(6, '/exam/releaseScores', { id: planId });
  // Hours passed: everybody signs in anew.
  tokens.clear();
  await call(8, '/score/askReview', { planId, text: '请复核第二题' });
  await call(6, '/score/answerReview', { planId, userId: sitterId, granted: false, answer: '维持原成绩', change: null });
  raw.prepare('UPDATE exam_package SET pass_points = 0 WHERE plan_id = ?').run(planId);
  const codes = { kind: 'S', body: '3201', province: '32', site: '010026' };
  await call(6, '/certificate/issue', { planId, professionId, level: 4, ...codes });
  const id = raw.prepare('SELECT id FROM certificate').pluck().get() as number;
  await call(6, '/certificate/revoke', { planId, id, reason: '误发' });
  await call(6, '/archive/make', { planId });
}
