import type { CallOutput } from '../../../sync/contract/call.ts';
import { defaultCoursewareLimits } from '../../../sync/contract/platform/platform-defaults.ts';
import type { Role } from '../../../sync/contract/roles.ts';
import { defaultZone } from '../../../sync/contract/zone-time.ts';
import type { userCalls } from '../../../sync/contract/people/user.ts';

type Info = CallOutput<(typeof userCalls)['getInfo']>;

/** The signed-in user: the session user of the specification (section 3). */
export interface SessionUser {
  readonly id: number;
  readonly user_type: Info['user']['user_type'];
  readonly prof_id: number | null;
  readonly name: string;
  readonly login_name: string;
  readonly avatar: string;
  /** True after signing in with an initial password: the user must first choose a new one. */
  readonly must_change_password: boolean;
  /** Key that encrypts this user's drafts of forms on this PC. */
  readonly draft_key: string;
  readonly roles: readonly Role[];
  readonly school_id: number;
  readonly school_logo: string;
  readonly school_logo_custom: string;
  readonly school_logo_custom_status: 0 | 1;
  readonly school_config: SchoolConfig;
  readonly school_cover_img: string;
  readonly school_title: string;
  readonly school_website: string;
  readonly school_record: string;
  readonly mohrss_prof_no: string;
  readonly mohrss_prof_allname: string;
}

export interface SchoolConfig {
  readonly config_coursehour_text: number;
  readonly config_courseware_size_mb: number;
  readonly config_courseware_minutes: number;
  readonly config_time_zone: string;
}
const configDefaults: SchoolConfig = {
  config_coursehour_text: 1,
  config_courseware_size_mb: defaultCoursewareLimits.sizeMb,
  config_courseware_minutes: defaultCoursewareLimits.minutes,
  config_time_zone: defaultZone,
};

/** Parses the school's config. An unreadable config gives the defaults, so that it never prevents signing in. */
function readConfig(json: string): SchoolConfig {
  try {
    const found: unknown = JSON.parse(json);
    return typeof found === 'object' && found !== null ? { ...configDefaults, ...found } : configDefaults;
  } catch {
    return configDefaults;
  }
}

/** Converts the field names of `getInfo` to those of the session user. All other code uses the latter. */
export function toSessionUser(info: Info): SessionUser {
  const { school_name, logo, logo_custom, logo_custom_status, config, cover_img, website, record, ...same } = info.user;
  return {
    ...same,
    roles: info.roles,
    school_title: school_name,
    school_logo: logo,
    school_logo_custom: logo_custom,
    school_logo_custom_status: logo_custom_status,
    school_config: readConfig(config),
    school_cover_img: cover_img,
    school_website: website,
    school_record: record,
  };
}

/** Returns the school's custom logo if it has one and shows it, otherwise the standard logo. */
export const getSchoolLogo = (user: SessionUser): string =>
  user.school_logo_custom_status === 1 && user.school_logo_custom !== '' ? user.school_logo_custom : user.school_logo;
