import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ruleSetResource } from '../../../../sync/contract/applications/rule-set.ts';
import { createExampleDraft } from '../../../../sync/contract/resource.ts';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { RuleSetPage } from './rule-set-page.tsx';

it('a rule set can be published only when saved and with all cases as expected, and not edited afterwards', async () => {
  await i18n.load(['application', 'codes', 'resource', 'ui']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const draft = createExampleDraft(ruleSetResource);
  const row = { ...draft, ...createExampleAnswer('/ruleSet/getById'), id: 4, version: 1, standard: 'Electrician', levels: draft.levels };
  const failing = draft.cases.map((each) => ({ ...each, name: 'grown up', expected: 'notMet' as const }));
  server.answer('/ruleSet/getById', { ...row, cases: failing, number: 0 });
  const page = { at: '/rules/4', path: '/rules/:id', person: createSessionUser('admin') };
  const { person, unmount } = await renderPage(<RuleSetPage />, page);
  const button = (name: string) => screen.getByRole('button', { name });
  await screen.findByText('1 with a different result');
  expect(button('Publish')).toHaveProperty('disabled', true);
  await person.click(screen.getByRole('button', { name: /grown up/ }));
  await person.click(screen.getByRole('combobox', { name: 'Expected result' }));
  await person.click(screen.getByRole('option', { name: 'Met' }));
  await screen.findByText('All results as expected');
  expect(button('Publish')).toHaveProperty('disabled', true);
  await person.click(button('Save'));
  await waitFor(() => expect(server.sentTo('/ruleSet/modify')[0]?.input.cases).toMatchObject([{ expected: 'met' }]));
  unmount();

  server.answer('/ruleSet/getById', { ...row, version: 2, cases: draft.cases, number: 1 });
  await renderPage(<RuleSetPage />, page);
  await screen.findByText('Version 1, published', { exact: false });
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});
