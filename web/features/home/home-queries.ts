import { examStatus, paperStatus, questionStatus, schoolStatus, userStatus } from '../../../sync/contract/codes.ts';
import { useCall } from '../../platform/api/call-query.ts';

const refreshMs = 30_000;
const looked = 100;
const studentType = 7;
const examineeType = 8;
/** User types of markers, invigilators and teachers. */
const staffTypes: readonly number[] = [4, 5, 6];

/** Loads upcoming and running exams in order of start, and the unpublished plans, from the newest `looked` plans. */
export const useNearExams = () =>
  useCall(
    '/exam/getList',
    { pageSize: looked, sort: '-startMs' },
    {
      select: ({ items }) => ({
        near: items.filter((plan) => plan.status !== examStatus.ended && plan.status !== examStatus.notEnabled).toReversed(),
        unpublished: items.filter((plan) => plan.status === examStatus.notEnabled && plan.withdrawn === null),
      }),
      refetchInterval: refreshMs,
    },
  );

/** Loads the number of papers and those whose questions are still to be chosen, among the newest `looked` papers. */
export const useWaitingPapers = () =>
  useCall(
    '/paper/getList',
    { pageSize: looked },
    { select: ({ items, total }) => ({ total, waiting: items.filter((paper) => paper.status === paperStatus.created) }) },
  );

/** Loads the total number of questions in the school's bank. */
export const useBankSize = () =>
  useCall(
    '/question/getCategories',
    {},
    { select: (found) => found.items.flatMap((row) => row.counts).reduce((sum, row) => sum + row.count, 0) },
  );

const selectTotal = ({ total }: { readonly total: number }) => total;

/** Counts the registrations and questions that wait for the approval of a school admin. Undefined until every count has arrived. */
export function useApprovals() {
  const people = useCall('/user/getCount', {}, { refetchInterval: refreshMs }).data;
  const questions = useCall(
    '/question/getList',
    { pageSize: 1, filter: { bank: 'school', status: questionStatus.inReview } },
    { select: selectTotal, refetchInterval: refreshMs },
  ).data;
  if (people === undefined || questions === undefined) return undefined;
  const applying = people.counts.filter((row) => row.status === userStatus.applying);
  const students = applying.find((row) => row.user_type === studentType)?.count ?? 0;
  return { students, others: applying.reduce((sum, row) => sum + row.count, 0) - students, questions };
}

/** Loads the webhooks of the school that are paused; a school has at most 20. Undefined until the answer has arrived. */
export const usePausedWebhooks = () =>
  useCall(
    '/webhook/getList',
    { pageSize: 20 },
    { select: ({ items }) => items.filter(({ state }) => state === 'paused'), refetchInterval: refreshMs, quiet: true },
  ).data;

/** Counts what a new school needs for its first exam. Undefined until every count has arrived. */
export function useFirstSteps(enabled: boolean) {
  const one = { pageSize: 1 } as const;
  const total = { enabled, select: selectTotal };
  const users = useCall('/user/getCount', {}, { enabled }).data;
  const questions = useCall('/question/getList', { ...one, filter: { bank: 'school', status: questionStatus.inUse } }, total).data;
  const papers = useCall('/paper/getList', one, total).data;
  const plans = useCall('/exam/getList', one, total).data;
  const classes = useCall('/class/getList', one, total).data;
  const rooms = useCall('/examRoom/getList', one, total).data;
  if (users === undefined || questions === undefined || papers === undefined || plans === undefined) return undefined;
  if (classes === undefined || rooms === undefined) return undefined;
  const staff = users.counts.filter((row) => staffTypes.includes(row.user_type));
  const sitting = users.counts.filter((row) => row.user_type === studentType || row.user_type === examineeType);
  const sum = (rows: typeof sitting) => rows.reduce((count, row) => count + row.count, 0);
  return { staff: sum(staff), classes, people: sum(sitting), questions, rooms, papers, plans };
}

/** Loads the schools for the platform's home page, newest first, and the number of disabled ones. */
export function useSchools() {
  const newest = useCall('/school/getList', { pageSize: looked, sort: '-createdMs' });
  const disabled = useCall('/school/getList', { pageSize: 1, filter: { status: schoolStatus.disabled } }, { select: selectTotal });
  const enabled = newest.data?.items.filter((school) => school.status === schoolStatus.enabled) ?? [];
  return {
    error: newest.error ?? disabled.error,
    refetch: () => void Promise.all([newest.refetch(), disabled.refetch()]),
    data:
      newest.data === undefined || disabled.data === undefined
        ? undefined
        : {
            ...newest.data,
            disabled: disabled.data,
            // Without accounts a school cannot be used; without a site code its certificates cannot be numbered.
            empty: enabled.filter((school) => school.userCount === 0),
            uncoded: enabled.filter((school) => school.siteCode === ''),
          },
  };
}
