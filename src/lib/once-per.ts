/**
 * Makes something once for each thing that it is made from, and keeps it for as long as that is there.
 * @param make gives the same for the same thing, whenever it is asked
 */
export function oncePer<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const known = new WeakMap<From, { readonly made: Made }>();
  return (from) => {
    const before = known.get(from);
    if (before) return before.made;
    const made = make(from);
    known.set(from, { made });
    return made;
  };
}
