import { useAtomValue } from 'jotai';
import { CircleQuestionMark } from 'lucide-react';
import type { Role } from '../../../sync/contract/roles.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useCurrentRoute } from '../routes/current-route.ts';
import type { GroupKey, RouteRow } from '../routes/route-row.ts';

/** Ids of the guides for groups of the menu. Teachers and school administrators see the same groups. */
const guidesOfGroups: Partial<Record<GroupKey, string>> = {
  test: 'teacher',
  homework: 'teacher',
  course: 'teacher',
  organise: 'school',
  students: 'school',
  manage: 'school',
  declaration: 'school',
  info: 'school',
  bank: 'bank',
};

/** Guides of users by role; the first role of the table that the user has decides. */
const guidesOfRoles: readonly (readonly [Role, string])[] = [
  ['school', 'school'],
  ['teacher', 'teacher'],
  ['invigilator', 'invigilator'],
  ['marker', 'marker'],
  ['student', 'examinee'],
  ['examUser', 'examinee'],
  ['question', 'bank'],
  ['enrollAdmin', 'enrolment'],
  ['enrollUser', 'applicant'],
  ['admin', 'it'],
  ['system', 'it'],
];

/**
 * Finds the address of the guide for a page: by the page's area, its menu group, or the user's role. The anchor is the menu group; if the
 * guide has no such section, it opens at its top. If there is no guide, returns the address of the list of guides.
 */
export function findGuideAddress(row: RouteRow | undefined, roles: readonly Role[]): string {
  const area = /^\/(invigilator|marker)\//.exec(row?.path ?? '')?.[1];
  const group = row?.group;
  const guide = area ?? (group && guidesOfGroups[group]) ?? guidesOfRoles.find(([role]) => roles.includes(role))?.[1];
  if (guide === undefined) return '/help';
  return `/help/${guide}${group === undefined ? '' : `#${group}`}`;
}

/** Links to the guide for the current page. It opens in a new tab, so that the current page and a form on it stay open. */
export function HelpLink({ className }: { className: string }) {
  const { t } = useTranslation('app');
  const row = useCurrentRoute();
  const user = useAtomValue(sessionUserAtom);
  return (
    <a href={findGuideAddress(row, user?.roles ?? [])} target="_blank" rel="noreferrer" className={className}>
      <CircleQuestionMark aria-hidden className="size-4" strokeWidth={1.7} />
      <span className="max-sm:sr-only">{t('shell.help')}</span>
    </a>
  );
}
