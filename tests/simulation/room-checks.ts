import type { CommandDecision, RoomCommand } from '../../sync/contract/exams/room-command.ts';
import { arrivalGraceMs } from '../../sync/engine/ops/time-label.ts';
import { listOpenCommands } from '../../web/features/invigilation/model/seat-view.ts';
import { simExamTimes } from './step.ts';
import type { ChainOp } from './server-log.ts';
import type { SimRoom } from './sim-room.ts';
import { worldBeganMs } from './sim-server.ts';
import type { World } from './world.ts';

interface SaidAct {
  readonly key: string;
  readonly actId: string;
  readonly act: RoomCommand;
  readonly attemptIds: readonly string[];
  readonly actor: number;
  readonly receivedMs: number;
}

const payloadOf = <T>(c: ChainOp): T => c.op.payload as T;
const typeOf = (c: ChainOp): string => c.op.type.split('@')[0] ?? '';
const overMs = worldBeganMs + simExamTimes.startMs + simExamTimes.durationMs + arrivalGraceMs;
const gains: readonly string[] = ['extend', 'resume', 'reopen', 'revoke'];

/**
 * Returns whether an op in an examinee's log is the effect of a room command. Most effects carry the id of the command; those of a
 * revocation or an absence do not and are never found.
 */
function isEffect(c: ChainOp, { actId, act }: SaidAct): boolean {
  const p = payloadOf<Record<string, unknown>>(c);
  switch (act.kind) {
    case 'identity':
      return typeOf(c) === 'identity.check' && p['checkId'] === actId;
    case 'cheating':
      return typeOf(c) === 'conduct.mark' && p['markId'] === actId;
    case 'extend':
      return typeOf(c) === 'time.extend' && p['incidentId'] === actId;
    case 'pause':
      return typeOf(c) === 'time.pause' && p['pauseId'] === actId;
    case 'message':
      return typeOf(c) === 'message.send' && p['messageId'] === actId;
    case 'reopen':
      return typeOf(c) === 'handIn.reopen' && p['reason'] === act.reason;
    case 'resume':
      return typeOf(c) === 'time.resume' && p['pauseId'] === act.pauseId;
    default:
      return false;
  }
}
const named: readonly string[] = ['identity', 'cheating', 'extend', 'pause', 'message'];

/**
 * Property 11: each command of a room's tablets that reached the log is decided as `judgeOne` computes from the rules. An accepted command
 * has its effect in the examinee's log once, a rejected one never. An extension counts once, and a pause gives back at most the time that
 * the server saw. All tablets show the same room.
 */
export async function checkRoom(world: World, room: SimRoom, chain: readonly ChainOp[]): Promise<void> {
  const { book } = world;
  const fault = (what: string): void => book.fault('11 rooms', what);
  const inRoom = chain.filter((c) => c.op.attemptId === room.logId);
  const acts = inRoom
    .filter((c) => typeOf(c) === 'room.act' && !c.staff)
    .map((c): SaidAct => {
      const { op, receivedMs } = c;
      return {
        key: `${op.streamId}:${op.seq}`,
        actor: op.actor,
        receivedMs,
        ...payloadOf<Pick<SaidAct, 'actId' | 'act' | 'attemptIds'>>(c),
      };
    });
  const fates = new Map<string, Readonly<Record<string, CommandDecision>>>();
  for (const c of inRoom.filter((one) => typeOf(one) === 'room.judge')) {
    const { streamId, seq, fates: said } = payloadOf<{ streamId: string; seq: number; fates: Record<string, CommandDecision> }>(c);
    fates.set(`${streamId}:${seq}`, said);
  }
  const byAttempt = Map.groupBy(chain, (c) => c.op.attemptId);
  for (const said of acts) {
    const about = said.attemptIds.length > 0 ? said.attemptIds : [room.logId];
    for (const attemptId of about) {
      const fate = fates.get(said.key)?.[attemptId];
      if (fate === undefined) fault(`${said.act.kind} ${said.key} was never judged for ${attemptId}`);
      else judgeOne(world, room, said, attemptId, fate, { acts, log: byAttempt.get(attemptId) ?? [], byAttempt });
    }
  }
  for (const attemptId of room.seated) checkTime(world, attemptId, acts, byAttempt.get(attemptId) ?? [], fates);
  checkGrants(world, room, chain);
  await checkTablets(world, room);
}

function judgeOne(
  world: World,
  room: SimRoom,
  said: SaidAct,
  attemptId: string,
  fate: CommandDecision,
  { acts, log, byAttempt }: { acts: readonly SaidAct[]; log: readonly ChainOp[]; byAttempt: ReadonlyMap<string, readonly ChainOp[]> },
): void {
  const { act, actId, actor, receivedMs, key } = said;
  const fault = (what: string): void => world.book.fault('11 rooms', `${act.kind} ${key} of ${attemptId}: ${what}`);
  const inRoom = attemptId === room.logId || room.seated.includes(attemptId);
  const duty = room.isOnDuty(actor);
  const told = log.some((c) => typeOf(c) === 'scores.disclose');
  const paused =
    act.kind !== 'resume' || log.some((c) => typeOf(c) === 'time.pause' && payloadOf<{ pauseId: string }>(c).pauseId === act.pauseId);
  const confirmed =
    act.kind === 'extend' &&
    log.some((c) => typeOf(c) === 'time.granted' && !c.staff && payloadOf<{ incidentId: string }>(c).incidentId === actId);
  const extended = extensionOf(log);
  // The server's decision may be older than some extensions. It may close the room if every seat is accounted for at the end without
  // extensions. It must close the room if every seat is also accounted for at the end with all extensions.
  const closes = (overFor: (id: string) => number): boolean =>
    act.kind !== 'close' || isAccounted(act, room, (id) => receivedMs >= overMs - arrivalGraceMs + overFor(id));
  const whole = closes((id) => {
    const theirs = byAttempt.get(id) ?? [];
    return theirs.some((c) => c.staff && typeOf(c) === 'time.pause') ? Infinity : extensionOf(theirs);
  });
  // The command that ends a pause is in time if the one that began it was. A pause that no tablet started gives nobody more time.
  const pauseId = act.kind === 'resume' ? act.pauseId : undefined;
  const began = acts.flatMap((one) => (one.act.kind === 'pause' && one.actId === pauseId ? one.receivedMs : []));
  const saidMs = act.kind === 'resume' ? Math.min(receivedMs, began.length > 0 ? Math.min(...began) : 0) : receivedMs;
  const inTime = saidMs < overMs || !gains.includes(act.kind);

  if (!duty !== (fate === 'offDuty')) fault(`${duty ? 'with' : 'without'} a duty, and ${fate}`);
  if (duty && !inRoom !== (fate === 'otherRoom')) fault(`${inRoom ? 'in' : 'outside'} the room, and ${fate}`);
  if (fate === 'afterRelease' && !told) fault('after a release that never was');
  if (fate === 'late' && inTime) fault('late, and it came in time');
  if (fate === 'void' && paused && whole) fault('void, and it names what is there');
  if (fate === 'holds') {
    if (!paused) fault('holds, and there is no such pause');
    if (!closes(() => 0)) fault('holds, and a seat is left out of the ledger, or still writes');
    if (!inTime && saidMs >= overMs + extended && !confirmed) fault('holds, and it came when the time was over');
  } else if (duty && inRoom && !told && inTime && paused && whole) fault(`should hold, and is ${fate}`);

  if (!named.includes(act.kind) || attemptId === room.logId) return;
  const twins = acts.some((other) => other.key !== key && other.actId === actId && other.attemptIds.includes(attemptId));
  const times = log.filter((c) => c.staff && isEffect(c, said)).length;
  if (fate === 'holds' && times === 0) fault('holds, and nothing says so in the log');
  if (fate !== 'holds' && times > 0 && !twins) fault(`${fate}, and stands in the log all the same`);
  if (times > 1 && !twins) fault(`stands in the log ${times} times`);
}

const isAccounted = (act: Extract<RoomCommand, { kind: 'close' }>, room: SimRoom, isOver: (id: string) => boolean): boolean =>
  room.seated.every((id) => act.seats.some((seat) => seat.attemptId === id && (seat.whole || (seat.waived.trim() !== '' && isOver(id)))));

/** Sums an attempt's extra time: each extension (`incidentId`) once with its longest time, and each finished pause with the time it took. */
function extensionOf(log: readonly ChainOp[]): number {
  const most = new Map<string, number>();
  const pauses = new Set<string>();
  for (const c of log) if (c.staff && typeOf(c) === 'time.pause') pauses.add(payloadOf<{ pauseId: string }>(c).pauseId);
  for (const c of log) {
    if (!c.staff) continue;
    const { incidentId, pauseId, ms } = payloadOf<{ incidentId?: string; pauseId?: string; ms: number }>(c);
    if (typeOf(c) === 'time.extend') most.set(`i ${incidentId}`, Math.max(ms, most.get(`i ${incidentId}`) ?? 0));
    if (typeOf(c) === 'time.resume' && pauses.has(pauseId ?? '')) most.set(`p ${pauseId}`, Math.max(ms, most.get(`p ${pauseId}`) ?? 0));
  }
  return [...most.values()].reduce((a, b) => a + b, 0);
}

/**
 * Checks that an invigilator on duty gave each extension, and that a pause gives back at most the time that the server saw between its
 * start and its end.
 */
function checkTime(
  world: World,
  attemptId: string,
  acts: readonly SaidAct[],
  log: readonly ChainOp[],
  fates: ReadonlyMap<string, Readonly<Record<string, CommandDecision>>>,
): void {
  const fault = (what: string): void => world.book.fault('11 rooms', `${attemptId}: ${what}`);
  const news = world.server.answerLog.projector.attempt(attemptId)?.deriveNews();
  if (news && news.extensionMs !== extensionOf(log)) fault(`${news.extensionMs} ms more time, by the log ${extensionOf(log)}`);
  for (const c of log) {
    if (!c.staff) continue;
    const { pauseId, incidentId, ms } = payloadOf<{ pauseId?: string; incidentId?: string; ms: number }>(c);
    if (typeOf(c) === 'time.resume') {
      const began = Math.min(...acts.filter((a) => a.act.kind === 'pause' && a.actId === pauseId).map((a) => a.receivedMs));
      const ended = Math.max(...acts.filter((a) => a.act.kind === 'resume' && a.act.pauseId === pauseId).map((a) => a.receivedMs));
      // After a restore the server may see the end of a pause before its start. Then the pause gives back nothing.
      if (!(ms <= Math.max(0, ended - began))) fault(`a pause gives back ${ms} ms, and lasted ${ended - began}`);
    }
    if (typeOf(c) === 'time.extend' && c.op.actor !== 900) {
      const by = acts.find((a) => a.act.kind === 'extend' && a.actId === incidentId && fates.get(a.key)?.[attemptId] === 'holds');
      if (by?.act.kind !== 'extend' || by.act.ms < ms) fault(`${ms} ms more time that nobody with the duty gave`);
    }
  }
}

/** Checks that each extension by a typed code was given to that seat, and that one tab accepts its code only once. */
function checkGrants(world: World, room: SimRoom, chain: readonly ChainOp[]): void {
  const taken = new Set<string>();
  for (const { op, staff } of chain) {
    if (!op.type.startsWith('time.granted@') || staff || !world.persons.some((p) => p.attemptId === op.attemptId)) continue;
    const { incidentId, ms } = op.payload as { incidentId: string; ms: number };
    const said = room.said.find((one) => one.incidentId === incidentId && one.attemptId === op.attemptId);
    if (!said || said.ms !== ms) world.book.fault('11 rooms', `${op.attemptId} took a grant that was read out to nobody there`);
    const once = `${op.documentId} ${incidentId}`;
    if (taken.has(once)) world.book.fault('11 rooms', `${op.attemptId} took a grant twice in one tab`);
    taken.add(once);
  }
}

/** Checks at every step that a PC adds a typed extension only once, and only until the server counts it too. */
export function watchGrants(world: World): void {
  const { room } = world;
  if (!room || room.said.length === 0) return;
  for (const person of world.persons) {
    for (const { session } of world.openTabs(person, person.device)) {
      const view = session?.view();
      if (!view) continue;
      const counted = new Set(view.news?.incidents);
      const said = room.said.filter((one) => one.attemptId === person.attemptId && !counted.has(one.incidentId));
      const most = new Map(said.map((one) => [one.incidentId, one.ms]));
      const added = view.extensionMs - (view.news?.extensionMs ?? 0);
      if (added > [...most.values()].reduce((sum, ms) => sum + ms, 0))
        world.book.fault('11 rooms', `${person.name} is shown ${added} ms more than counts and was read out`);
    }
  }
}

/** Reopens all tablets at the end. All their commands must be delivered and decided, and all tablets must show the same room. */
async function checkTablets(world: World, room: SimRoom): Promise<void> {
  const shown = new Set<string>();
  let back = 0;
  for (const tablet of room.tablets)
    void tablet
      .open()
      .then(() => tablet.look())
      .then(() => (back += 1));
  await world.time.runUntil(world.time.nowMs + 120_000);
  if (back < room.tablets.length) world.book.fault('11 rooms', 'an invigilator does not get back to the room');
  for (const tablet of room.tablets) {
    const { session, board } = tablet;
    if (!session || !board) continue;
    const own = session.view().commands;
    const open = listOpenCommands(board, own);
    if (own.some((act) => !act.delivered)) world.book.fault('11 rooms', `a tablet shows acts as not delivered`);
    if (open.length > 0) world.book.fault('11 rooms', `${open.length} acts of a tablet stay without an answer`);
    shown.add(JSON.stringify(tablet.seats().map(({ silentMs: _s, heardMs: _h, connected: _c, ...seat }) => seat)));
  }
  if (shown.size > 1) world.book.fault('11 rooms', 'two tablets show different rooms');
}
