import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { loadTexts } from './i18n.ts';
import { MoveFacts } from '../features/exam-sitting/parts/gate/move-facts.tsx';

it('a PC without a record of the exam reports that its browser data may have been cleared', async () => {
  await loadTexts(['examSitting']);
  await renderPage(<MoveFacts other={{ heardMs: null, connected: false, receivedOps: 12, answered: 3, serverNow: 0 }} />);
  expect(screen.getByText(/or the browser data of this PC was cleared/)).toBeTruthy();
  expect(screen.getByText(/the server still has every answer it received, and you can continue here/)).toBeTruthy();
  expect(screen.getByText('12 entries, 3 questions answered')).toBeTruthy();
});
