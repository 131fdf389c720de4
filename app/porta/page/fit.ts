const STEPS = ['aperto-1', 'aperto-2', 'aperto-3', 'aperto-4']

/** Makes a verdict smaller, step by step, until it is whole in view: nobody scrolls at the door. */
export function fitVerdict(main: HTMLElement): void {
  const section = main.querySelector('.veredito')
  if (!section) return
  section.classList.remove(...STEPS)
  for (const step of STEPS) {
    if (main.scrollHeight <= main.clientHeight) return
    section.classList.add(step)
  }
}
