import { useEffect, type RefObject } from 'react'

const FIELDS = ['nome', 'telefone', 'email'] as const

/**
 * Keeps what is being typed across a reload, in this tab only. The name of the draft changes with every registration
 * this browser makes, and a newly opened form drops it: the next occupant is never offered the last one's data.
 * @param isFresh whether the form came empty; values the server sent back are newer than any draft
 */
export function useDraft(form: RefObject<HTMLFormElement>, name: string, isFresh: boolean): void {
  useEffect(() => {
    const element = form.current
    const storage = openStorage()
    if (!element || !storage) return

    for (const key of Object.keys(storage)) {
      if (key.startsWith('rascunho-') && key !== name) storage.removeItem(key)
    }
    const inputs = FIELDS.map((field) => element.elements.namedItem(field)).filter(
      (input) => input instanceof HTMLInputElement,
    )
    if (isFresh) {
      // Only a reload or the Back button brings the draft back. The browser itself may then fill in the last guest's data,
      // so the draft, or its absence, wins.
      if (!isComeback()) storage.removeItem(name)
      const draft = readDraft(storage.getItem(name))
      for (const input of inputs) {
        if (isBack() || input.value === '') input.value = draft[input.name] ?? ''
      }
    }
    const save = () => {
      storage.setItem(
        name,
        JSON.stringify(Object.fromEntries(inputs.map((input) => [input.name, input.value]))),
      )
    }
    element.addEventListener('input', save)
    return () => element.removeEventListener('input', save)
  }, [form, name, isFresh])
}

function visitType(): string {
  const [visit] = performance.getEntriesByType('navigation')
  return visit instanceof PerformanceNavigationTiming ? visit.type : 'navigate'
}

const isBack = () => visitType() === 'back_forward'
const isComeback = () => isBack() || visitType() === 'reload'

/** A browser that forbids storage throws when it is touched: then there is no draft. */
function openStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

function readDraft(text: string | null): Record<string, string> {
  try {
    const draft: unknown = JSON.parse(text ?? '{}')
    const entries = Object.entries(draft ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}
