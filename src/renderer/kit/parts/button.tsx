import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren } from 'preact';

type Named<Attributes> = Omit<Attributes, 'name' | 'class'> & {
  name: ComponentChildren;
  /** Look beyond the plain one: `strong`. */
  kind?: string;
};

/** Button with words on it. While `isBusy` a touch does nothing, as with `disabled`, which would also take the keyboard's focus. */
export const Button = ({
  name,
  kind = '',
  isBusy = false,
  ...rest
}: Named<ButtonHTMLAttributes> & { isBusy?: boolean | undefined }) => (
  <button
    type="button"
    class={`button ${kind}`}
    {...rest}
    {...(isBusy && { 'aria-disabled': true, onClick: undefined })}
  >
    {name}
  </button>
);

type LinkProps = Pick<AnchorHTMLAttributes, 'title' | 'onClick' | 'download' | 'target'> & { href: string };

/** Link that looks like a button. */
export const LinkButton = ({ name, kind = '', ...rest }: Named<LinkProps>) => (
  <a class={`button ${kind}`} {...rest}>
    {name}
  </a>
);
