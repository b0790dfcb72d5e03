import { isFlag, isNumber, isRecord, isText, listOf, objectOf, oneOf, orNull, type Shape } from '../lib/shape.ts';

interface FlowRow<T> {
  readonly initial: T;
  readonly shape: Shape<T>;
  /** `user`: survives a reload and is shared by all tabs of the user. `tab`: survives a reload, in this tab only. `memory`: never stored. */
  readonly reach: 'user' | 'tab' | 'memory';
}
const row = <T>(shape: Shape<T>, initial: NoInfer<T>, reach: FlowRow<T>['reach'] = 'user'): FlowRow<T> => ({ shape, initial, reach });

const rows = listOf(isRecord);
const form = orNull(isRecord);
const code = orNull(isNumber);
const nothing = { id: null, status: null };

/** Every flow state of the client (spec section 3) with its initial value. */
export const flowTable = {
  exam: row(
    objectOf({
      id: code,
      status: code,
      form,
      sections: rows,
      plan: objectOf({ rooms: rows, invigilators: rows, markers: rows, examUsers: rows, students: rows, seats: isNumber }),
      examUser: form,
      examCategory: form,
      examForm: form,
      sectionForm: form,
      questionForm: form,
      paperFormSaved: isFlag,
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
  paper: row(objectOf({ id: code, status: code }), nothing),
  declaration: row(objectOf({ id: code, status: code, form }), { ...nothing, form: null }),
  homework: row(objectOf({ id: code, status: code, isPaper: isFlag }), { ...nothing, isPaper: false }),
  course: row(objectOf({ id: code, status: code }), nothing),
  info: row(objectOf({ id: code, status: code }), nothing),
  /** `configUpdatedMs`: time at which the user's own school was changed; pages that show school data then reload it. */
  school: row(objectOf({ status: code, infoId: code, configUpdatedMs: isNumber }), { status: null, infoId: null, configUpdatedMs: 0 }),
  learn: row(objectOf({ categoryId: code }), { categoryId: null }),
  /** `sidebar`: open; a cookie remembers it beyond the session. `mini`: tables and forms in small size. */
  app: row(objectOf({ sidebar: isFlag, mini: isFlag }), { sidebar: true, mini: false }),
  device: row(oneOf(['desktop', 'mobile']), 'desktop', 'tab'),
  scrollbarClass: row(isText, '', 'tab'),
} as const;
