import { useState } from 'react';
import { userTypes, type UserType } from '../../../../sync/contract/roles.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { finishLtiLaunch } from '../../../platform/session/sign-in.ts';
import { takeDirectoryFlow } from '../directory-flow.ts';
import { FinishSignIn } from '../parts/finish-sign-in.tsx';

/** Path of the page that shows a course, by user type. Users of other types are sent to their landing page. */
const coursePages: Readonly<Partial<Record<UserType, string>>> = { 6: '/teacher/course/assets/create', 7: '/student/learn/item' };

/** Returns the page of the course, or the landing page. The page itself refuses a course that the person may not see. */
function findCoursePage(type: UserType, courseId: number | null): string {
  const page = coursePages[type];
  return page === undefined || courseId === null ? userTypes[type].landing : `${page}/${courseId}`;
}

/** Reads the learning platform's answer from the URL fragment and removes it there, so that the browser's history does not contain it. */
function takeAnswer(): string {
  const answer = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return answer;
}

/** Finishes an LTI launch: the learning platform has sent the browser here with its signed token. */
export function LtiLaunchPage() {
  const { t } = useTranslation('signIn');
  const [{ begun, answer }] = useState(() => ({ begun: takeDirectoryFlow(), answer: takeAnswer() }));
  return (
    <FinishSignIn
      flow={begun?.flow ?? null}
      notBegun={t('launchNotBegun')}
      back="/login"
      finish={async (flow, code) => {
        const { user, courseId } = await finishLtiLaunch(flow, answer, code);
        return { user, open: ({ user_type: type }) => findCoursePage(type, courseId) };
      }}
    />
  );
}
