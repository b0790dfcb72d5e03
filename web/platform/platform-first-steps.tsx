import { formatCount } from '../lib/format-number.ts';
import { useTranslation } from '../lib/i18n.ts';
import { FirstSteps } from '../ui/first-steps.tsx';
import { useCall } from './api/call-query.ts';

const [schoolAdmin, systemUser] = [2, 9] as const;
const steps = [
  { key: 'schools', to: '/school/assets/add-edit' },
  { key: 'admins', to: `/school/assets/user?user_type=${schoolAdmin}` },
  { key: 'system', to: `/school/assets/user?user_type=${systemUser}` },
] as const;
const totalOf = ({ total }: { readonly total: number }) => total;

/** Guides the super admin of a new installation to schools that can work, and to an account that may open the system settings. */
export function PlatformFirstSteps() {
  const { t } = useTranslation('firstSteps');
  const one = { pageSize: 1 } as const;
  const select = { select: totalOf };
  const schools = useCall('/school/getList', one, select).data;
  const admins = useCall('/user/getList', { ...one, filter: { user_type: schoolAdmin } }, select).data;
  const system = useCall('/user/getList', { ...one, filter: { user_type: systemUser } }, select).data;
  if (schools === undefined || admins === undefined || system === undefined) return null;
  const counts = { schools, admins, system };
  return (
    <FirstSteps
      note={t('platformNote')}
      steps={steps.map(({ key, to }) => ({
        title: t(`step.${key}`),
        text: counts[key] > 0 ? t(`stepHas.${key}`, { count: formatCount(counts[key]) }) : t(`stepText.${key}`),
        done: counts[key] > 0,
        to,
        go: t(`stepGo.${key}`),
      }))}
    />
  );
}
