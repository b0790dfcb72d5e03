import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useStoredCall } from '../../../platform/api/stored-call.ts';
import { getLevelName } from '../level-name.ts';
import { FormFiller } from '../parts/form/form-filler.tsx';

/** Shows one declaration to its student, for filling in or reading. */
export function MyDeclarationPage() {
  const { t } = useTranslation('application');
  const { t: code } = useTranslation('codes');
  const offerId = Number(useParams()['id']);
  const open = useStoredCall('/declaration/getOpen', {});
  const mine = useStoredCall('/declare/getMine', { offerId });
  const project = open.data?.value.items.find((item) => item.id === offerId);
  const error = mine.error ?? open.error;
  if (error !== null && (mine.data === undefined || open.data === undefined))
    return <QueryFailure error={error} onRetry={() => void mine.refetch()} />;
  if (mine.data === undefined || open.data === undefined) return <Skeleton className="h-60" />;
  if (project === undefined)
    return (
      <ErrorState
        title={t('noSuchProject')}
        action={
          <Button asChild>
            <Link to="/student/declaration/index">{t('myDeclarations')}</Link>
          </Button>
        }
      />
    );
  return (
    <FormFiller
      kind="declare"
      mine={mine.data.value}
      isKept={mine.data.fromDevice}
      title={`${project.name} · ${project.profession} ${getLevelName(code, project.level)}`}
      closesMs={project.closesMs}
    />
  );
}
