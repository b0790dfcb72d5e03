import { examPlaceThing, examRoomThing, markerGroupThing } from '../../sync/contract/exam-place.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { roomLogReads } from '../../server/modules/sync/room-log-reads.ts';
import { SealedStream } from '../device/sealed-stream.ts';
import type { Ref, TestServer } from './server-fixture.ts';

type CallAs = <T = Ref>(as: UserType | null, path: string, input: object) => Promise<T>;
const key = ({ id, version }: Ref) => ({ id, version });

/** Places, rooms, seats, staff, revisions and what stands for a room's machines, of a plan like this one. */
export async function changeRooms(
  call: CallAs,
  plan: object,
  {
    sitter,
    invigilator,
    acts,
  }: { sitter: number; invigilator: number; acts: (logId: string, attemptId: string) => Promise<{ streamId: string; seq: number }> },
): Promise<void> {
  const place = await call(6, '/examPlace/add', exampleOf(examPlaceThing));
  await call(6, '/examRoom/addMany', {
    lines: [{ row: 2, place: '城南校区', name: '第一考场', location: '101', rows: '6', columns: '5', machines: '' }],
  });
  const hall = await call(6, '/examRoom/add', { ...exampleOf(examRoomThing), placeId: place.id });
  const group = await call(6, '/markerGroup/add', exampleOf(markerGroupThing));
  const seatedPlan = await call(6, '/exam/add', { ...plan, roomIds: [hall.id], markerGroupIds: [group.id], ticketPattern: 'T{n}' });
  const arranged = await call(6, '/exam/arrange', { ...key(seatedPlan), anew: false, fill: 'full', seed: 7 });
  const moved = await call(6, '/exam/moveSeat', { ...key(arranged), userId: sitter, to: { roomId: hall.id, seatNo: 9 } });
  await call(6, '/exam/setStaff', { planId: seatedPlan.id, roomId: hall.id, userId: invigilator, on: true });
  await call(6, '/exam/setPhotos', { planId: seatedPlan.id, items: [{ userId: sitter, photo: `/uploads/${'ab'.repeat(16)}.png` }] });
  await call(6, '/exam/publish', key(moved));
  await call(5, '/exam/confirmDuty', { planId: seatedPlan.id });
  const standing = await call<Ref>(6, '/exam/getById', { id: seatedPlan.id });
  await call(6, '/exam/amend', { ...key(standing), reason: '补充', notice: '带身份证' });
  await call(8, '/exam/readRevision', { planId: seatedPlan.id, revision: 2 });
  await call(5, '/exam/myReleaseCodes', { planId: seatedPlan.id });
  await call(6, '/exam/showReleaseCodes', { planId: seatedPlan.id });
  await call(6, '/exam/getSebFile', { planId: seatedPlan.id, origin: 'https://exam.test' });
  await call(6, '/exam/getSpareKit', { planId: seatedPlan.id, roomId: hall.id });
  await call(6, '/exam/bindMachine', { roomId: hall.id, seatNo: 9 });
  await call(6, '/exam/signReadiness', { id: seatedPlan.id, roomId: hall.id, exceptions: '当晚补发' });
  const { grant } = await call<{ grant: { attemptId: string } }>(5, '/invigilation/enter', { planId: seatedPlan.id, roomId: hall.id });
  const { seats } = await call<{ seats: { attemptId: string }[] }>(5, '/invigilation/getBoard', { planId: seatedPlan.id, roomId: hall.id });
  const attemptId = seats[0]?.attemptId ?? '';
  const waiting = await acts(grant.attemptId, attemptId);
  await call(6, '/invigilation/decideAct', {
    planId: seatedPlan.id,
    roomId: hall.id,
    ...waiting,
    attemptId,
    accept: false,
    reason: '无据',
  });
  await call(6, '/exam/withdraw', { id: seatedPlan.id, reason: '演练' });
}

/** An act of somebody without the duty, as the server has judged it: it waits for a person. */
export async function waitingAct(
  { deps, post, time }: TestServer,
  { actor, logId, attemptId }: { actor: number; logId: string; attemptId: string },
): Promise<{ streamId: string; seq: number }> {
  const tablet = await SealedStream.open(deps.keys, actor, time.nowMs, logId, 1, undefined, true);
  const act = { kind: 'extend', ms: 600_000, reason: '断电' };
  await post('/sync/push', tablet.push([{ type: 'room.act@1', payload: { actId: deps.chance.uuid(), act, attemptIds: [attemptId] } }]));
  const rooms = roomLogReads(deps.ingest);
  await rooms.untilProjected();
  const [said] = rooms.acts(logId);
  if (!said) throw new Error('the act did not arrive');
  await rooms.judge(logId, said, { [attemptId]: 'offDuty' });
  return { streamId: tablet.header.streamId, seq: 1 };
}
