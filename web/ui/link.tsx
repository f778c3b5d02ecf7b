import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
} from 'react';

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
};

type Routing = {
  /** Renders a link of the app; receives all anchor props. */
  component: ComponentType<AnchorProps>;
  /** Navigates without a page load; used by menus and the command palette. */
  navigate: (href: string) => void;
};

function PlainAnchor(props: AnchorProps) {
  return <a {...props} />;
}

const RoutingContext = createContext<Routing>({
  component: PlainAnchor,
  navigate: href => globalThis.location.assign(href),
});

/** Gives the kit the app's router. Without it, links are plain anchors. */
export function LinkProvider({ component, navigate, children }: Routing & { children: ReactNode }) {
  return <RoutingContext value={{ component, navigate }}>{children}</RoutingContext>;
}

export function useNavigateTo(): (href: string) => void {
  return useContext(RoutingContext).navigate;
}

/** A link through the app's router; links with `target`, downloads and other origins stay plain. */
export function Link(props: AnchorProps) {
  const { component: Routed } = useContext(RoutingContext);
  const leaves = props.target !== undefined || props.download !== undefined || !props.href.startsWith('/');
  return leaves ? <a {...props} /> : <Routed {...props} />;
}
