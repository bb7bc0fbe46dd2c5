interface Props {
  name: string;
  kind?: string;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  take: (files: readonly File[]) => unknown;
}

/** Button that lets the reader choose files; the same ones may be chosen again. */
export const FileButton = ({ name, kind = '', take, ...rest }: Props) => (
  <label class={`button file ${kind}`}>
    {name}
    <input
      {...rest}
      type="file"
      class="sr-only"
      onChange={({ currentTarget }) => {
        take([...(currentTarget.files ?? [])]);
        currentTarget.value = '';
      }}
    />
  </label>
);
