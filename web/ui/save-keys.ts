/** The form that Ctrl+S saves: the one that is written in, else the topmost (a dialog's stands behind the page's in the document). */
function formToSave(page: Document): HTMLFormElement | undefined {
  const forms = [...page.querySelectorAll<HTMLFormElement>('form[data-saves]')].filter(
    (form) => form.closest('[aria-hidden=true], [inert]') === null,
  );
  return forms.find((form) => form.contains(page.activeElement)) ?? forms.at(-1);
}

const isTaken = (button: Element): boolean => button.matches(':disabled, [aria-disabled=true]');

/**
 * Ctrl+S, everywhere: a form that says `data-saves` is sent as by its own button, and the browser's own "save page" never comes. A page with
 * keys of its own has answered before (`defaultPrevented`). Returns what ends it.
 */
export function listenForSaveKeys(page: Document = document): () => void {
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return;
    if (event.defaultPrevented) return;
    event.preventDefault();
    const form = formToSave(page);
    const button = form && [...form.elements].find((each) => each instanceof HTMLButtonElement && each.type === 'submit');
    if (form === undefined || event.repeat || (button !== undefined && isTaken(button))) return;
    form.requestSubmit();
  };
  page.addEventListener('keydown', press);
  return () => page.removeEventListener('keydown', press);
}
