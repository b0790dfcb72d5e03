import { screen } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { sectionType, type SectionTypeCode } from '../../../../sync/contract/codes.ts';
import { i18n } from '../../../lib/i18n.ts';
import { createEmptyForm, fromFormValues, type QuestionFormValues } from '../question-form-values.ts';
import { OrderFields, PairFields } from './place-fields.tsx';

beforeEach(() => i18n.load(['question', 'ui']));

/** Renders fields within a form of a new question; `read` returns what the form would save. */
async function renderFields(type: SectionTypeCode, fields: ReactNode) {
  let read = (): QuestionFormValues => createEmptyForm({});
  function Editor() {
    const form = useForm<QuestionFormValues>({ defaultValues: createEmptyForm({ type }) });
    useEffect(() => {
      read = form.getValues;
    }, [form]);
    return <FormProvider {...form}>{fields}</FormProvider>;
  }
  return { ...(await renderPage(<Editor />)), saved: () => fromFormValues(read()) };
}
const noFault = () => undefined;

it('OrderFields starts a step with Enter, and moves and deletes steps', async () => {
  const { person, saved } = await renderFields(sectionType.ordering, <OrderFields faultAt={noFault} />);
  await person.click(screen.getByRole('textbox', { name: 'Item 1' }));
  await person.keyboard('test{Enter}switch off{Enter}earth{Enter}lock{Enter}sign');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Item 5' }).value).toBe('sign');
  await person.click(screen.getByRole('button', { name: 'Move 2 up' }));
  await person.click(screen.getByRole('button', { name: 'Delete 4' }));
  const texts = ['switch off', 'test', 'earth', 'sign'];
  expect(saved()).toMatchObject({
    type: sectionType.ordering,
    options: texts.map((html, at) => ({ id: 'ABCD'[at], html })),
    key: { kind: 'order', right: ['A', 'B', 'C', 'D'] },
  });
});

it('PairFields takes pairs row by row; a row without a left side becomes an additional option', async () => {
  const { person, saved } = await renderFields(sectionType.matching, <PairFields faultAt={noFault} />);
  await person.click(screen.getByRole('textbox', { name: 'Left item 1' }));
  await person.keyboard('voltage{Enter}V{Enter}current{Enter}A');
  await person.click(screen.getByRole('button', { name: 'Delete pair 4' }));
  await person.type(screen.getByRole('textbox', { name: 'Option for left item 3' }), 'W');
  expect(saved()).toMatchObject({
    options: [
      { id: '1', html: 'voltage' },
      { id: '2', html: 'current' },
      { id: 'A', html: 'V' },
      { id: 'B', html: 'A' },
      { id: 'C', html: 'W' },
    ],
    key: { kind: 'match', right: ['A', 'B'] },
  });
});

it('PairFields shows faults of options and key below the rows', async () => {
  const faultAt = (path: string) => (path === 'options' ? 'A matching question needs at least 2 left items' : undefined);
  await renderFields(sectionType.matching, <PairFields faultAt={faultAt} />);
  expect(screen.getByRole('alert').textContent).toBe('A matching question needs at least 2 left items');
});
