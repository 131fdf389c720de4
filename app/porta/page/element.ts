/** An element with a class and what it holds; text is set as text, never as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...held: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.className = className
  made.append(...held)
  return made
}

export function button(
  className: string,
  held: string | (Node | string)[],
  act: () => void,
): HTMLButtonElement {
  const made = element('button', className, ...[held].flat())
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

/** Sets an element's text where it is another: what is read aloud at each change is not said twice. */
export function setText(told: HTMLElement, text: string): void {
  if (told.textContent !== text) told.textContent = text
}

/** Text that only a screen reader says. */
export const screenReaderOnly = (text: string) => element('span', 'oculto', text)
