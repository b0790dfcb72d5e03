import type { Transaction } from 'kysely';
import type { z } from 'zod';
import {
  examPlaceResource,
  markerGroupResource,
  examRoomResource,
  type roomImportRow,
  maxRoomSpan,
} from '../../../../sync/contract/exams/exam-place.ts';
import { completeDraft } from '../../../../sync/contract/resource.ts';
import { mapSeatMarks, formatPlaceKey, listRoomSeats } from '../../../../sync/domain/exams/room-seats.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse, refuseField, type Message, say } from '../../../http/handler.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import type { ReferenceRegistry } from '../../../resources/references.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createRoomStore } from './room-store.ts';

type UsedByPlans = ChangeDeps & { readonly uses: Pick<ReferenceRegistry, 'plans'> };

const sayByCount = (count: number, zh: string, one: string, several: string): Message => say(zh, count === 1 ? one : several);

const messages = {
  placeUnknown: () => say('没有这个考点', 'This venue does not exist'),
  nameTaken: () => say('这个考点已有同名考场', 'This venue already has a room of that name'),
  noSeat: () => say('考场里至少要有一个座位', 'A room needs at least one seat'),
  lineNoName: (row: number) => say(`第 ${row} 行没有考场名称`, `Row ${row} has no room name`),
  lineNoPlace: (row: number) => say(`第 ${row} 行没有考点`, `Row ${row} has no venue`),
  lineSpan: (row: number, most: number) =>
    say(`第 ${row} 行的行数或列数不是 1 到 ${most} 的整数`, `Row ${row}: rows and columns must be whole numbers from 1 to ${most}`),
  lineTwice: (row: number, name: string) =>
    say(`第 ${row} 行的“${name}”在表里出现两次`, `Row ${row}: “${name}” appears twice in the sheet`),
  lineTaken: (row: number, name: string) =>
    say(`第 ${row} 行的“${name}”在考点里已有同名考场`, `Row ${row}: the venue already has a room “${name}”`),
  linesWrong: (count: number) => say(`有 ${count} 处要改，一个考场都没有导入`, `${count} errors to correct. No room was imported`),
  markTwice: () => say('同一位置只能标一次', 'A position can be marked only once'),
  markOutside: () => say('有标记不在行列范围内', 'A mark is outside the rows and columns'),
  hasRooms: (count: number) =>
    sayByCount(
      count,
      `考点里还有 ${count} 个考场，请先删除或移走`,
      'There is still one room in this venue. Delete or move it first',
      `There are still ${count} rooms in this place; remove or move them first`,
    ),
  usedByPlans: (names: readonly string[]) =>
    say(
      `考试计划用到了这个考场：${names.join('、')}。可以停用，不能删除`,
      `Exam plans use this room: ${names.join(', ')}. It can be disabled, but not deleted`,
    ),
  seatsTaken: (names: readonly string[]) =>
    say(
      `已发布的考试正在用这个考场的座位：${names.join('、')}。考完以前不能改动座位`,
      `A published exam uses the seats of this room: ${names.join(', ')}. They cannot be changed until it is over`,
    ),
  groupUsed: (names: readonly string[]) =>
    say(`考试计划用到了这个阅卷组：${names.join('、')}`, `Exam plans use this marker group: ${names.join(', ')}`),
  memberTwice: () => say('同一组员只能添加一次', 'A member can be added only once'),
  markerUnknown: () => say('请选择本校的阅卷员，或兼任阅卷的教师', 'Choose a marker of your school, or a teacher with the marker role'),
} as const;

export const createExamPlaceHandlers = (deps: ChangeDeps): Handlers<'examPlace'> =>
  createResourceHandlers(deps, createResourceStore(deps.db, examPlaceResource, null), {
    async shown(_rows, caller) {
      const counts = await createRoomStore(deps.db).countsByPlace(caller.schoolId);
      return ({ id }) => ({ roomCount: counts.get(id)?.rooms ?? 0, seatCount: counts.get(id)?.seats ?? 0 });
    },
    async checkRemoval({ id }, { tx, caller }) {
      const rooms = await createRoomStore(tx).all(caller.schoolId, id);
      if (rooms.length > 0) refuse('refused', messages.hasRooms(rooms.length));
    },
  });

/** Returns a text that is equal for two rooms exactly if their seats are at the same places. */
const buildShapeKey = ({ rows, columns, marks, numbering }: Parameters<typeof listRoomSeats>[0]): string =>
  JSON.stringify([
    rows,
    columns,
    [...mapSeatMarks({ rows, columns, marks, numbering })].map(String).toSorted((a, b) => (a < b ? -1 : 1)),
    numbering,
  ]);

type Line = z.output<typeof roomImportRow>;
interface AddedCounts {
  readonly rooms: number;
  readonly places: number;
}
type Fault = { path: string; message: ReturnType<typeof messages.noSeat> };

const parseSpan = (text: string): number | undefined => {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= maxRoomSpan ? value : undefined;
};

/**
 * Adds all rooms of an imported spreadsheet with the exam places that they name, in the caller's transaction. Refuses with the faults of each line.
 */
async function addRoomsFromSheet(
  tx: Transaction<Database>,
  { schoolId, ...by }: { readonly schoolId: number; readonly userId: number; readonly nowMs: number },
  lines: readonly Line[],
): Promise<AddedCounts> {
  const store = createRoomStore(tx);
  const placeStore = createResourceStore(tx, examPlaceResource, null);
  const places = new Map([...(await store.placeNames(schoolId))].map(([id, name]) => [name.toLowerCase(), id]));
  const placeCountBefore = places.size;
  const faults: Fault[] = [];
  const seenRoomKeys = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const addFault = (field: string, message: Fault['message']) => faults.push({ path: `lines.${at}.${field}`, message });
    const [rows, columns] = [parseSpan(line.rows), parseSpan(line.columns)];
    if (line.name === '') addFault('name', messages.lineNoName(line.row));
    if (line.place === '') addFault('place', messages.lineNoPlace(line.row));
    if (rows === undefined || columns === undefined)
      addFault(rows === undefined ? 'rows' : 'columns', messages.lineSpan(line.row, maxRoomSpan));
    const roomKey = `${line.place.toLowerCase()}/${line.name}`;
    const placeId = places.get(line.place.toLowerCase());
    if (seenRoomKeys.has(roomKey)) addFault('name', messages.lineTwice(line.row, line.name));
    else if (placeId !== undefined && (await store.isNamed(schoolId, placeId, line.name, 0)))
      addFault('name', messages.lineTaken(line.row, line.name));
    seenRoomKeys.add(roomKey);
    if (faults.length > 0 || rows === undefined || columns === undefined) continue;
    const roomPlaceId = placeId ?? (await placeStore.add(schoolId, completeDraft(examPlaceResource, createPlaceDraft(line.place)), by)).id;
    places.set(line.place.toLowerCase(), roomPlaceId);
    const { name, location, machines } = line;
    const draft = { ...blankRoom, name, placeId: roomPlaceId, location, rows, columns, machines };
    await store.rooms.add(schoolId, completeDraft(examRoomResource, draft), by);
  }
  if (faults.length > 0) refuse('invalid', messages.linesWrong(faults.length), { fields: faults.slice(0, 50) });
  return { rooms: lines.length, places: places.size - placeCountBefore };
}

const createPlaceDraft = (name: string) => ({ name, address: '', way: '', phone: '', open: true });
const blankRoom = { aisles: [], marks: [], numbering: 'snakeColumns' as const, open: true, note: '' };

export function createExamRoomHandlers(deps: UsedByPlans): Handlers<'examRoom'> {
  const store = createRoomStore(deps.db);
  return {
    ...createResourceHandlers(deps, store.rooms, {
      async shown(_rows, caller) {
        const names = await store.placeNames(caller.schoolId);
        return (row) => ({
          place: row.placeId === null ? null : { id: row.placeId, name: names.get(row.placeId) ?? '' },
          seatCount: listRoomSeats(row).length,
        });
      },

      async checkDraft(draft, { tx, before, caller, nowMs }) {
        const roomStore = createRoomStore(tx);
        const { placeId, name, rows, columns, marks } = draft;
        if (placeId !== null && !(await roomStore.placeNames(caller.schoolId)).has(placeId))
          refuseField('notFound', 'placeId', messages.placeUnknown());
        if (placeId !== null && (await roomStore.isNamed(caller.schoolId, placeId, name, before?.id ?? 0)))
          refuseField('invalid', 'name', messages.nameTaken());
        if (marks.some((mark) => mark.row > rows || mark.column > columns)) refuseField('invalid', 'marks', messages.markOutside());
        if (new Set(marks.map((mark) => formatPlaceKey(mark.row, mark.column))).size < marks.length)
          refuseField('invalid', 'marks', messages.markTwice());
        if (listRoomSeats(draft).length === 0) refuseField('invalid', 'marks', messages.noSeat());
        if (before === undefined || buildShapeKey(before) === buildShapeKey(draft)) return;
        const plansWithRoom = await deps.uses.plans.withRoom(tx, before.id, { nowMs });
        if (plansWithRoom.length > 0) refuse('refused', messages.seatsTaken(plansWithRoom));
      },

      async checkRemoval({ id }, { tx }) {
        const plans = await deps.uses.plans.withRoom(tx, id);
        if (plans.length > 0) refuse('refused', messages.usedByPlans(plans));
      },
    }),

    async addMany({ lines }, context) {
      const { userId, schoolId } = context.caller;
      return runUnitOfWork(deps.db, schoolId, context, async (tx) => {
        const added = await addRoomsFromSheet(tx, { schoolId, userId, nowMs: deps.clock.nowMs() }, lines);
        const entry = { entity: 'examRoom', id: null, name: lines[0]?.name ?? '', before: null, after: { rooms: lines.length } };
        await context.audit.noteIn(tx, entry);
        return added;
      });
    },

    async getOptions({ placeId }, { caller }) {
      const names = await store.placeNames(caller.schoolId);
      const items = (await store.all(caller.schoolId, placeId)).map((room) => ({
        id: room.id,
        name: room.name,
        placeId: room.placeId,
        place: names.get(room.placeId ?? 0) ?? '',
        location: room.location,
        seatCount: listRoomSeats(room).length,
        open: room.open,
      }));
      return { items };
    },
  };
}

export const createMarkerGroupHandlers = (deps: UsedByPlans): Handlers<'markerGroup'> =>
  createResourceHandlers(deps, createResourceStore(deps.db, markerGroupResource, null), {
    async shown(rows) {
      const names = await createUserReads(deps.db).names(
        rows.flatMap((row) => [...(row.leaderId === null ? [] : [row.leaderId]), ...row.members.map((one) => one.userId)]),
      );
      const addName = (id: number) => ({ id, name: names.get(id) ?? '' });
      return ({ leaderId, members }) => ({
        leader: leaderId === null ? null : addName(leaderId),
        people: members.map(({ userId, quota }) => ({ ...addName(userId), quota })),
      });
    },

    async checkDraft({ leaderId, members }, { tx, caller }) {
      const ids = members.map((one) => one.userId);
      if (new Set(ids).size < ids.length) refuseField('invalid', 'members', messages.memberTwice());
      const markers = new Set((await createUserReads(tx).withDuty(caller.schoolId, 'marker')).items.map((one) => one.id));
      const refuseMarker = (path: string) => refuseField('notFound', path, messages.markerUnknown());
      if (leaderId !== null && !markers.has(leaderId)) return refuseMarker('leaderId');
      const missing = ids.findIndex((id) => !markers.has(id));
      return missing < 0 ? undefined : refuseMarker(`members.${missing}`);
    },

    async checkRemoval({ id }, { tx }) {
      const plans = await deps.uses.plans.withGroup(tx, id);
      if (plans.length > 0) refuse('refused', messages.groupUsed(plans));
    },
  });
