import { z } from 'zod';
import { defineCalls } from './call.ts';
import { roles, userTypes } from './roles.ts';
import { empty, id, listInput, listOutput } from './scalars.ts';

export const userType = z.literal(Object.keys(userTypes).map(Number)).transform((t) => t as keyof typeof userTypes);

/** As `getInfo` sends it; the web's session module maps it once to the session user's field names. */
export const infoUser = z.object({
  id,
  user_type: userType,
  prof_id: id.nullable(),
  name: z.string(),
  login_name: z.string(),
  avatar: z.string(),
  school_id: id,
  school_name: z.string(),
  logo: z.string(),
  logo_custom: z.string(),
  logo_custom_status: z.literal([0, 1]),
  /** A JSON string, parsed by the client. */
  config: z.string(),
  cover_img: z.string(),
  website: z.string(),
  record: z.string(),
  mohrss_prof_no: z.string(),
  mohrss_prof_allname: z.string(),
});

export const userCalls = defineCalls('user', {
  login: {
    summary: 'Sign in with a login name and password (1) or an admission ticket number and ID number (2)',
    input: z.object({
      login_name: z.string().trim().min(1).max(64),
      login_pwd: z.string().min(1).max(200),
      school_id: id,
      login_type: z.literal([1, 2]).default(1),
    }),
    output: z.object({ token: z.string() }),
    access: 'public',
    errors: ['refused', 'disabled'],
    changes: true,
  },
  getInfo: {
    summary: 'Who is signed in, and with which roles',
    input: empty,
    output: z.object({ user: infoUser, roles: z.array(z.enum(roles)) }),
    access: 'signedIn',
    errors: [],
    changes: false,
  },
  logout: {
    summary: 'End this session',
    input: empty,
    output: empty,
    access: 'signedIn',
    errors: [],
    changes: false,
  },
  getExamUserList: {
    summary: 'Examinees of the school that can be put into an exam plan',
    input: listInput(z.object({ keyword: z.string().trim().max(60).optional() })),
    output: listOutput(z.object({ id, name: z.string(), login_name: z.string(), ticket_no: z.string() })),
    access: ['school', 'teacher'],
    errors: [],
    changes: false,
  },
});
