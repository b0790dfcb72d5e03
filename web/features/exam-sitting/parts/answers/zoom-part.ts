/** Loads the dialog of enlarged pictures on demand. An idle page preloads it, so that it works later even with a full disk. */
export const loadZoomDialog = async () => (await import('./zoom-dialog.tsx')).ZoomDialog;
