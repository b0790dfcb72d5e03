import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

export function TeacherHomePage() {
  const { t } = useTranslation('home');
  const user = useAtomValue(sessionUserAtom);
  return <PageHeader title={t('greeting', { name: user?.name ?? '' })} />;
}
