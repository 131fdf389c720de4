/**
 * Keeps what is typed into the `data-rascunho` form across a reload, in this tab only. The draft's name
 * changes with every registration this browser makes, and a newly opened form drops the draft: the next
 * occupant is never offered the last one's data.
 */
export function keepDraft(): void {
  const storage = openStorage()
  if (!storage) return
  forget(storage)
  restore(storage)
  // A browser may autofill what it remembers of this address only now. What was typed meanwhile is in the
  // draft.
  addEventListener('pageshow', () => restore(storage))
  addEventListener('input', () => save(storage), true)
}

const formOf = () => document.querySelector<HTMLFormElement>('form[data-rascunho]')
const nameOf = (form: HTMLFormElement) => `rascunho-${form.dataset.rascunho ?? ''}`

type Campo = HTMLInputElement | HTMLSelectElement

/** The fields people type into or choose from. */
const inputsOf = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Campo>('input[name], select')].filter(({ type }) => type !== 'hidden')

const isTick = (input: Campo): input is HTMLInputElement => input.type === 'checkbox'

const valueOf = (input: Campo) => (isTick(input) ? (input.checked ? 'sim' : '') : input.value)

function fill(input: Campo, value: string): void {
  if (isTick(input)) input.checked = value !== ''
  else input.value = value
}

/** What the server sent in it. */
function sentIn(input: Campo): string {
  if (isTick(input)) return input.defaultChecked ? 'sim' : ''
  if (input instanceof HTMLInputElement) return input.defaultValue
  return [...input.options].find(({ defaultSelected }) => defaultSelected)?.value ?? ''
}

function save(storage: Storage): void {
  const form = formOf()
  if (!form) return
  const draft = Object.fromEntries(inputsOf(form).map((input) => [input.name, valueOf(input)]))
  try {
    storage.setItem(nameOf(form), JSON.stringify(draft))
  } catch {
    // A browser that stores nothing has no draft.
  }
}

/** Only a reload or the Back button restores a draft, and only this form's. */
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
  // Values sent back by the server are newer than any draft.
  if (inputs.some((input) => sentIn(input) !== '')) return
  const draft = readDraft(storage.getItem(nameOf(form)))
  // On the way back the browser itself may fill in the last guest's data, so the draft, or its absence, wins.
  const wins = visitType() === 'back_forward'
  for (const input of inputs) {
    if (wins || valueOf(input) === '') fill(input, draft.get(input.name) ?? '')
  }
}

function visitType(): 'navigate' | 'reload' | 'back_forward' {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'reload' || visit?.type === 'back_forward' ? visit.type : 'navigate'
}

/** A browser that forbids storage throws on access; then there is no draft. */
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
