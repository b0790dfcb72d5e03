import { isFlag, isNumber, isRecord, isText, listOf, objectOf, oneOf, orNull, type Shape } from '../lib/shape.ts';

interface FlowRow<T> {
  readonly initial: T;
  readonly shape: Shape<T>;
  /** `user`: kept over a reload, the same in every tab of the person. `tab`: kept, this tab's own. `memory`: never written anywhere. */
  readonly reach: 'user' | 'tab' | 'memory';
}
const row = <T>(shape: Shape<T>, initial: NoInfer<T>, reach: FlowRow<T>['reach'] = 'user'): FlowRow<T> => ({ shape, initial, reach });

const rows = listOf(isRecord);
const form = orNull(isRecord);
const code = orNull(isNumber);
const nothing = { id: null, status: null };

/** Every state of a flow that the client keeps (spec section 3), with what it is before anything happened. */
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
  // A browser writes session storage to disk, and no plain answer may lie there (decision 6): in memory alone.
  answers: row(isRecord, {}, 'memory'),
  paper: row(objectOf({ id: code, status: code }), nothing),
  declaration: row(objectOf({ id: code, status: code, form }), { ...nothing, form: null }),
  homework: row(objectOf({ id: code, status: code, isPaper: isFlag }), { ...nothing, isPaper: false }),
  course: row(objectOf({ id: code, status: code }), nothing),
  info: row(objectOf({ id: code, status: code }), nothing),
  /** `configUpdatedMs`: the person's own school was changed then; whoever shows something of it asks again. */
  school: row(objectOf({ status: code, infoId: code, configUpdatedMs: isNumber }), { status: null, infoId: null, configUpdatedMs: 0 }),
  learn: row(objectOf({ categoryId: code }), { categoryId: null }),
  /** `sidebar`: opened; remembered beyond the session by its cookie. `mini`: tables and forms in their small size. */
  app: row(objectOf({ sidebar: isFlag, mini: isFlag }), { sidebar: true, mini: false }),
  device: row(oneOf(['desktop', 'mobile']), 'desktop', 'tab'),
  scrollbarClass: row(isText, '', 'tab'),
} as const;
