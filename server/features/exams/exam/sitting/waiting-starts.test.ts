import { describe, expect, it } from 'vitest';
import { createExamSchool, examStartMs, examMinuteMs } from '../../../../../tests/fixtures/server/exam-data.ts';
import { registerWaitingStarts } from './waiting-starts.ts';

describe('SY24: the start of an exam in the answer log', () => {
  it('is registered at publication, and again when the server restarts before the exam has started', async () => {
    const { publishPlan, double, deps, db, setNow } = await createExamSchool();
    const { attempts } = await publishPlan();
    const all = Object.fromEntries(attempts.map((id) => [id, examStartMs]));
    expect(Object.fromEntries(double.starts)).toEqual(all);

    double.starts.clear();
    setNow(examStartMs - 1);
    await registerWaitingStarts(db, deps.clock, double.sync);
    expect(Object.fromEntries(double.starts)).toEqual(all);

    double.starts.clear();
    setNow(examStartMs + examMinuteMs);
    await registerWaitingStarts(db, deps.clock, double.sync);
    expect(double.starts.size).toBe(0);
  });
});
