/**
 * Keeps what is being typed into the form of `data-rascunho` across a reload, in this tab only. The name of the draft
 * changes with every registration this browser makes, and a newly opened form drops it: the next occupant is never
 * offered the last one's data.
 */
export function keepDraft(): void {
  const storage = openStorage()
  if (!storage) return
  forget(storage)
  restore(storage)
  // A browser may fill in what it remembers of this address only now. What was typed meanwhile is in the draft.
  addEventListener('pageshow', () => restore(storage))
  addEventListener('input', () => save(storage), true)
}

const formOf = () => document.querySelector<HTMLFormElement>('form[data-rascunho]')
const nameOf = (form: HTMLFormElement) => `rascunho-${form.dataset.rascunho ?? ''}`

/** The fields one types into. */
const inputsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input[name]')].filter(({ type }) => type !== 'hidden')

function save(storage: Storage): void {
  const form = formOf()
  if (!form) return
  const draft = Object.fromEntries(inputsOf(form).map(({ name, value }) => [name, value]))
  try {
    storage.setItem(nameOf(form), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing has no draft.
  }
}

/** Only a reload or the Back button brings a draft back, and only that of this form. */
function forget(storage: Storage): void {
  const form = formOf()
  if (!form) return
  const kept = visitType() === 'navigate' ? null : nameOf(form)
  for (const key of Object.keys(storage)) {
    if (key.startsWith('rascunho-') && key !== kept) storage.removeItem(key)
  }
}

function restore(storage: Storage): void {
  const form = formOf()
  if (!form) return
  const inputs = inputsOf(form)
  // Values the server sent back are newer than any draft.
  if (inputs.some(({ defaultValue }) => defaultValue !== '')) return
  const draft = readDraft(storage.getItem(nameOf(form)))
  // Coming back, the browser itself may fill in the last guest's data, so the draft, or its absence, wins.
  const wins = visitType() === 'back_forward'
  for (const input of inputs) {
    if (wins || input.value === '') input.value = draft.get(input.name) ?? ''
  }
}

function visitType(): 'navigate' | 'reload' | 'back_forward' {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? visit.type : 'navigate'
}

/** A browser that forbids storage throws when it is touched: then there is no draft. */
function openStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

function readDraft(text: string | null): Map<string, string> {
  try {
    const draft: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(draft ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return new Map(entries)
  } catch {
    return new Map()
  }
}
