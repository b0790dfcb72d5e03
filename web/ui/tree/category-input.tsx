import { type ComponentProps, useId } from 'react';
import { Input } from '../primitives/input.tsx';

/** Renders an input for a category path. Suggests the existing ones and accepts new ones. */
export function CategoryInput({ suggestions, ...input }: Omit<ComponentProps<typeof Input>, 'list'> & { suggestions: readonly string[] }) {
  const listId = useId();
  return (
    <>
      <Input {...input} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestions.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  );
}
