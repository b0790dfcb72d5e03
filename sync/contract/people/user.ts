import { z } from 'zod';
import { accountCalls, passwordText, sessionCalls } from './account-calls.ts';
import { apiTokenCalls } from './api-token.ts';
import { defineCalls } from '../call.ts';
import { userStatus } from '../codes.ts';
import { examUserCalls } from './exam-user-calls.ts';
import {
  personImportError,
  maxPersonImportRows,
  personImportRow,
  personDetail,
  personFields,
  personListRow,
  userType,
  userTypeCode,
} from './person.ts';
import { emptyInput, id, keyword, searchInput, searchOutput, version, websiteCode } from '../scalars.ts';
import { registrableTypes } from './user-rights.ts';

const staff = ['admin', 'school', 'teacher'] as const;
/** School of the call; by default the caller's. Only the role `admin` may name another school. */
const schoolChoice = { school_id: id.optional() };
const oneVersion = z.object({ id, version });
const bulk = { items: z.array(oneVersion).min(1).max(500) };
/** Entries that a bulk call skipped, with the reasons. If the only entry fails, the call is refused. */
const bulkResult = { refused: z.array(z.object({ id, name: z.string(), reason: z.string() })) };
/** A new password of a user. It is shown once; the server stores only its hash. */
const givenPassword = z.object({ id, name: z.string(), login_name: z.string(), password: z.string(), class_name: z.string() });
const personFilter = z.object({
  ...schoolChoice,
  user_type: userType.optional(),
  /** Several user types to list together; `user_type` takes precedence. */
  user_types: z.array(userType).min(1).max(12).optional(),
  status: z.literal(Object.values(userStatus)).optional(),
  /** Class of the users; 0 for users without a class. */
  class_id: z.int().min(0).optional(),
  /** Only users who still have a password that another person set. */
  initial_password: z.literal(true).optional(),
  /** Search text: part of a name, login name, student or ticket number. */
  keyword: keyword.optional(),
});
/** Key under which the caller asks for the progress of its own import. */
const progressKey = z.uuid();
const importFile = z.object({
  ...schoolChoice,
  /** Type of the accounts whose rows have no cell for it. Null: each row must name its own. */
  user_type: userType.nullable(),
  rows: z.array(personImportRow).min(1).max(maxPersonImportRows),
  /** Whether to create classes that do not exist yet; otherwise they are errors. */
  addClasses: z.boolean(),
  progress_key: progressKey.optional(),
});

export const userCalls = defineCalls('user', {
  ...sessionCalls,
  ...apiTokenCalls,
  ...examUserCalls,
  isExist: {
    summary: 'Is this login name taken in this school? All that a stranger may learn of an account',
    input: z.object({ website: websiteCode, login_name: z.string().trim().min(1).max(64) }),
    output: z.object({ exists: z.boolean() }),
    access: 'public',
    errors: ['notFound'],
    changes: false,
  },
  addRS: {
    summary: 'Register at a school: an account that waits for approval, or an applicant’s that begins at once where the school lets it',
    input: z.object({
      website: websiteCode,
      user_type: z.literal(registrableTypes).default(7),
      login_name: z.string().trim().max(64),
      login_pwd: z.string().max(200),
      ...personFields.pick({ name: true, phone: true, sex: true, id_type: true, student_no: true, employer: true }).shape,
      id_number: z.string().trim().max(40),
      /** The class in the person's own words, or other information for the approver. */
      note: z.string().trim().max(300),
      /** Proof of work. A refusal `tooMany` with `{ challenge }` asks for it, if many users registered from this IP address within the last hour. */
      proof: z.object({ challenge: z.string().max(200), answer: z.string().max(40) }).optional(),
    }),
    output: z.object({ waits: z.boolean() }),
    access: 'public',
    errors: ['notFound', 'refused'],
    changes: true,
  },

  add: {
    summary: 'Add a person; without a password an initial one is made and shown once',
    input: personFields.extend({ ...schoolChoice, user_type: userType, password: passwordText.optional() }),
    output: oneVersion.extend({ password: z.string().nullable() }),
    access: staff,
    errors: ['notFound', 'forbidden', 'refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change what is known of a person',
    input: personFields.extend(oneVersion.shape),
    output: oneVersion,
    access: staff,
    errors: ['notFound', 'forbidden', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  remove: {
    summary: 'Delete an account nothing hangs on; others can only be disabled',
    input: oneVersion,
    output: emptyInput,
    access: staff,
    errors: ['notFound', 'forbidden', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  setStatus: {
    summary: 'Enable or disable accounts; of those that registered: approve or reject',
    input: z.object({
      ...bulk,
      status: z.literal([userStatus.disabled, userStatus.enabled]),
      /** Why registered accounts are rejected; the person reads it when signing in. Required to disable an account that waits for approval. */
      reason: z.string().trim().max(300).default(''),
    }),
    output: z.object({ changed: z.int(), ...bulkResult }),
    access: [...staff, 'enrollAdmin'],
    errors: ['notFound', 'forbidden', 'conflict', 'refused'],
    changes: true,
    once: true,
    leaderMay: true,
  },
  setType: {
    summary: 'Make somebody an account of another type; every session of theirs ends',
    input: oneVersion.extend({ user_type: userType }),
    output: oneVersion,
    access: ['admin', 'school'],
    errors: ['notFound', 'forbidden', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  resetPassword: {
    summary: 'Give new initial passwords, shown once; every session of these people ends',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: z.object({ passwords: z.array(givenPassword), ...bulkResult }),
    access: staff,
    errors: ['notFound', 'forbidden', 'refused'],
    changes: true,
    once: true,
  },
  getById: {
    summary: 'One person, the ID number masked',
    input: z.object({ id }),
    output: personDetail,
    access: staff,
    errors: ['notFound'],
    changes: false,
  },
  getIdNumber: {
    summary: "A person's whole ID number; each look is logged",
    input: z.object({ id }),
    output: z.object({ id_number: z.string() }),
    access: staff,
    errors: ['notFound', 'forbidden'],
    // Viewing a number changes only the audit log. It counts as a change so that it is logged.
    changes: true,
  },
  getListByIds: {
    summary: 'People by their ids; whom one may not see is missing',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: z.object({ items: z.array(personListRow) }),
    access: staff,
    errors: [],
    changes: false,
  },
  getList: {
    summary: 'People of a school; for admin without a school, of all',
    input: searchInput(personFilter),
    output: searchOutput(personListRow),
    access: [...staff, 'enrollAdmin'],
    errors: ['forbidden'],
    changes: false,
  },
  getCount: {
    summary: 'How many people there are, by type and status',
    input: z.object(schoolChoice),
    output: z.object({
      total: z.int(),
      counts: z.array(z.object({ user_type: userTypeCode, status: z.literal(Object.values(userStatus)), count: z.int() })),
    }),
    access: staff,
    errors: ['forbidden'],
    changes: false,
  },
  importPreview: {
    summary: 'Check a sheet of people row by row; writes nothing',
    input: importFile,
    output: z.object({
      good: z.int(),
      faulty: z.int(),
      faults: z.array(personImportError),
      newClasses: z.array(z.string()),
    }),
    access: staff,
    errors: ['forbidden', 'refused'],
    changes: false,
    maxBytes: 12_000_000,
  },
  import: {
    summary: 'Add the people of a sheet in one transaction: the good rows, or all or none',
    input: importFile.extend({ mode: z.enum(['good', 'all']) }),
    output: z.object({ imported: z.int(), skipped: z.int(), passwords: z.array(givenPassword.extend({ row: z.int() })) }),
    access: staff,
    errors: ['forbidden', 'refused'],
    changes: true,
    once: true,
    maxBytes: 12_000_000,
  },

  getImportProgress: {
    summary: 'How far an import or its check is, of the caller; total 0 before it began and after it ended',
    input: z.object({ progress_key: progressKey }),
    output: z.object({ step: z.enum(['checking', 'preparing', 'writing']), done: z.int(), total: z.int() }),
    access: staff,
    errors: [],
    changes: false,
  },

  ...accountCalls,
});
