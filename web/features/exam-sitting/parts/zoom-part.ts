/** Few enlarge a picture: an idle page fetches the dialog ahead, so that a full disk is not asked for it. */
export const zoomPart = async () => (await import('./zoom-dialog.tsx')).ZoomDialog;
