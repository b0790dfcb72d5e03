/** Returns the form that Ctrl+S saves: the one with the focus, else the topmost (a dialog's form follows the page's in the document). */
function findFormToSave(): HTMLFormElement | undefined {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-saves]')].filter(
    (form) => form.closest('[aria-hidden=true], [inert]') === null,
  );
  return forms.find((form) => form.contains(document.activeElement)) ?? forms.at(-1);
}

const isTaken = (button: Element): boolean => button.matches(':disabled, [aria-disabled=true]');

/**
 * Makes Ctrl+S submit the form with `data-saves` like its submit button, and suppresses the browser's "save page". A page that handles the
 * key itself calls `preventDefault`. Returns a function that removes the listener.
 */
export function listenForSaveKeys(): () => void {
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return;
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = findFormToSave();
    const button = form && [...form.elements].find((each) => each instanceof HTMLButtonElement && each.type === 'submit');
    if (form === undefined || event.repeat || (button !== undefined && isTaken(button))) return;
    form.requestSubmit();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
