import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { holdInTab, type TabHold } from '../../lib/tab-hold.ts';
import { chance } from '../../platform/browser-ports.ts';
import type { QuestionFormValues } from './question-form-values.ts';

/**
 * The key that a form's saves go by, and their numbers. A draft brings its key back after a reload; a second tab that finds the draft while the
 * first is still open finds a key that isn't its own: saves of both under it would go over each other unseen.
 */
export function useSaveKey(form: UseFormReturn<QuestionFormValues>, isNew: boolean) {
  const held = useRef<Pick<TabHold, 'letGo'> & { key: string; mine: Promise<boolean> }>(null);
  const saveKey = useWatch({ control: form.control, name: 'saveKey' });
  const [othersKey, setOthersKey] = useState('');
  const hold = (key: string) => {
    held.current?.letGo();
    const tab = holdInTab(`save.${key}`);
    const now = { key, ...tab };
    held.current = now;
    // The other tab is closed: what it saved has numbers that the server knows.
    void tab.granted.then(() => {
      now.mine = Promise.resolve(true);
      setOthersKey('');
    });
  };
  const holds = useRef(hold);
  holds.current = hold;
  useEffect(() => {
    // The draft is back in the form by now.
    const found = form.getValues('saveKey');
    let isGone = false;
    if (found !== '') {
      holds.current(found);
      void held.current?.mine.then((mine) => {
        if (!mine && !isGone) setOthersKey(found);
      });
    }
    return () => {
      isGone = true;
      held.current?.letGo();
      held.current = null;
    };
  }, [form]);

  const drop = () => {
    form.setValue('saveKey', '');
    form.setValue('saveNo', 0);
  };
  const refused = useCallback(() => form.setValue('saveNo', Math.max(0, form.getValues('saveNo') - 1)), [form]);
  return {
    /** A save went by it that isn't answered yet. */
    isUnsure: saveKey !== '',
    /** Another tab may have saved this as a new question, and can still do so. */
    isOthers: isNew && saveKey !== '' && saveKey === othersKey,
    /** The next save is of a question of its own. */
    drop,
    /** Before a save: its key and its number. False: another tab has the key of this new question. */
    next: async (): Promise<boolean> => {
      const found = form.getValues('saveKey');
      // Known at once but for the first moment after a draft came back.
      if (found !== '' && held.current?.key === found && !(await held.current.mine)) {
        if (isNew) return false;
        // Of a question that stood, the server tells what the other tab saved.
        drop();
      }
      if (form.getValues('saveKey') === '') {
        const key = chance.uuid();
        hold(key);
        form.setValue('saveKey', key);
        form.setValue('saveNo', 0);
      }
      form.setValue('saveNo', form.getValues('saveNo') + 1);
      return true;
    },
    /** The server took nothing under that number: what other words stand under it isn't to be gone over by trying again. */
    refused,
  };
}
