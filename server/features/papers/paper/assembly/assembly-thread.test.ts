import { afterAll, describe, expect, it } from 'vitest';
import { createCell, plainQuestion, createSmallBank, createSmallProblem } from '../../../../../tests/fixtures/assembly/small-bank.ts';
import type { AssemblyThreadTask } from './assembly-task.ts';
import { createAssemblyThread } from './assembly-thread.ts';

const bank = { key: 'one', table: createSmallBank(Array.from({ length: 5 }, () => plainQuestion)) };
const task: AssemblyThreadTask = { kind: 'assemble', problem: createSmallProblem({}), twinPairs: [] };
const never = new AbortController().signal;

describe('the assembly thread', () => {
  const thread = createAssemblyThread();
  afterAll(() => thread.close());

  it('answers in order, and reuses a bank that it has received before', async () => {
    const other = { key: 'two', table: createSmallBank([plainQuestion]) };
    const answers = await Promise.all([bank, other, bank].map((each) => thread.run(each, task, never)));
    expect(answers.map((answer) => answer?.kind === 'assembly' && answer.assembly.variants[0]?.questionCount)).toEqual([2, 1, 2]);
  });

  it('drops aborted tasks, and goes on with the rest', async () => {
    const runs = new AbortController();
    const waits = new AbortController();
    const first = thread.run(bank, task, runs.signal);
    const second = thread.run(bank, task, waits.signal);
    const third = thread.run(bank, task, never);
    waits.abort();
    runs.abort();
    await expect(first).rejects.toThrow('aborted');
    await expect(second).rejects.toThrow('aborted');
    expect((await third)?.kind).toBe('assembly');
    await expect(thread.run(bank, task, AbortSignal.abort())).rejects.toThrow('aborted');
  });

  it('refuses tasks beyond the queue limit, and rejects the waiting tasks when it closes', async () => {
    const asked = Promise.allSettled(Array.from({ length: 40 }, () => thread.run(bank, task, never)));
    await thread.close();
    const settled = await asked;
    expect(settled.filter((one) => one.status === 'fulfilled' && one.value === undefined).length).toBeGreaterThan(10);
    expect(settled.some((one) => one.status === 'rejected')).toBe(true);
  });

  it('reports an error of the thread to the caller, and works on', async () => {
    const broken = { ...task, problem: { ...task.problem, sections: null as never } };
    await expect(thread.run(bank, broken, never)).rejects.toThrow();
    expect((await thread.run(bank, task, never))?.kind).toBe('assembly');
  });

  it('ends a task at its time limit, reports it as late, and works on', async () => {
    // The task needs far more computing time than the millisecond that it is given.
    const many = Array.from({ length: 120_000 }, (_, at) => ({
      ...plainQuestion,
      scope: ['A-A', 'A-B', 'B-A'][at % 3] ?? '',
      difficulty: ([1, 2, 3] as const)[Math.floor(at / 3) % 3] ?? 1,
      exposure: at % 40,
    }));
    const cells = ['A-A', 'A-B', 'B-A'].flatMap((scope) => ([1, 2, 3] as const).map((difficulty) => createCell({ scope, difficulty }, 20)));
    const problem = createSmallProblem({ sections: [{ type: 1, count: 180, pointsEach: 1 }], cells, variants: 4 });
    const long = { key: 'long', table: createSmallBank(many) };
    // A thread without processor time may finish before its time is checked; then try again with a new thread.
    const tryOnce = async () => {
      await thread.close();
      return thread.run(long, { ...task, problem }, never, 1);
    };
    await expect.poll(tryOnce).toMatchObject({ kind: 'late', tookMs: 1 });
    expect((await thread.run(bank, task, never))?.kind).toBe('assembly');
  });
});
