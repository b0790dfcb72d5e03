import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AttemptSession, AttemptView, SaveResult } from '../../../../sync/engine/client/attempt-session.ts';
import type { AnswerValue } from '../../../../sync/engine/ops/ops.ts';
import { createPreviewSession } from './preview-session.ts';
import { getCurrentAnswer, getCurrentFlags, retryPauseMs, SittingController, typingPauseMs } from './sitting-controller.ts';

const emptyView: AttemptView = createPreviewSession().view();

/** Simulates an attempt whose disk answers when the test says so. */
class SlowAttempt implements AttemptSession {
  recordLeaving(): Promise<'saved'> {
    return Promise.resolve('saved');
  }

  applyExtensionCode(): Promise<'saved'> {
    return Promise.resolve('saved');
  }
  countPlays = () => 0;
  recordPlay = () => Promise.resolve<SaveResult>('saved');
  readonly writes: { itemId: string; value: AnswerValue; settle: (result: SaveResult) => void }[] = [];
  readonly handIns: string[] = [];
  #view = emptyView;
  readonly #listeners = new Set<() => void>();
  view = () => this.#view;
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  setAnswer(itemId: string, value: AnswerValue) {
    return new Promise<SaveResult>((resolve) => {
      const settle = (result: SaveResult) => {
        if (result === 'saved') {
          this.#view = { ...this.#view, answers: new Map(this.#view.answers).set(itemId, value) };
          for (const listener of this.#listeners) listener();
        }
        resolve(result);
      };
      this.writes.push({ itemId, value, settle });
    });
  }
  setFlag = (itemId: string, on: boolean) => {
    const flags = new Set(this.#view.flags);
    if (on) flags.add(itemId);
    this.#view = { ...this.#view, flags };
    return Promise.resolve<SaveResult>('saved');
  };
  handIn = (by: 'examinee' | 'timeout') => {
    this.handIns.push(by);
    return Promise.resolve<SaveResult>('saved');
  };
  adoptServerAnswers = () => undefined;
  listUndeliveredAnswers = () => Promise.resolve([]);
  close = () => undefined;
}

let attempt: SlowAttempt;
let controller: SittingController;
const settled = () => vi.advanceTimersByTimeAsync(0);
const listWrites = () => attempt.writes.map((write) => write.value[0]);

beforeEach(() => {
  vi.useFakeTimers();
  attempt = new SlowAttempt();
  controller = new SittingController(attempt, (run) => queueMicrotask(run));
});
afterEach(() => {
  controller.close();
  vi.useRealTimers();
});

describe('SittingController', () => {
  it('SY3: shows a choice at once, but as unsaved until the attempt reports it as saved', async () => {
    controller.choose('1', ['B']);
    expect(controller.answerOf('1')).toEqual(['B']);
    expect(controller.snapshot().unsaved.size).toBe(1);
    attempt.writes[0]?.settle('saved');
    await settled();
    expect(controller.snapshot().unsaved.size).toBe(0);
    expect(controller.answerOf('1')).toEqual(['B']);
  });

  it('joins typing into one write per pause, and reports it as unsaved until then', async () => {
    for (const text of ['1', '12', '12.5']) controller.type('3', [text]);
    expect(attempt.writes).toHaveLength(0);
    expect(controller.snapshot().unsaved.get('3')).toEqual(['12.5']);
    await vi.advanceTimersByTimeAsync(typingPauseMs);
    expect(listWrites()).toEqual(['12.5']);
  });

  it('writes typed text once and at once when flushed', async () => {
    controller.type('3', ['x']);
    const flushed = controller.flush();
    expect(listWrites()).toEqual(['x']);
    attempt.writes[0]?.settle('saved');
    expect(await flushed).toBe(true);
    await vi.advanceTimersByTimeAsync(typingPauseMs * 2);
    expect(attempt.writes).toHaveLength(1);
  });

  it('keeps a newer value while an older one is being written', async () => {
    controller.type('3', ['old']);
    void controller.flush();
    controller.type('3', ['new']);
    attempt.writes[0]?.settle('saved');
    await settled();
    expect(controller.answerOf('3')).toEqual(['new']);
    expect(controller.snapshot().unsaved.size).toBe(1);
  });

  it('keeps a value whose write failed, reports the failure and retries', async () => {
    controller.choose('1', ['B']);
    attempt.writes[0]?.settle('failed');
    await settled();
    expect(controller.snapshot().failed).toBe(true);
    expect(controller.answerOf('1')).toEqual(['B']);
    await vi.advanceTimersByTimeAsync(retryPauseMs);
    expect(attempt.writes).toHaveLength(2);
    attempt.writes[1]?.settle('saved');
    await settled();
    expect(controller.snapshot()).toMatchObject({ failed: false });
    expect(controller.snapshot().unsaved.size).toBe(0);
  });

  it('drops a value that a closed attempt refuses', async () => {
    controller.choose('1', ['B']);
    attempt.writes[0]?.settle('closed');
    await settled();
    expect(getCurrentAnswer(controller.snapshot(), '1')).toBeUndefined();
  });

  it('SY14: writes the typed text before the hand-in', async () => {
    controller.type('3', ['last words']);
    const handedIn = controller.handIn('examinee', 1000);
    await settled();
    expect(attempt.handIns).toEqual([]);
    attempt.writes[0]?.settle('saved');
    expect(await handedIn).toBe('saved');
    expect(attempt.handIns).toEqual(['examinee']);
  });

  it('refuses a hand-in by the examinee while an answer is unsaved; a time-out hands in regardless', async () => {
    controller.choose('1', ['B']);
    const handedIn = controller.handIn('examinee', 1000);
    attempt.writes[0]?.settle('failed');
    expect(await handedIn).toBe('failed');
    const timedOut = controller.handIn('timeout', 1000);
    attempt.writes[1]?.settle('failed');
    expect(await timedOut).toBe('saved');
    expect(attempt.handIns).toEqual(['timeout']);
  });

  it('writes typed text when the controller is closed', () => {
    controller.type('3', ['x']);
    controller.close();
    expect(listWrites()).toEqual(['x']);
  });

  it('notifies at once of a choice, and joins later notifications into the next frame', async () => {
    const frames: (() => void)[] = [];
    const framed = new SittingController(attempt, (run) => frames.push(run));
    const [now, later] = [vi.fn(), vi.fn()];
    framed.subscribe(now);
    framed.subscribeLater(later);
    framed.choose('1', ['B']);
    framed.choose('1', ['C']);
    expect([now.mock.calls.length, later.mock.calls.length, frames.length]).toEqual([2, 0, 1]);
    frames.shift()?.();
    expect([now.mock.calls.length, later.mock.calls.length]).toEqual([2, 1]);
    attempt.writes[1]?.settle('saved');
    await settled();
    expect(frames).toHaveLength(1);
    frames.shift()?.();
    expect([now.mock.calls.length, later.mock.calls.length]).toEqual([3, 2]);
    framed.close();
  });

  it('shows a flag at once', () => {
    controller.flag('2', true);
    expect([...getCurrentFlags(controller.snapshot())]).toEqual(['2']);
  });
});
