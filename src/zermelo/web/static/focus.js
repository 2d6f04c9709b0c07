// Keeps the focus of the keyboard in a part of the page whose elements come and go.

import { useLayoutEffect, useRef } from "preact";

/** If the focused element of `part` is gone, the first that matches `selector` gets the focus. Returns event handlers for the part. */
export function useKeptFocus(part, selector) {
  const inside = useRef(false);
  useLayoutEffect(() => {
    const leave = (event) => event.composedPath().includes(part.current) || (inside.current = false);
    document.addEventListener("click", leave); // a click on nothing takes the focus away, too, but on purpose
    return () => document.removeEventListener("click", leave);
  }, []);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) part.current?.querySelector(selector)?.focus();
  });
  // in small letters: preact would take the names of these two events as they are written
  return {
    onfocusin: () => (inside.current = true),
    onfocusout: (event) => (inside.current = event.relatedTarget === null),
  };
}
