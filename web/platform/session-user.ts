import type { CallOutput } from '../../sync/contract/call.ts';
import { defaultCourseware } from '../../sync/contract/platform-defaults.ts';
import type { Role } from '../../sync/contract/roles.ts';
import { defaultZone } from '../../sync/contract/zone-time.ts';
import type { userCalls } from '../../sync/contract/user.ts';

type Info = CallOutput<(typeof userCalls)['getInfo']>;

/** The specification's session user (section 3). */
export interface SessionUser {
  readonly id: number;
  readonly user_type: Info['user']['user_type'];
  readonly prof_id: number | null;
  readonly name: string;
  readonly login_name: string;
  readonly avatar: string;
  /** Signed in with an initial password: an own one comes first. */
  readonly must_change_password: boolean;
  /** What is typed unsaved is sealed under it on this PC. */
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
  config_courseware_size_mb: defaultCourseware.sizeMb,
  config_courseware_minutes: defaultCourseware.minutes,
  config_time_zone: defaultZone,
};

/** A config that can't be read falls back to the defaults: it must not keep anybody out. */
function readConfig(json: string): SchoolConfig {
  try {
    const found: unknown = JSON.parse(json);
    return typeof found === 'object' && found !== null ? { ...configDefaults, ...found } : configDefaults;
  } catch {
    return configDefaults;
  }
}

/** getInfo's names become the session user's names here and nowhere else. */
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

/** The school's own logo where it has one and shows it. */
export const schoolLogoOf = (user: SessionUser): string =>
  user.school_logo_custom_status === 1 && user.school_logo_custom !== '' ? user.school_logo_custom : user.school_logo;
