import type { z } from 'zod';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { schoolCalls, schoolDraft } from '../../../sync/contract/people/school.ts';
import { useCall, type ListRow } from '../../platform/api/call-query.ts';
import type { UserType } from '../../../sync/contract/roles.ts';

export type SchoolDraft = z.output<typeof schoolDraft>;
export type SchoolInput = z.input<typeof schoolDraft>;
export type SchoolSummary = ListRow<'/school/getList'>;
export type SchoolDetail = CallOutput<(typeof schoolCalls)['getById']>;

export const useSchoolById = (id: number | null) => useCall('/school/getById', { id: id ?? 0 }, { enabled: id !== null });

/** Initial form values of a new school. */
export const blankSchool: SchoolInput = {
  title: '',
  website: '',
  logo: '',
  logoCustom: '',
  logoCustomStatus: 0,
  cover: '',
  record: '',
  mohrssProfNo: '',
  mohrssProfAllname: '',
  siteCode: '',
  contact: '',
  phone: '',
  address: '',
  config: { config_coursehour_text: 1, config_courseware_size_mb: 2048, config_courseware_minutes: 600 },
};

/** Picks the form's fields from a school. */
export const toSchoolInput = (school: SchoolDetail): SchoolInput =>
  Object.fromEntries(Object.keys(blankSchool).map((key) => [key, school[key as keyof SchoolInput]])) as SchoolInput;

export const allAccountTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const satisfies readonly UserType[];
export type AccountType = (typeof allAccountTypes)[number];
/** User types within a school; the others belong to the platform. */
export const schoolAccountTypes = [2, 3, 4, 5, 6, 7, 8, 11, 12] as const satisfies readonly UserType[];
