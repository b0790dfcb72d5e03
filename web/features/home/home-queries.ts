import { useQuery } from '@tanstack/react-query';
import { examStatus, paperStatus, questionStatus, schoolStatus, userStatus } from '../../../sync/contract/codes.ts';
import { call } from '../../platform/call.ts';

const refreshMs = 30_000;
const looked = 100;
const studentType = 7;
const examineeType = 8;

export const useNearExams = () =>
  useQuery({
    queryKey: ['exam', 'near'],
    queryFn: async ({ signal }) => {
      const { items } = await call('/exam/getList', { pageSize: looked, sort: '-startMs' }, { signal });
      return {
        near: items.filter((plan) => plan.status !== examStatus.ended && plan.status !== examStatus.notEnabled).toReversed(),
        unpublished: items.filter((plan) => plan.status === examStatus.notEnabled && plan.withdrawn === null),
      };
    },
    refetchInterval: refreshMs,
  });

export const useWaitingPapers = () =>
  useQuery({
    queryKey: ['paper', 'waiting'],
    queryFn: async ({ signal }) => {
      const { items, total } = await call('/paper/getList', { pageSize: looked }, { signal });
      return { total, waiting: items.filter((paper) => paper.status === paperStatus.created) };
    },
  });

export const useBankSize = () =>
  useQuery({
    queryKey: ['question', 'categories'],
    queryFn: ({ signal }) => call('/question/getCategories', {}, { signal }),
    select: (found) => found.items.flatMap((row) => row.counts).reduce((sum, row) => sum + row.count, 0),
  });

/** What a school's administrator decides on: who registered, what was written. */
export const useApprovals = () =>
  useQuery({
    queryKey: ['user', 'approvals'],
    queryFn: async ({ signal }) => {
      const [people, questions] = await Promise.all([
        call('/user/getCount', {}, { signal }),
        call('/question/getList', { pageSize: 1, filter: { bank: 'school', status: questionStatus.inReview } }, { signal }),
      ]);
      const applying = people.counts.filter((row) => row.status === userStatus.applying);
      const students = applying.find((row) => row.user_type === studentType)?.count ?? 0;
      return {
        students,
        others: applying.reduce((sum, row) => sum + row.count, 0) - students,
        questions: questions.total,
      };
    },
    refetchInterval: refreshMs,
  });

/** What a new school does first, in this order, with how much of each there is. */
export const useFirstSteps = (enabled: boolean) =>
  useQuery({
    queryKey: ['user', 'first-steps'],
    queryFn: async ({ signal }) => {
      const one = { pageSize: 1 } as const;
      const [people, questions, papers, plans] = await Promise.all([
        call('/user/getCount', {}, { signal }),
        call('/question/getList', { ...one, filter: { bank: 'school', status: questionStatus.inUse } }, { signal }),
        call('/paper/getList', one, { signal }),
        call('/exam/getList', one, { signal }),
      ]);
      const sitting = people.counts.filter((row) => row.user_type === studentType || row.user_type === examineeType);
      return {
        people: sitting.reduce((sum, row) => sum + row.count, 0),
        questions: questions.total,
        papers: papers.total,
        plans: plans.total,
      };
    },
    enabled,
  });

/** Schools as the platform's home counts them, newest first. */
export const useSchools = () =>
  useQuery({
    queryKey: ['school', 'home'],
    queryFn: async ({ signal }) => {
      const { items, total } = await call('/school/getList', { pageSize: looked, sort: '-createdMs' }, { signal });
      const disabled = await call('/school/getList', { pageSize: 1, filter: { status: schoolStatus.disabled } }, { signal });
      const enabled = items.filter((school) => school.status === schoolStatus.enabled);
      return {
        items,
        total,
        disabled: disabled.total,
        // Without accounts nobody can sign in; without a site code no certificate can be numbered.
        empty: enabled.filter((school) => school.userCount === 0),
        uncoded: enabled.filter((school) => school.siteCode === ''),
      };
    },
  });
