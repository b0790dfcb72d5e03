import { type DragEvent, useState } from 'react';

/** Returns the event handlers for a frame that accepts dropped files, and whether files are over it. */
export function useFileDrop(disabled: boolean, onFiles: (files: readonly File[]) => void) {
  const [isDraggedOver, setOver] = useState(false);
  return {
    over: isDraggedOver,
    frame: {
      onDragOver(event: DragEvent) {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (!disabled && files.length > 0) onFiles(files);
      },
    },
  };
}
