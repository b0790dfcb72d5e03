import type { App, AppDeps } from '../../context.ts';
import { createStartStore } from '../../db/start-store.ts';
import { demoSchools, oneOfEachType } from '../demo-people.ts';
import type { DemoPort, DemoSignIn } from '../demo-port.ts';
import { addDeclaration, addEnrolmentBatch } from './application-steps.ts';
import { startDemoExam, type RunningDemoExam } from './demo-exam.ts';
import { DemoStage } from './demo-stage.ts';
import { addRooms, holdCertifiedExam, holdExamToMark } from './exam-steps.ts';
import { addArticles, addCourse, addPaperWork, addPhotoHomework, openPractice } from './lesson-steps.ts';
import { addClassmates } from './student-step.ts';

type Step = readonly [name: string, work: (stage: DemoStage) => Promise<void>];

/** Steps that give the demo school a term of exams and lessons, each with the name under which it is recorded. */
const steps: readonly Step[] = [
  ['demo-rooms', addRooms],
  ['demo-certified-exam', holdCertifiedExam],
  ['demo-exam-to-mark', holdExamToMark],
  ['demo-classmates', addClassmates],
  ['demo-articles', addArticles],
  ['demo-practice', openPractice],
  ['demo-course', addCourse],
  ['demo-photo-homework', addPhotoHomework],
  ['demo-paper-work', addPaperWork],
  ['demo-enrolment', addEnrolmentBatch],
  ['demo-declaration', addDeclaration],
];

/** Implements the functions that only a server with the demo data has. */
export class DemoControl implements DemoPort {
  readonly signIn: DemoSignIn;
  readonly #ending = new AbortController();
  #stage: DemoStage | undefined;
  #exam: Promise<RunningDemoExam | undefined> | undefined;

  /** `password`: the published password; null if each account has a random one. */
  constructor(password: string | null) {
    const accounts = oneOfEachType.map(([loginName, userType]) => ({ loginName, userType }));
    this.signIn = { websites: demoSchools.map(({ website }) => website), accounts, password };
  }

  /** Receives the running application, to which the simulated people send their calls. */
  open(deps: AppDeps, app: App): void {
    this.#stage = new DemoStage(deps, app, this.#ending.signal);
  }

  /**
   * Fills the demo school while the server already answers. A step is recorded when it begins and is never repeated, because an
   * interrupted step has left rows that a second run would duplicate. Returns a function that stops it.
   */
  fillSchool(deps: AppDeps): () => Promise<void> {
    const startStore = createStartStore(deps.db);
    const stage = this.#stage;
    const controller = new AbortController();
    const run = async (): Promise<void> => {
      for (const [name, work] of stage === undefined ? [] : steps) {
        if (controller.signal.aborted || (await startStore.isDone(name))) continue;
        await startStore.markDone(name, deps.clock.nowMs());
        await work(stage as DemoStage).catch((error: unknown) => {
          if (!this.#ending.signal.aborted) deps.logger.error({ err: error, step: name }, 'could not fill a part of the demo school');
        });
      }
      if (!controller.signal.aborted) deps.logger.info({}, 'filled the demo school');
    };
    const running = run();
    return async () => {
      controller.abort();
      await running;
    };
  }

  async startExam(schoolId: number): Promise<{ planId: number; roomId: number } | null> {
    const stage = this.#stage;
    if (stage === undefined || (await stage.getSchoolId()) !== schoolId) return null;
    this.#exam ??= startDemoExam(stage, this.#ending.signal).finally(() => undefined);
    const exam = await this.#exam.catch(() => undefined);
    const forget = (): void => void (this.#exam = undefined);
    if (exam === undefined) {
      forget();
      return null;
    }
    void exam.over.then(forget);
    return { planId: exam.planId, roomId: exam.roomId };
  }

  /** Stops the simulated examinees and resolves when all have left. */
  async close(): Promise<void> {
    this.#ending.abort();
    await (
      await this.#exam?.catch(() => undefined)
    )?.over;
  }
}
