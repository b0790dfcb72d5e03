import { useAtomValue } from 'jotai';
import { formatCount } from '../lib/format-number.ts';
import { useTranslation } from '../lib/i18n.ts';
import { type FirstStep, FirstSteps } from '../ui/first-steps.tsx';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { CallOfPath } from './api/call-path.ts';
import { useCall } from './api/call-query.ts';
import { platformInfoAtom } from './pwa/platform-info.ts';

const [schoolAdmin, systemUser] = [2, 9] as const;
const steps = [
  { key: 'schools', to: '/school/assets/add-edit' },
  { key: 'admins', to: `/school/assets/user?user_type=${schoolAdmin}` },
  { key: 'system', to: `/school/assets/user?user_type=${systemUser}` },
] as const;
const dayMs = 86_400_000;
/**
 * Minimum number of days for which the certificate must still be valid. The program renews its own certificates 60 days before their end, so fewer
 * days mean that the renewal failed or that the certificate comes from elsewhere.
 */
const fewDays = 14;
/** Age in days at which the last backup is too old. */
const oldDays = 7;

type Setup = CallOutput<CallOfPath<'/system/getSetup'>>;

/** Returns the steps whose state the server itself reports: HTTPS and backups. Each links to the chapter of the IT guide that explains it. */
function useServerSteps(setup: Setup | undefined): FirstStep[] {
  const { t } = useTranslation('firstSteps');
  if (setup === undefined) return [];
  const { certificate, backupMs, makesBackups, nowMs } = setup;
  const daysLeft = certificate && Math.floor((certificate.expiresMs - nowMs) / dayMs);
  const tls = {
    title: t('step.tls'),
    text: daysLeft === null ? t('stepText.tls') : t(daysLeft < 0 ? 'tlsOver' : 'stepHas.tls', { count: daysLeft }),
    isDone: daysLeft !== null && daysLeft >= fewDays,
    to: '/help/it#tls',
    linkText: t('stepGo.tls'),
  };
  if (!makesBackups) return [tls];
  const age = backupMs === null ? null : Math.max(0, Math.floor((nowMs - backupMs) / dayMs));
  const backup = {
    title: t('step.backup'),
    text: age === null ? t('stepText.backup') : age === 0 ? t('backupToday') : t('stepHas.backup', { count: age }),
    isDone: age !== null && age < oldDays,
    to: '/help/it#system',
    linkText: t('stepGo.backup'),
  };
  return [tls, backup];
}

const getTotal = ({ total }: { readonly total: number }) => total;

/**
 * Guides the super admin of a new installation: create schools and their admins, create an account for the system settings, set up HTTPS and backups.
 * Renders nothing in the demo.
 */
export function PlatformFirstSteps() {
  const { t } = useTranslation('firstSteps');
  const { demo } = useAtomValue(platformInfoAtom);
  const oneRow = { pageSize: 1 } as const;
  const select = { select: getTotal };
  const schools = useCall('/school/getList', oneRow, select).data;
  const admins = useCall('/user/getList', { ...oneRow, filter: { user_type: schoolAdmin } }, select).data;
  const system = useCall('/user/getList', { ...oneRow, filter: { user_type: systemUser } }, select).data;
  const setup = useCall('/system/getSetup', {}).data;
  const serverSteps = useServerSteps(setup);
  if (demo || schools === undefined || admins === undefined || system === undefined || setup === undefined) return null;
  // Do not count the super admin's own school, which the first start of the server creates.
  const counts = { schools: schools - 1, admins, system };
  const all = [
    ...steps.map(({ key, to }) => ({
      title: t(`step.${key}`),
      text: counts[key] > 0 ? t(`stepHas.${key}`, { count: formatCount(counts[key]) }) : t(`stepText.${key}`),
      isDone: counts[key] > 0,
      to,
      linkText: t(`stepGo.${key}`),
    })),
    ...serverSteps,
  ];
  return <FirstSteps note={t('platformNote', { n: all.length })} steps={all} />;
}
