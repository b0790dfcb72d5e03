import type { ComponentProps, RefObject } from 'react';

interface FileInputProps extends Pick<ComponentProps<'input'>, 'aria-label' | 'accept' | 'multiple' | 'capture'> {
  /** Pressed by the button beside it. */
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}

/** The browser's own choosing of files, out of sight. The same file may be chosen again. */
export function FileInput({ onFiles, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      hidden
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
