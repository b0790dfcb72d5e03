import {
  isBoolean,
  isNumber,
  isRecord,
  isText,
  listShape,
  objectShape,
  oneOfShape,
  nullableShape,
  type ShapeGuard,
} from '../../lib/shape.ts';

interface FlowRow<T> {
  readonly initial: T;
  readonly shape: ShapeGuard<T>;
  /** `user`: survives a reload and is shared by all tabs of the user. `tab`: survives a reload, in this tab only. `memory`: never stored. */
  readonly reach: 'user' | 'tab' | 'memory';
}
const row = <T>(shape: ShapeGuard<T>, initial: NoInfer<T>, reach: FlowRow<T>['reach'] = 'user'): FlowRow<T> => ({ shape, initial, reach });

const rows = listShape(isRecord);
const form = nullableShape(isRecord);
const code = nullableShape(isNumber);
const nothing = { id: null, status: null };

/** Every flow state of the client (spec section 3) with its initial value. */
export const flowTable = {
  exam: row(
    objectShape({
      id: code,
      status: code,
      form,
      sections: rows,
      plan: objectShape({ rooms: rows, invigilators: rows, markers: rows, examUsers: rows, students: rows, seats: isNumber }),
      examUser: form,
      examCategory: form,
      examForm: form,
      sectionForm: form,
      questionForm: form,
      paperFormSaved: isBoolean,
    }),
    {
      ...nothing,
      form: null,
      sections: [],
      plan: { rooms: [], invigilators: [], markers: [], examUsers: [], students: [], seats: 0 },
      examUser: null,
      examCategory: null,
      examForm: null,
      sectionForm: null,
      questionForm: null,
      paperFormSaved: true,
    },
  ),
  // Only in memory: browsers write session storage to disk, and answers must not be stored unsealed (decision 004).
  answers: row(isRecord, {}, 'memory'),
  paper: row(objectShape({ id: code, status: code }), nothing),
  declaration: row(objectShape({ id: code, status: code, form }), { ...nothing, form: null }),
  homework: row(objectShape({ id: code, status: code, isPaper: isBoolean }), { ...nothing, isPaper: false }),
  course: row(objectShape({ id: code, status: code }), nothing),
  info: row(objectShape({ id: code, status: code }), nothing),
  /** `configUpdatedMs`: time at which the user's own school was changed; pages that show school data then reload it. */
  school: row(objectShape({ status: code, infoId: code, configUpdatedMs: isNumber }), { status: null, infoId: null, configUpdatedMs: 0 }),
  learn: row(objectShape({ categoryId: code }), { categoryId: null }),
  /** `sidebar`: open; a cookie remembers it beyond the session. `mini`: tables and forms in small size. */
  app: row(objectShape({ sidebar: isBoolean, mini: isBoolean }), { sidebar: true, mini: false }),
  device: row(oneOfShape(['desktop', 'mobile']), 'desktop', 'tab'),
  scrollbarClass: row(isText, '', 'tab'),
} as const;
