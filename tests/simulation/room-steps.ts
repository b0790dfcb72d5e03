import { formatGrantCode, deriveGrantIncidentId, openGrant, deriveSeatKey } from '../../sync/crypto/seat-grant.ts';
import type { RoomCommand } from '../../sync/contract/exams/room-command.ts';
import { examUserStatus } from '../../sync/contract/codes.ts';
import { deriveRoomKey } from '../../server/answer-log/log/upload-token.ts';
import { chooseFreeGrant, type SeatView } from '../../web/features/invigilation/model/seat-view.ts';
import type { RoomStep } from './step.ts';
import { simRoomId, type SimRoom, type SimTablet } from './sim-room.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';

type StepOf<K extends RoomStep['kind']> = Extract<RoomStep, { kind: K }>;
type Acts = { readonly [K in RoomStep['kind']]: (world: World, room: SimRoom, step: StepOf<K>) => void };

const hour = 3_600_000;

/** Steps of invigilators in a room, and of examinees who type the codes they are given. */
export const roomSteps: Acts = {
  tablet: (world, room, { tablet }) => void opened(world, room.tablets[tablet]),
  takeOver(world, room, { tablet }) {
    world.faults.hit('tabletTookOver');
    void opened(world, room.tablets[tablet]);
  },
  tabletDies(world, room, { tablet }) {
    const dead = room.tablets[tablet];
    if (!dead?.isOpen) return;
    world.faults.hit('tabletDied');
    dead.device.crash();
    // Half of the tablets that died are switched on again later.
    if (room.chance.happens(0.5)) world.time.after(room.chance.int(60_000, 600_000), () => void opened(world, dead));
  },
  tabletOffline(world, room, { tablet, ms }) {
    const device = room.tablets[tablet]?.device;
    if (!device) return;
    world.faults.hit('tabletOffline');
    device.link.offline = true;
    world.time.after(ms, () => void (device.link.offline = false));
  },
  roomAct(world, room, step) {
    const asked = room.tablets[step.tablet];
    // An invigilator whose tablet is dead uses another one. The invigilator who is not on duty here has only tablet 2.
    const tablet = asked?.isOpen || step.tablet === 2 ? asked : room.tablets.slice(0, 2).find((one) => one.isOpen);
    if (tablet?.isOpen) void actOn(world, room, tablet, step);
  },
  typeGrant(world, room, { person: p, of, theirs }) {
    const codes = room.said.filter((one) => !theirs || world.persons.some((each) => each.attemptId === one.attemptId));
    const said = codes[of % Math.max(1, codes.length)];
    const isTheirs = (each: SimPerson): boolean => each.attemptId === said?.attemptId;
    const person = theirs ? world.persons.find(isTheirs) : world.persons[p % world.persons.length];
    if (person && said && isTheirs(person) === theirs) void type(world, person, said.code, theirs);
  },
};

/** Opens a tablet. An offline tablet that never opened the room has no stored access to its log; it tries again after 20 s. */
async function opened(world: World, tablet: SimTablet | undefined): Promise<void> {
  if (!tablet) return;
  await tablet.open();
  if (!tablet.isOpen && !world.healing) world.time.after(20_000, () => void opened(world, tablet));
}

/** Types a code for extra time, as an examinee does in the player's dialog. */
async function type(world: World, person: SimPerson, code: string, theirs: boolean): Promise<void> {
  const key = await deriveSeatKey(deriveRoomKey(world.server.keys, 1, simRoomId), person.attemptId);
  const grant = await openGrant(key, code);
  if (!grant) return world.faults.hit('grantRefused');
  if (!theirs) world.book.fault('11 rooms', `${person.name} opens the code of another seat`);
  const open = world.openTabs(person, person.device)[0];
  const taken = await open?.session?.applyExtensionCode(await deriveGrantIncidentId(key, grant), grant.minutes * 60_000);
  if (taken === 'known') world.faults.hit('grantRefused');
  if (taken === 'saved') world.faults.hit('grantTyped');
}

async function actOn(world: World, room: SimRoom, tablet: SimTablet, { what, of, lies }: StepOf<'roomAct'>): Promise<void> {
  await tablet.look();
  const all = tablet.seats();
  const one = all[of % Math.max(1, all.length)];
  const seats = of < 0 ? all : one ? [one] : [];
  if (seats.length === 0) return;
  const { chance } = room;
  const ids = seats.map((seat) => seat.attemptId);
  // A lying tablet sometimes also names attempts of another room, and one that does not exist.
  if (lies && chance.happens(0.2)) ids.push(...world.attemptIds.filter((id) => !room.seated.includes(id)), chance.uuid());
  const actId = chance.uuid();
  const say = (act: RoomCommand, about: readonly string[] = ids): void => void tablet.act(actId, act, about);
  switch (what) {
    case 'identity':
      return say({ kind: what, matches: chance.happens(0.8), note: '' });
    case 'absent':
      return say({ kind: what, reason: '' });
    case 'cheating':
      return say({ kind: what, reason: `seen ${actId}`, note: '' });
    case 'revoke': {
      const markIds = seats.flatMap((seat) => seat.marks.map((mark) => mark.markId));
      return markIds.length > 0 ? say({ kind: what, markIds, reason: 'cleared' }) : undefined;
    }
    case 'extend':
      return say({ kind: what, ms: 60_000 * chance.int(1, 10), reason: 'power cut' });
    case 'grant':
      for (const seat of seats) await grantTo(room, tablet, seat);
      return;
    case 'pause':
      return say({ kind: what, reason: 'fire alarm' });
    case 'resume':
      return resume(world, room, tablet, seats, lies);
    case 'message':
      return say({ kind: what, text: 'look at the board' });
    case 'reopen': {
      const handIns = seats.flatMap((seat) => seat.handIns.map((ref) => ({ ...ref })));
      return handIns.length > 0 ? say({ kind: what, handIns, reason: actId }) : undefined;
    }
    case 'incident':
      return say({ kind: what, text: 'a lamp fell down' }, []);
    case 'close': {
      const ledger = all.map((seat) => ({ attemptId: seat.attemptId, receivedOps: seat.receivedOps, ...wholeness(seat) }));
      world.faults.hit('roomClosed');
      return say({ kind: what, seats: lies ? ledger.slice(1) : ledger }, []);
    }
  }
}

function wholeness(seat: SeatView): { whole: boolean; waived: string } {
  const whole = seat.complete || (seat.receivedOps === 0 && seat.status === examUserStatus.absent);
  return { whole, waived: whole ? '' : 'PC dead' };
}

async function grantTo(room: SimRoom, tablet: SimTablet, { attemptId }: SeatView): Promise<void> {
  const known = [...(tablet.board?.acts ?? []), ...(tablet.session?.view().commands ?? [])];
  const no = chooseFreeGrant(attemptId, known, () => room.chance.next());
  const minutes = room.chance.int(1, 10);
  if (no === null) return;
  const key = await deriveSeatKey(tablet.roomKey, attemptId);
  const grant = { minutes, no };
  const incidentId = await deriveGrantIncidentId(key, grant);
  const ms = minutes * 60_000;
  const done = await tablet.act(incidentId, { kind: 'extend', ms, reason: 'read out', grant: no }, [attemptId]);
  if (done) room.said.push({ attemptId, incidentId, ms, code: await formatGrantCode(key, grant) });
}

/** Ends the pause of some seats. A lying tablet claims that the pause took three hours, or ends a pause that never began. */
function resume(world: World, room: SimRoom, tablet: SimTablet, seats: readonly SeatView[], lies: boolean): void {
  for (const seat of seats) {
    const pauseId = seat.pause?.pauseId ?? (lies ? room.chance.uuid() : undefined);
    if (pauseId === undefined) continue;
    if (seat.pause) world.faults.hit('pauseEnded');
    const ms = lies ? 3 * hour : room.chance.int(1_000, 200_000);
    void tablet.act(room.chance.uuid(), { kind: 'resume', pauseId, ms }, [seat.attemptId]);
  }
}
