import type { ComponentProps, RefObject } from 'react';

interface FileInputProps extends Pick<ComponentProps<'input'>, 'aria-label' | 'accept' | 'multiple' | 'capture'> {
  /** The button clicks the input through this ref. */
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
}

/** Renders a hidden file input. Resets its value, so that the same file can be chosen again. */
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
