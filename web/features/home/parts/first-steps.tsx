import { useAtomValue } from 'jotai';
import type { Role } from '../../../../sync/contract/roles.ts';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { FirstSteps } from '../../../ui/first-steps.tsx';
import { useFirstSteps } from '../home-queries.ts';

/** `school`: only a school admin can open the page. */
const steps = [
  { key: 'staff', to: '/teacher/manage/teacher', role: 'school' },
  { key: 'classes', to: '/teacher/manage/class', role: 'school' },
  { key: 'people', to: '/teacher/student/index/import?type=7' },
  { key: 'questions', to: '/teacher/exam/questions/import' },
  { key: 'rooms', to: '/teacher/exam/exam-place' },
  { key: 'papers', to: '/teacher/exam/paper/create' },
  { key: 'plans', to: '/teacher/exam/exam-plan/create' },
] as const satisfies readonly { readonly key: string; readonly to: string; readonly role?: Role }[];

/** Guides an empty school to its first exam. The demo needs no guidance. */
export function SchoolFirstSteps() {
  const { t } = useTranslation('home');
  const data = useFirstSteps(useCanChangeData());
  const { demo } = useAtomValue(platformInfoAtom);
  const user = useAtomValue(sessionUserAtom);
  if (demo || user === null || data === undefined) return null;
  const own = steps.filter((step) => !('role' in step) || user.roles.includes(step.role));
  return (
    <FirstSteps
      note={t('firstStepsText', { n: own.length })}
      steps={own.map(({ key, to }) => {
        const done = data[key] > 0;
        const text = done ? t(`stepHas.${key}`, { n: formatCount(data[key]) }) : t(`stepText.${key}`);
        return { title: t(`step.${key}`), text, done, to, go: t(`stepGo.${key}`) };
      })}
    />
  );
}
