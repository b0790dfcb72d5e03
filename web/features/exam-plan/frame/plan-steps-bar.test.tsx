import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PublishButton } from './plan-frame.tsx';
import { NewPlanSteps, PlanStepsBar } from './plan-steps-bar.tsx';

it('the steps of a new plan link to their part of the form', async () => {
  await i18n.load(['planPart', 'ui']);
  await renderPage(<NewPlanSteps />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#basics', '#rooms', '#people']);
});

it('the steps bar does not show a step as done while rooms lack invigilators', async () => {
  const server = startFakeServer();
  server.answer('/exam/getChecklist', { items: [{ kind: 'staffShort', state: 'hint', count: 2, names: ['Room 1', 'Room 2'] }] });
  await i18n.load(['planPart', 'ui']);
  await renderPage(<PlanStepsBar planId={5} currentSteps={['basics']} />);
  const step = await screen.findByRole('link', { name: /reminder/ });
  expect(step.getAttribute('href')).toBe('/teacher/exam/invigilator?plan=5');
  expect(step.querySelector('svg')).toBeNull();
});

it('the publish dialog warns of rooms that lack invigilators', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  server.answer('/exam/getChecklist', { items: [{ kind: 'staffShort', state: 'hint', count: 2, names: ['Room 1', 'Room 2'] }] });
  await i18n.load(['examPlan', 'seating', 'ui']);
  const { person } = await renderPage(<PublishButton plan={createExampleAnswer('/exam/getById')} offered />);
  await person.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText(/^2 rooms do not have enough invigilators: Room 1, Room 2/)).toBeDefined();
});

it('the dialog after publishing shows the returned warning and does not mention formulas', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const note = 'Question 3 has an option that refers to other options; its options are not shuffled';
  server.answer('/exam/publish', { id: 1, version: 2, warnings: [note] });
  await i18n.load(['examPlan', 'seating', 'ui']);
  const { person } = await renderPage(<PublishButton plan={createExampleAnswer('/exam/getById')} offered />);
  await person.click(screen.getByRole('button', { name: 'Publish' }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog', { name: 'Exam published' });
  expect(dialog.textContent).toContain(note);
  expect(dialog.textContent).not.toMatch(/formula/i);
});
