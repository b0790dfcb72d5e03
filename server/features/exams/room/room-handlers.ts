import { examPlaceResource, markerGroupResource } from '../../../../sync/contract/exams/exam-place.ts';
import { mapSeatMarks, formatPlaceKey, listRoomSeats } from '../../../../sync/domain/exams/room-seats.ts';
import { type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import type { ChangeDeps } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { ReferenceRegistry } from '../../../resources/references.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { addRoomsFromSheet } from './room-sheet.ts';
import { roomMessages as messages } from './room-messages.ts';
import { createRoomStore } from './room-store.ts';

type UsedByPlans = ChangeDeps & { readonly uses: Pick<ReferenceRegistry, 'plans'> };

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
const shapeOf = ({ rows, columns, marks, numbering }: Parameters<typeof listRoomSeats>[0]): string =>
  JSON.stringify([
    rows,
    columns,
    [...mapSeatMarks({ rows, columns, marks, numbering })].map(String).toSorted((a, b) => (a < b ? -1 : 1)),
    numbering,
  ]);

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
        const within = createRoomStore(tx);
        const { placeId, name, rows, columns, marks } = draft;
        if (placeId !== null && !(await within.placeNames(caller.schoolId)).has(placeId))
          refuseField('notFound', 'placeId', messages.placeUnknown());
        if (placeId !== null && (await within.isNamed(caller.schoolId, placeId, name, before?.id ?? 0)))
          refuseField('invalid', 'name', messages.nameTaken());
        if (marks.some((mark) => mark.row > rows || mark.column > columns)) refuseField('invalid', 'marks', messages.markOutside());
        if (new Set(marks.map((mark) => formatPlaceKey(mark.row, mark.column))).size < marks.length)
          refuseField('invalid', 'marks', messages.markTwice());
        if (listRoomSeats(draft).length === 0) refuseField('invalid', 'marks', messages.noSeat());
        if (before === undefined || shapeOf(before) === shapeOf(draft)) return;
        const taken = await deps.uses.plans.withRoom(tx, before.id, { nowMs });
        if (taken.length > 0) refuse('refused', messages.seatsTaken(taken));
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
      const named = (id: number) => ({ id, name: names.get(id) ?? '' });
      return ({ leaderId, members }) => ({
        leader: leaderId === null ? null : named(leaderId),
        people: members.map(({ userId, quota }) => ({ ...named(userId), quota })),
      });
    },

    async checkDraft({ leaderId, members }, { tx, caller }) {
      const ids = members.map((one) => one.userId);
      if (new Set(ids).size < ids.length) refuseField('invalid', 'members', messages.memberTwice());
      const markers = new Set((await createUserReads(tx).withDuty(caller.schoolId, 'marker')).items.map((one) => one.id));
      const unknown = (path: string) => refuseField('notFound', path, messages.markerUnknown());
      if (leaderId !== null && !markers.has(leaderId)) return unknown('leaderId');
      const missing = ids.findIndex((id) => !markers.has(id));
      return missing < 0 ? undefined : unknown(`members.${missing}`);
    },

    async checkRemoval({ id }, { tx }) {
      const plans = await deps.uses.plans.withGroup(tx, id);
      if (plans.length > 0) refuse('refused', messages.groupUsed(plans));
    },
  });
