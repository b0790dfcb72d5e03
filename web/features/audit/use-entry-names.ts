import { useTranslation } from '../../lib/i18n.ts';
import type { AuditRow } from './audit-queries.ts';
import { thingWords } from './entry-words.ts';
import { useAuditWords } from './use-audit-words.ts';

/** Who and what an entry is about, in words. */
export function useEntryNames() {
  const { t } = useTranslation('audit');
  const words = useAuditWords();
  const types = words.values['userType'];
  return {
    who: ({ userId, userName, loginName, ip }: Pick<AuditRow, 'userId' | 'userName' | 'loginName' | 'ip'>): string => {
      if (userName !== '') return userName;
      // A name somebody typed who may not be who they say.
      if (loginName !== '') return userId === null ? t('claimed', { name: loginName }) : loginName;
      return ip === '' ? t('console') : t('nobody');
    },
    thing: ({ entity, entityId, entityName, userId, userName }: AuditRow): string => {
      if (entity === '') return entityName;
      // Signing in, one's own password: the thing is the person.
      const own = entity === 'user' && entityId === String(userId) ? userName : '';
      const name = entityName || own || (entityId === '' ? '' : `#${entityId}`);
      return [thingWords(words, entity), name].filter((part) => part !== '').join(' ');
    },
    userType: (type: number): string => (typeof types === 'object' ? types[String(type)] : undefined) ?? String(type),
  };
}
