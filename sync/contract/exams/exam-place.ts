import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { id, shortText } from '../scalars.ts';
import { seatMarks, seatNumberings } from './seat-codes.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

const staff = ['school', 'teacher'] as const;
const createLineSchema = (most: number) => z.string().trim().max(most);

/** A place where exams are held, such as a campus or a training building. */
export const examPlaceResource = defineResource({
  name: 'examPlace',
  words: ['考点', 'Venue'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['考点名称', 'Name'], is: shortText.max(60), blank: '', example: '东校区', search: true, sort: true, unique: true },
    address: { words: ['地址', 'Address'], is: createLineSchema(200), blank: '', example: '东湖路 1 号', search: true },
    /** Directions as printed on the admission ticket: which gate, which building, which bus. */
    way: { words: ['到达路线', 'Directions'], is: createLineSchema(400), blank: '', example: '东门进，右手第二栋' },
    phone: { words: ['考务电话', 'Phone'], is: createLineSchema(40), blank: '', example: '025-86001205' },
    open: { words: ['启用', 'In use'], is: z.boolean(), blank: true, example: true, storedAs: 'flag', filter: true },
  },
  shown: {
    roomCount: { words: ['考场数', 'Rooms'], is: z.int() },
    seatCount: { words: ['座位数', 'Seats'], is: z.int() },
  },
});

export const examPlaceCalls = defineCalls('examPlace', defineResourceCalls(examPlaceResource, { read: staff, change: staff }));

/** Maximum number of rows of seats in a room, and of columns. */
export const maxRoomSpan = 20;
const line1 = z.int().min(1).max(maxRoomSpan);

/** A room with its seats, seen from the front: row 1 is the front row, column 1 the leftmost. */
export const examRoomResource = defineResource({
  name: 'examRoom',
  words: ['考场', 'Exam room'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['考场名称', 'Name'], is: shortText.max(60), blank: '', example: '第一考场', search: true, sort: true },
    /** Null if the room belongs to no exam place. */
    placeId: { words: ['所属考点', 'Venue'], is: id.nullable(), blank: null, example: null },
    location: { words: ['楼号房间', 'Building and room'], is: createLineSchema(60), blank: '', example: '实训楼 301', search: true },
    rows: { words: ['行数', 'Rows'], is: line1, blank: 6, example: 6 },
    columns: { words: ['列数', 'Columns'], is: line1, blank: 5, example: 5 },
    /** Numbers of the columns that an aisle separates from the next column. */
    aisles: { words: ['过道', 'Aisles'], is: z.array(line1).max(maxRoomSpan), blank: [], example: [2], storedAs: 'json' },
    /** Cells of the grid that are not ordinary seats. */
    marks: {
      words: ['特殊位置', 'Special seats'],
      is: z.array(z.object({ row: line1, column: line1, kind: z.enum(seatMarks) })).max(maxRoomSpan * maxRoomSpan),
      blank: [],
      example: [{ row: 1, column: 1, kind: 'gap' }],
      storedAs: 'json',
    },
    numbering: {
      words: ['座位编号方式', 'Seat numbering'],
      is: z.enum(seatNumberings),
      blank: 'snakeColumns',
      example: 'snakeRows',
    },
    /** Name pattern of the room's PCs. `{n}`: seat number, `{r}`: row, `{c}`: column. */
    machines: { words: ['机器名规则', 'PC name pattern'], is: createLineSchema(40), blank: '', example: '301-{n}' },
    open: { words: ['启用', 'In use'], is: z.boolean(), blank: true, example: true, storedAs: 'flag', filter: true },
    note: { words: ['备注', 'Note'], is: createLineSchema(200), blank: '', example: '' },
  },
  shown: {
    place: { words: ['所属考点', 'Venue'], is: z.object({ id, name: z.string() }).nullable() },
    seatCount: { words: ['座位数', 'Seats'], is: z.int() },
  },
});

/** A room as one line of a spreadsheet. A place that does not exist yet is added. */
export const roomImportRow = z.object({
  /** Line number in the sheet, from 1. */
  row: z.int().min(1),
  place: createLineSchema(60),
  name: createLineSchema(60),
  location: createLineSchema(60),
  rows: z.string().max(20),
  columns: z.string().max(20),
  machines: createLineSchema(40),
});

export const examRoomCalls = defineCalls('examRoom', {
  addMany: {
    summary: 'Add the rooms of a spreadsheet, with places that are not there yet: all of them, or none and why, line by line',
    input: z.object({ lines: z.array(roomImportRow).min(1).max(400) }),
    output: z.object({ rooms: z.int(), places: z.int() }),
    access: staff,
    errors: ['refused'],
    changes: true,
    once: true,
  },
  ...defineResourceCalls(examRoomResource, { read: staff, change: staff }),
  getOptions: {
    summary: 'Rooms of the school for choosing some, by place; those of one place, where it is named',
    input: z.object({ placeId: id.optional() }),
    output: z.object({
      items: z.array(
        z.object({
          id,
          name: z.string(),
          placeId: id.nullable(),
          place: z.string(),
          location: z.string(),
          seatCount: z.int(),
          open: z.boolean(),
        }),
      ),
    }),
    access: staff,
    errors: [],
    changes: false,
  },
});

/** A group of markers: a leader, and members with their quotas. */
export const markerGroupResource = defineResource({
  name: 'markerGroup',
  words: ['阅卷组', 'Marker group'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['组名', 'Name'], is: shortText.max(60), blank: '', example: '电工实操组', search: true, sort: true, unique: true },
    leaderId: { words: ['组长', 'Leader'], is: id.nullable(), blank: null, example: null },
    /** `quota`: number of papers to mark; 0 for an equal share. */
    members: {
      words: ['组员与定额', 'Members and quotas'],
      is: z.array(z.object({ userId: id, quota: z.int().min(0).max(10_000) })).max(100),
      blank: [],
      example: [],
      storedAs: 'json',
    },
    /** True for double marking: two markers mark every written answer without seeing each other's points. */
    twice: { words: ['双评', 'Double marking'], is: z.boolean(), blank: false, example: false, storedAs: 'flag' },
    /** Largest accepted difference between the points that two markers give one answer. Above it, the leader decides. */
    tolerance: {
      words: ['允许误差（分）', 'Tolerance (points)'],
      is: z.number().min(0).max(100).multipleOf(0.5),
      blank: 1,
      example: 1,
    },
    note: { words: ['备注', 'Note'], is: createLineSchema(300), blank: '', example: '' },
  },
  shown: {
    leader: { words: ['组长', 'Leader'], is: z.object({ id, name: z.string() }).nullable() },
    people: { words: ['组员', 'Members'], is: z.array(z.object({ id, name: z.string(), quota: z.int() })) },
  },
});

export const markerGroupCalls = defineCalls('markerGroup', defineResourceCalls(markerGroupResource, { read: staff, change: staff }));
