import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { findFieldByMeaning } from '../../../../sync/contract/applications/form-design.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { FormFiller } from '../parts/form/form-filler.tsx';

/** Lets staff fill in and submit a declaration for a student. */
export function DeclarationForPage() {
  const { t } = useTranslation('application');
  const navigate = useNavigate();
  const userId = Number(useParams()['id']);
  const offerId = Number(useSearchParams()[0].get('offerId'));
  const form = useCall('/declare/getFor', { offerId, userId }, { quiet: true });
  if (form.data === undefined) return <LoadingState query={form} className="h-60" />;
  const { offerName, closesMs, name, ...mine } = form.data;
  const key = findFieldByMeaning(mine.design, 'name')?.key;
  return (
    <div className="flex flex-col gap-3">
      <Strip tone="neutral" className="mx-auto w-full max-w-3xl">
        {t('filingFor', { name })}
      </Strip>
      <FormFiller
        kind="declare"
        applications={{ ...mine, own: null }}
        isKept={false}
        title={`${offerName} · ${name}`}
        closesMs={closesMs}
        student={{
          userId,
          knownAnswers: key === undefined ? {} : { [key]: name },
          onFiled: () => void navigate(`/teacher/declaration/student?offerId=${offerId}`),
        }}
      />
    </div>
  );
}
