import { examUserStatus } from '../../../../../sync/contract/codes.ts';
import type { PaperContent, PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { attemptRules } from '../../../../../sync/domain/exams/attempt-kinds.ts';
import type { SittingRow } from '../../../../../sync/engine/ports.ts';
import { getCodePauseSeconds } from './code-pause.ts';
import type { ExamEntryClock, ExamEntryFailure, ExamEntryPorts, ExamEntryState, EntryWaitReason } from './exam-entry-state.ts';
import { isNoticeWithdrawn } from './notice-view.ts';
import { normaliseReleaseCode } from '../../../../../sync/crypto/release-code.ts';
import { findNotice, getSealedPaper, findSeatHere, takeSeat, type SeatPorts } from './seat.ts';
import { Listeners } from '../../../../../sync/engine/listeners.ts';

/** Seconds before each retry to fetch the paper's key; the last value repeats. */
const pauses = [2, 3, 5, 8] as const;

/**
 * Interval in seconds at which the waiting room asks whether the exam was withdrawn. It stops 30 s before the start, when the paper's key is
 * requested instead.
 */
const askEverySeconds = 60;
const asksUntilMs = -30_000;

/** Result of trying a release code. `noCode`: the text has not the form of a code; trying it costs no waiting time. */
export type CodeOutcome = { readonly kind: 'opened' | 'noCode' } | { readonly kind: 'wrong'; readonly waitSeconds: number };

/** Ends entering the exam early; `state` is shown to the examinee, for example `refused`. */
class EntryEnded extends Error {
  readonly state: ExamEntryState;
  constructor(state: ExamEntryState) {
    super(state.phase);
    this.state = state;
  }
}

/** Leads from a page address to an open attempt: seat, paper, start, the paper's key, session. Each step uses data of this PC if possible. */
export class ExamEntry {
  readonly #ports: ExamEntryPorts;
  readonly #planId: number;
  readonly #listeners = new Listeners();
  #state: ExamEntryState = { phase: 'loading' };
  #clock: ExamEntryClock | undefined;
  #run = new AbortController();
  #knock = new AbortController();
  #wrongCodes = 0;
  #codeTaken = false;
  #announced = false;

  constructor(ports: ExamEntryPorts, planId: number) {
    this.#ports = ports;
    this.#planId = planId;
  }

  readonly state = (): ExamEntryState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Starts entering the exam, or starts again after it failed or was refused. `moveHere`: move the seat from another PC to this one. */
  enter(moveHere = false): void {
    this.close();
    this.#run = new AbortController();
    this.#set({ phase: 'loading' });
    void this.#lead(moveHere, this.#run.signal);
  }

  /** Ends the current wait (for the start, or before the next request for the paper's key), so that the next step is tried immediately. */
  knock(): void {
    this.#knock.abort();
  }

  /** Tries a release code (SY18). Each wrong code costs a longer wait, but never locks out the examinee. */
  async useCode(typed: string): Promise<CodeOutcome> {
    if (normaliseReleaseCode(typed) === undefined) return { kind: 'noCode' };
    const content = await this.#ports.releaseByCode(this.#planId, typed);
    if (content) {
      this.#codeTaken = true;
      this.knock();
      return { kind: 'opened' };
    }
    this.#wrongCodes += 1;
    return { kind: 'wrong', waitSeconds: getCodePauseSeconds(this.#wrongCodes) };
  }

  /**
   * Opens the paper after the invigilator has announced the start, although this PC's clock says it is too early. It works only while nothing but
   * this PC's wall clock tells the time, and only with the room's code, which is given out a few minutes before the start.
   */
  startAnnounced(): void {
    if (!this.#codeTaken) return;
    this.#announced = true;
    this.knock();
  }

  close(): void {
    this.#run.abort();
    this.#clock?.close();
    this.#clock = undefined;
    if (this.#state.phase === 'open') this.#state.controller.close();
    this.#state = { phase: 'loading' };
  }

  async #lead(moveHere: boolean, signal: AbortSignal): Promise<void> {
    try {
      // Open the paper while the seat is looked up: after a crash during the exam, the examinee waits for this.
      const opening = this.#ports.openPaper(this.#planId);
      opening.catch(() => undefined);
      const seat = await this.#need(() => this.#ports.seat());
      const { row, taken } = await this.#seat(seat, moveHere);
      const [notice, opened] = await Promise.all([this.#notice(taken), opening]);
      if (!opened) await this.#need(() => getSealedPaper(seat, this.#planId));
      const clock = await this.#ports.openClock(row, notice);
      if (signal.aborted) return clock.close();
      this.#clock = clock;
      await this.#mayEnter(row, notice, clock);
      const content = opened ?? (row.handIn ? null : await this.#awaitPaper(notice, clock, signal));
      if (content) clock.begin();
      const session = await this.#need(() => this.#ports.openSession(row, notice.kind ?? 'exam'));
      if (signal.aborted) return session.close();
      this.#set({ phase: 'open', notice, clock, controller: this.#ports.createController(session), row, content });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EntryEnded) this.#set(error.state);
      else {
        console.error(error);
        this.#set({ phase: 'broken', reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  async #seat(seat: SeatPorts, moveHere: boolean): Promise<{ row: SittingRow; taken: boolean }> {
    const localRow = moveHere ? undefined : await findSeatHere(seat, this.#planId);
    if (localRow) return { row: localRow, taken: false };
    try {
      return { row: (await takeSeat(seat, this.#planId, moveHere)).row, taken: true };
    } catch (error) {
      const failure = this.#ports.classifyFailure(error);
      // This call asked to move the seat here, so a reply `elsewhere` cannot be about the seat: the session was ended by another sign-in.
      throw failure ? toEntryEnded(moveHere && failure.kind === 'elsewhere' ? { ...failure, kind: 'signIn' } : failure) : error;
    }
  }

  /**
   * Finds the examinee's notice of the plan (its times and rules). `isSeatTaken`: the seat was taken just now. If the time of this kind of attempt
   * runs from that moment, the stored notice is outdated, so the server is asked.
   */
  async #notice(isSeatTaken: boolean): Promise<PlanNotice> {
    const storedNotice = findNotice(await this.#ports.readStoredNotices(), this.#planId);
    const isCurrent = storedNotice !== undefined && !(isSeatTaken && attemptRules[storedNotice.kind ?? 'exam'].clock === 'fromBegin');
    const notice = isCurrent ? storedNotice : findNotice(await this.#need(() => this.#ports.fetchNotices()), this.#planId);
    if (!notice) throw new EntryEnded({ phase: 'missing' });
    // A stored notice may say that the exam was withdrawn. If it was withdrawn later, the following calls are refused with that reason.
    if (isNoticeWithdrawn(notice)) throw createWithdrawnEnd(notice);
    return notice;
  }

  /**
   * Refuses entry after the entry limit. Only the client enforces this; the server just labels it (SY22). An examinee who has begun may always
   * return.
   */
  async #mayEnter(row: SittingRow, notice: PlanNotice, clock: ExamEntryClock): Promise<void> {
    if (row.handIn || clock.sureMs() < Math.min(notice.entryLimitMs, notice.durationMs)) return;
    if (await this.#ports.hasBegun(row.attemptId)) return;
    // The examinee may have begun on another PC; the server knows.
    const fresh = findNotice(await this.#ports.fetchNotices().catch(() => [notice]), this.#planId) ?? notice;
    if (fresh.myStatus !== examUserStatus.awaiting) return;
    throw new EntryEnded({ phase: 'refused', cause: clock.sureMs() >= notice.durationMs ? 'over' : 'entryClosed', reason: '' });
  }

  async #awaitPaper(notice: PlanNotice, clock: ExamEntryClock, signal: AbortSignal): Promise<PaperContent> {
    const hasCode = ((await this.#ports.readStoredPaper(this.#planId))?.codeWrap ?? null) !== null;
    const show = (what: EntryWaitReason, reason = '', retrySeconds = 0) =>
      this.#set({ phase: 'waiting', notice, clock, for: what, reason, retrySeconds, hasCode, codeTaken: this.#codeTaken });
    let calledOff: PlanNotice | undefined;
    const hear = (notices: readonly PlanNotice[]) => {
      const now = findNotice(notices, this.#planId);
      if (now && isNoticeWithdrawn(now)) calledOff = now;
    };
    // Ask at once whether the exam was withdrawn, because this PC may have been prepared days ago.
    let askIn = 0;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      while (clock.elapsedMs() < 0 && !(this.#announced && clock.isUnconfirmed()) && !signal.aborted) {
        if (calledOff) throw createWithdrawnEnd(calledOff);
        if (askIn <= 0 && clock.elapsedMs() < asksUntilMs) {
          askIn = askEverySeconds;
          void this.#ports.fetchNotices().then(hear, () => undefined);
        }
        askIn -= 1;
        const now = this.#state;
        if (now.phase !== 'waiting' || now.for !== 'start' || now.codeTaken !== this.#codeTaken) show('start');
        await this.#pause(Math.min(1_000, -clock.elapsedMs()), signal);
      }
      const byCode = await this.#ports.openPaper(this.#planId);
      if (byCode) return byCode;
      if (signal.aborted) break;
      show('key');
      try {
        return await this.#ports.release(this.#planId);
      } catch (error) {
        const failure = this.#ports.classifyFailure(error);
        if (!failure) throw error;
        // The seat is on this PC already, so a reply `elsewhere` can only mean that the session was ended by another sign-in.
        if (failure.kind === 'signIn' || failure.kind === 'elsewhere') throw toEntryEnded({ ...failure, kind: 'signIn' });
        if (failure.kind === 'withdrawn') throw toEntryEnded(failure);
        const seconds = pauses[Math.min(attempt, pauses.length - 1)] ?? 8;
        const what = failure.kind === 'network' ? 'network' : 'key';
        const reason = failure.kind === 'network' ? '' : failure.message;
        for (let left = seconds; left > 0 && !signal.aborted; left -= 1) {
          show(what, reason, left);
          if (await this.#pause(1_000, signal)) break;
        }
      }
    }
    throw new EntryEnded({ phase: 'loading' });
  }

  /** Waits. Resolves with true if `knock` ended the wait. */
  async #pause(ms: number, signal: AbortSignal): Promise<boolean> {
    this.#knock = new AbortController();
    await this.#ports.sleep(ms, AbortSignal.any([signal, this.#knock.signal]));
    return this.#knock.signal.aborted;
  }

  async #need<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const failure = this.#ports.classifyFailure(error);
      throw failure ? toEntryEnded(failure) : error;
    }
  }

  #set(state: ExamEntryState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}

const createWithdrawnEnd = (notice: PlanNotice): EntryEnded => toEntryEnded({ kind: 'withdrawn', message: notice.withdrawn?.reason ?? '' });

function toEntryEnded(failure: ExamEntryFailure): EntryEnded {
  if (failure.kind === 'network') return new EntryEnded({ phase: 'missing' });
  if (failure.kind === 'elsewhere') return new EntryEnded({ phase: 'elsewhere', other: failure.other ?? null });
  const why = failure.kind === 'signIn' || failure.kind === 'withdrawn' ? failure.kind : 'server';
  return new EntryEnded({ phase: 'refused', cause: why, reason: failure.message });
}
