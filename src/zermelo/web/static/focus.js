// Keeps the focus of the keyboard in a part of the page whose elements come and go.

import { useLayoutEffect, useRef } from "preact";

/** If the focused element of `part` is gone, the first that matches `selector` gets the focus. Returns event handlers for the part. */
export function useKeptFocus(part, selector) {
  const latest = useRef(null); // the element of the part that has the focus, or had it until it was gone
  useLayoutEffect(() => {
    const leave = (event) => event.composedPath().includes(part.current) || (latest.current = null);
    document.addEventListener("click", leave); // a click on nothing takes the focus away, too, but on purpose
    return () => document.removeEventListener("click", leave);
  }, []);
  useLayoutEffect(() => {
    const gone = latest.current !== null && (!latest.current.isConnected || latest.current.disabled);
    if (gone && document.activeElement === document.body) part.current?.querySelector(selector)?.focus();
  });
  // in small letters: preact would take the names of these two events as they are written
  return {
    onfocusin: ({ target }) => (latest.current = target),
    onfocusout: ({ relatedTarget }) => relatedTarget && (latest.current = null),
  };
}
