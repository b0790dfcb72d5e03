import { useAtomValue } from 'jotai';
import { Hammer } from 'lucide-react';
import { useTranslation } from '../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { userTypes } from '../../sync/contract/roles.ts';
import { sessionUserAtom } from '../platform/session-atoms.ts';
import { Button } from '../ui/button.tsx';
import { useCurrentRow } from './current-row.ts';

/** Stands where an area has its address and not yet its page. */
export function NotYetPage() {
  const { t } = useTranslation('app');
  const row = useCurrentRow();
  const user = useAtomValue(sessionUserAtom);
  const home = user === null ? '/' : userTypes[user.user_type].landing;
  const atHome = home === row?.path;
  // A layout around it has the landmark.
  const Box = row?.layout === 'plain' ? 'main' : 'div';
  return (
    <Box className="flex flex-col items-center gap-3 px-6 py-24 text-center">
      <Hammer aria-hidden className="size-10 text-muted-foreground" strokeWidth={1.4} />
      <h1 className="text-xl font-[650]">{t(row?.title === undefined ? 'untitled' : `titles.${row.title}`)}</h1>
      <p className="max-w-md text-muted-foreground">{t(atHome ? 'notYetAll' : 'notYet')}</p>
      <Button asChild className="mt-2">
        {atHome ? <Link to="/account">{t('toAccount')}</Link> : <Link to={home}>{t('error.goHome')}</Link>}
      </Button>
    </Box>
  );
}
