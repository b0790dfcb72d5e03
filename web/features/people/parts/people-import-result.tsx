import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { type ImportFault, ImportFaults } from '../../../platform/imports/import-faults.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { PasswordSlip } from './password-slip.tsx';
import { SlipsLeaveDialog } from './slips-leave-dialog.tsx';

interface ImportDoneProps {
  done: CallOutput<CallOfPath<'/user/import'>>;
  /** Faults of the rows that were left out. */
  faults: readonly ImportFault[];
  listPath: string;
  onAgain: () => void;
}

/** Shows the number of imported people and their initial passwords. Asks before the page is left with unsaved passwords. */
export function PeopleImportResult({ done, faults, listPath, onAgain }: ImportDoneProps) {
  const { t } = useTranslation('people');
  const [kept, setKept] = useState(done.passwords.length === 0);
  const [again, setAgain] = useState(false);
  const leaving = useLeaveConfirmation(!kept);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('importDone', { count: done.imported })}
        actions={
          <>
            <Button onClick={() => (kept ? onAgain() : setAgain(true))}>{t('importAgain')}</Button>
            <Button asChild>
              <Link to={listPath}>{t('backToList')}</Link>
            </Button>
          </>
        }
      />
      {done.skipped > 0 && <Strip tone="kept">{t('importSkipped', { count: done.skipped })}</Strip>}
      {done.passwords.length > 0 && (
        <Panel title={t('passwordTitle')} bodyClassName="p-4">
          <PasswordSlip slips={done.passwords} onKept={kept ? undefined : () => setKept(true)} />
        </Panel>
      )}
      {done.skipped > 0 && <ImportFaults name="people.faults" faults={faults} />}
      {again && <SlipsLeaveDialog count={done.passwords.length} onStay={() => setAgain(false)} onLeave={onAgain} />}
      {leaving.state === 'blocked' && (
        <SlipsLeaveDialog count={done.passwords.length} onStay={() => leaving.reset()} onLeave={() => leaving.proceed()} />
      )}
    </div>
  );
}
